import type { Finish } from '#libs/furniture';
import { phoneticKey, prefixDistance } from '../text/fuzzy.js';
import { FINISH_WORDS, NEAREST_FINISH } from './finishes.js';
import { type Lex, WORDS } from './words.js';

/** Meaning of a word: a lexeme, a colour, or neither. */
export interface Meaning {
  readonly lex?: Lex;
  readonly finish?: Finish;
  /** The colour is not in the palette; `finish` is the nearest. */
  readonly nearest?: boolean;
}

const exact = new Map<string, Meaning>();
const prefixes = new Map<string, Meaning>();

function index(patterns: string, meaning: Meaning): void {
  for (const pattern of patterns.split(/\s+/)) {
    if (pattern.endsWith('*')) prefixes.set(pattern.slice(0, -1), meaning);
    else exact.set(pattern, meaning);
  }
}

for (const [lex, patterns] of Object.entries(WORDS) as [Lex, string][]) index(patterns, { lex });
for (const [finish, patterns] of Object.entries(FINISH_WORDS) as [Finish, string][]) index(patterns, { finish });
for (const [pattern, finish] of Object.entries(NEAREST_FINISH)) index(pattern, { finish, nearest: true });

/** Maximum letters after a stem; a longer word is another word. */
const MAX_ENDING = 7;

function exactMatch(word: string): Meaning | undefined {
  const whole = exact.get(word);
  if (whole) return whole;
  if (isOrdinaryWord(word)) return {};
  for (let length = word.length; length >= 3 && length >= word.length - MAX_ENDING; length -= 1) {
    const meaning = prefixes.get(word.slice(0, length));
    if (meaning) return meaning;
  }
  return undefined;
}

interface Stem {
  /** Phonetic key, so that «пасудамойка» matches exactly. */
  readonly sound: string;
  readonly meaning: Meaning;
  readonly whole: boolean;
}

/** Stems by the first letter of their phonetic key; shorter ones would match too much. */
const stems = new Map<string, Stem[]>();
const indexSound = (word: string, meaning: Meaning, whole: boolean): void => {
  const sound = phoneticKey(word);
  if (sound.length < 4) return;
  const shelf = stems.get(sound.charAt(0)) ?? [];
  shelf.push({ sound, meaning, whole });
  stems.set(sound.charAt(0), shelf);
};
for (const [stem, meaning] of prefixes) indexSound(stem, meaning, false);
for (const [word, meaning] of exact) indexSound(word, meaning, true);

/** The same for a stem of four letters that only matches phonetically. */
const MAX_SHORT_ENDING = 3;

/** Allowed edit distance: 0 for whole words and stems of four, 1 from five letters, 2 from nine. */
const tolerance = ({ sound, whole }: Stem): number => (sound.length >= 9 ? 2 : sound.length >= 5 && !whole ? 1 : 0);

/** Consonants that sound alike: the only substitutions allowed in a short stem. */
const SIMILAR_CONSONANTS = ['бп', 'вф', 'гк', 'дт', 'жш', 'зс', 'цс', 'шч'];
const MIN_LONG_STEM = 7;

/** In a short stem any other substitution gives another word: «оставь» is not «остров», «готово» not «газовая». */
function isOtherWord(key: string, sound: string): boolean {
  if (sound.length >= MIN_LONG_STEM || key.length < sound.length) return false;
  const wrong = [...sound].flatMap((letter, i) => (letter === key[i] ? [] : [letter + key[i]]));
  const [pair = ''] = wrong;
  return (
    wrong.length === 1 && !SIMILAR_CONSONANTS.some((one) => one.includes(pair[0] ?? '') && one.includes(pair[1] ?? ''))
  );
}

/** The closest stem by phonetic key, then by edit distance. */
function closest(word: string): Meaning | undefined {
  if (word.length < 4) return undefined;
  const key = phoneticKey(word);
  let best: { meaning: Meaning; cost: number; length: number } | undefined;
  for (const stem of stems.get(key.charAt(0)) ?? []) {
    const { sound, meaning, whole } = stem;
    const tail = whole ? 1 : sound.length < 5 ? MAX_SHORT_ENDING : MAX_ENDING;
    if (key.length < sound.length - 1 || key.length > sound.length + tail) continue;
    const limit = word.length < 5 ? 0 : tolerance(stem);
    const cost = key.startsWith(sound) ? 0 : limit === 0 ? 1 : prefixDistance(key, sound, limit);
    if (cost > limit || (cost > 0 && isOtherWord(key, sound))) continue;
    const better = !best || cost < best.cost || (cost === best.cost && sound.length > best.length);
    if (better) best = { meaning, cost, length: sound.length };
  }
  return best?.meaning;
}

/** Cache of looked-up words, cleared when full. It affects nothing but speed. */
const cache = new Map<string, Meaning>();
const MAX_CACHED_WORDS = 5000;

/** Meaning of a lower-case Cyrillic word, typos allowed; empty if unknown. */
export function meaningOf(word: string): Meaning {
  const before = cache.get(word);
  if (before) return before;
  const meaning = lookUp(word);
  if (cache.size >= MAX_CACHED_WORDS) cache.clear();
  cache.set(word, meaning);
  return meaning;
}

function lookUp(word: string): Meaning {
  const whole = exactMatch(word);
  if (whole) return whole;
  // «серо-голубой»: the last part is the colour.
  const last = word.includes('-') ? exactMatch(word.slice(word.lastIndexOf('-') + 1)) : undefined;
  return last?.finish ? last : (closest(word) ?? {});
}

/** Stems of such words. */
const ORDINARY_STEMS =
  /^(оконча|готов|щит|договор|наверн|красив|стил|кафел|микрофон|замер|вторник|патин|открытк|смесит|провод|вентилят|мусор|плинтус|цокол|панел|поверхн|доводч|фурнитур|колесн|колонки$|оказа|получа|прямо$|подальше$|подольше$)/;

/**
 * Ordinary words that resemble trade words and are never corrected to one: «стол» is not «стена», «майка» not «мойка».
 */
const ORDINARY_WORDS = new Set(
  `вместе когда тогда можно может могу моя мой мою моей наш наша наши ваш ваша дом доме дома домой стол стола столик стул
  сосед соседи жена муж мама дети семья спасибо пожалуйста привет здравствуйте добрый день вечер утро очень чтобы
  если только тоже также потом после перед здесь туда куда откуда почему зачем себе себя меня тебя него них этот эта
  эту этой эти этих того тому теперь сейчас сегодня завтра просто вообще сразу вроде лучше хуже красиво красивая
  красивую удобно удобнее новая новую новый старая старый квартира квартиру квартире студия хрущевка этаж метр метра
  метров метры будет было есть быть имеется стоять стоят стоял ванна ванную коридор прихожая спальня купе диван шкафу
  картина погода музыка песня стих стихи сказка борщ рецепт совет посоветуй подскажи расскажи покажи напиши скажи
  хлеб мясо рыба суп салат вода майка пилот плитка плитку плиткой плитки спина правда правило правила право правильно
  проект проекта картинка картинку фото план планы система меню время минута недоступно доступ срок сроки доставка
  монтаж сборка гарантия материал материалы материала пленка эмаль глянец матовый матовая глянцевый кромочный верно
  размещение крупный мелкий мелкая тонкий толстый лампа лампы точка запятая целых половиной полтора под над при для
  кошка собака мойва холодно холодный свет светлый темный темная домик слон сорок серия серьезно серьезный белье
  черновик дубль сумма самый самая стоимость вид виды варить варка готовить готовка печь печи печка труд трудно короче`
    .split(/\s+/)
    .filter(Boolean),
);

const isOrdinaryWord = (word: string): boolean => ORDINARY_WORDS.has(word) || ORDINARY_STEMS.test(word);
