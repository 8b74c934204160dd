import type { Finish } from '#libs/furniture';
import { byEar, prefixDistance } from '../text/fuzzy.js';
import { FINISH_WORDS, NEAREST_FINISH } from './finishes.js';
import { type Lex, WORDS } from './words.js';

/** What a word means: one of the trade's words, a colour, or both unknown. */
export interface Meaning {
  readonly lex?: Lex;
  readonly finish?: Finish;
  /** The palette has no such colour: the nearest stands for it. */
  readonly nearest?: boolean;
}

const exact = new Map<string, Meaning>();
const prefixes = new Map<string, Meaning>();

function learn(patterns: string, meaning: Meaning): void {
  for (const pattern of patterns.split(/\s+/)) {
    if (pattern.endsWith('*')) prefixes.set(pattern.slice(0, -1), meaning);
    else exact.set(pattern, meaning);
  }
}

for (const [lex, patterns] of Object.entries(WORDS) as [Lex, string][]) learn(patterns, { lex });
for (const [finish, patterns] of Object.entries(FINISH_WORDS) as [Finish, string][]) learn(patterns, { finish });
for (const [pattern, finish] of Object.entries(NEAREST_FINISH)) learn(pattern, { finish, nearest: true });

/** Letters an ending may have after its stem; a longer tail is another word. */
const TAIL = 7;

function known(word: string): Meaning | undefined {
  const whole = exact.get(word);
  if (whole) return whole;
  if (isPlain(word)) return {};
  for (let length = word.length; length >= 3 && length >= word.length - TAIL; length -= 1) {
    const meaning = prefixes.get(word.slice(0, length));
    if (meaning) return meaning;
  }
  return undefined;
}

interface Stem {
  /** By ear, so that «пасудамойка» costs nothing. */
  readonly sound: string;
  readonly meaning: Meaning;
  readonly whole: boolean;
}

/** Stems long enough that one wrong letter still tells them apart, by the first letter as it is heard. */
const stems = new Map<string, Stem[]>();
const learnSound = (word: string, meaning: Meaning, whole: boolean): void => {
  const sound = byEar(word);
  if (sound.length < 4) return;
  const shelf = stems.get(sound.charAt(0)) ?? [];
  shelf.push({ sound, meaning, whole });
  stems.set(sound.charAt(0), shelf);
};
for (const [stem, meaning] of prefixes) learnSound(stem, meaning, false);
for (const [word, meaning] of exact) learnSound(word, meaning, true);

/** Letters behind a stem of four that is only heard, not spelt. */
const SHORT_TAIL = 3;

/** Wrong letters that a stem bears: none in one of four, one in a longer one, two in one of nine or more. */
const bears = ({ sound, whole }: Stem): number => (sound.length >= 9 ? 2 : sound.length >= 5 && !whole ? 1 : 0);

/** Consonants that are heard alike: only these may stand for each other in a short stem. */
const PAIRED = ['бп', 'вф', 'гк', 'дт', 'жш', 'зс', 'цс', 'шч'];
const LONG_STEM = 7;

/** One letter put for quite another in a short stem is another word: «оставь» is no «остров», «готово» no «газовая». */
function otherWord(heard: string, sound: string): boolean {
  if (sound.length >= LONG_STEM || heard.length < sound.length) return false;
  const wrong = [...sound].flatMap((letter, i) => (letter === heard[i] ? [] : [letter + heard[i]]));
  const [pair = ''] = wrong;
  return wrong.length === 1 && !PAIRED.some((one) => one.includes(pair[0] ?? '') && one.includes(pair[1] ?? ''));
}

/** The word that a typo stands for, by ear first and then by letters. */
function mended(word: string): Meaning | undefined {
  if (word.length < 4) return undefined;
  const heard = byEar(word);
  let best: { meaning: Meaning; cost: number; length: number } | undefined;
  for (const stem of stems.get(heard.charAt(0)) ?? []) {
    const { sound, meaning, whole } = stem;
    const tail = whole ? 1 : sound.length < 5 ? SHORT_TAIL : TAIL;
    if (heard.length < sound.length - 1 || heard.length > sound.length + tail) continue;
    const limit = word.length < 5 ? 0 : bears(stem);
    const cost = heard.startsWith(sound) ? 0 : limit === 0 ? 1 : prefixDistance(heard, sound, limit);
    if (cost > limit || (cost > 0 && otherWord(heard, sound))) continue;
    const better = !best || cost < best.cost || (cost === best.cost && sound.length > best.length);
    if (better) best = { meaning, cost, length: sound.length };
  }
  return best?.meaning;
}

/** Words looked up already: the same few hundred come again and again. Bounded, and of no effect but time. */
const seen = new Map<string, Meaning>();
const SEEN_MOST = 5000;

/** Meaning of a lower-case Cyrillic word, typos forgiven; empty for words of no trade. */
export function meaningOf(word: string): Meaning {
  const before = seen.get(word);
  if (before) return before;
  const meaning = lookUp(word);
  if (seen.size >= SEEN_MOST) seen.clear();
  seen.set(word, meaning);
  return meaning;
}

function lookUp(word: string): Meaning {
  const whole = known(word);
  if (whole) return whole;
  // «серо-голубой»: the last part is the colour.
  const last = word.includes('-') ? known(word.slice(word.lastIndexOf('-') + 1)) : undefined;
  return last?.finish ? last : (mended(word) ?? {});
}

/** Beginnings of such words. */
const STEMS =
  /^(оконча|готов|щит|договор|наверн|красив|стил|кафел|микрофон|замер|вторник|патин|открытк|смесит|провод|вентилят|мусор|плинтус|цокол|панел|поверхн|доводч|фурнитур|колесн|колонки$|оказа|получа|прямо$|подальше$|подольше$)/;

/**
 * Ordinary words close to those of the trade: never taken for a typo of one. Without this list «стол» would be a
 * wall and «майка» a sink.
 */
const PLAIN = new Set(
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

export const isPlain = (word: string): boolean => PLAIN.has(word) || STEMS.test(word);
