import { readFileSync } from 'node:fs';
import { isSameKitchen, type Order } from '#libs/furniture';
import { meaningOf } from '../src/meaning/read.js';
import { choicesIn, type Worded } from '../src/plan/choices.js';
import type { Read } from '../src/plan/conversation.js';
import { decide } from '../src/plan/decide.js';
import { applyChange } from '../src/turn/apply.js';
import { type Played, PlayedConversation } from './play.js';
import { randomOf } from './random.js';

const read: Read = (words, asked) => meaningOf(words, asked ? { asked } : {});

/** A conversation that has come to a question with choices. */
export interface Doubt {
  readonly messages: readonly string[];
  readonly talk: PlayedConversation;
  readonly note: string;
  readonly choices: readonly Worded[];
  /** The kitchen that each of them promises. */
  readonly promised: readonly (Order | undefined)[];
}

/** The doubts of a conversation, each with the messages that led to it. */
export async function doubtsOf(messages: readonly string[]): Promise<Doubt[]> {
  const talk = new PlayedConversation();
  const doubts: Doubt[] = [];
  for (const [i, words] of messages.entries()) {
    const { history, order } = talk;
    const { outcome } = await talk.say(words);
    const choices = outcome.status === 'question' ? choicesIn(outcome.note) : [];
    if (choices.length === 0) continue;
    const { act } = decide({ words, history, order, pictures: [] }, read).decision;
    const promised = ('offers' in act ? (act.offers ?? []) : []).map(({ operations }) => {
      const made = applyChange({ kind: 'operations', order, orderId: 'lead-1', operations });
      return made.ok ? made.order : undefined;
    });
    doubts.push({ messages: messages.slice(0, i + 1), talk: talk.branch(), note: outcome.note, choices, promised });
  }
  return doubts;
}

/** The customers' messages of conversations that were written as shop visitors write. */
export const talksOf = (name: string): string[][] =>
  readFileSync(new URL(`talk/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { turns: { text: string }[] }).turns.map(({ text }) => text));

const ROOMS = ['прямая 1,8 м', 'прямая 2 м', 'стена 2,4', 'кухня 2700', 'угловая 2,2 на 1,6', 'углом 1800 на 2400'];
const SINKS = ['мойка 60', 'мойка 80', 'раковина', 'мойка 70', 'мойка 50'];
const COOKERS = ['плита газовая', 'варочная с духовкой', 'электроплита 50', 'индукция с духовкой'];
const MORE = [
  ...['посудомойка 60', 'посудомойка', 'посудомойка 50', 'холодильник', 'встроенный холодильник', 'пенал 60', 'пенал'],
  ...['стиралка', 'тумба с ящиками 80', 'бутылочница 20'],
];
const PLACES = [
  ...['холодильник слева', 'холодильник в самом углу', 'плита слева, холодильник тоже слева', 'дверь 80 слева'],
  ...['холодильник вплотную к плите', 'посудомойка на короткой стене', 'холодильник и пенал справа'],
  ...['мойка под окном, окно 120 по центру', 'окно 140 в 60 см от угла', 'плита под окном, окно 1,2 м по центру'],
  ...['окно посередине 1,5 м, подоконник 80, мойка под окном', 'труба газовая в 10 см от угла'],
];
const EDITS = [
  ...['добавь посудомойку 60', 'добавь посудомойку', 'мойку 80', 'мойку 70', 'мойку в угол', 'добавь пенал 60'],
  ...['холодильник поставь встроенный', 'поставь холодильник', 'плиту вплотную к холодильнику', 'добавь стиралку'],
  ...['добавь ящики 80', 'убери тумбу', 'тумбу пошире', 'шкаф шире', 'добавь ещё тумбу 40 и пенал 40'],
  ...['посудомойку под варочную', 'стена теперь 2 м', 'окно слева 120 в 50 см от угла'],
];

/** Briefs that fit badly or contradict themselves, some with an edit behind them. */
export function misfits(count: number, seed: number): string[][] {
  const random = randomOf(seed);
  const one = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  return Array.from({ length: count }, () => {
    const more = Array.from({ length: Math.floor(random() * 4) }, () => one(MORE));
    const place = random() < 0.5 ? [one(PLACES)] : [];
    const brief = [one(ROOMS), one(SINKS), one(COOKERS), ...new Set(more), ...place].join(', ');
    return random() < 0.4 ? [brief] : [brief, one(EDITS)];
  });
}

const ORDINALS = ['первое', 'второй вариант', 'давайте третье'];

/** Answers that take a choice: by its number, in another way by its number, by its words, with all that it says. */
export function takings({ messages, choices }: Doubt, index: number): string[] {
  const { head, tail } = choices[index] ?? { head: '', tail: '' };
  const number = index + 1;
  const others = [ORDINALS[index] ?? '', `давайте ${number}`, `вариант ${number}`, `номер ${number}`, `${number})`];
  const other = others[messages.join().length % others.length] ?? '';
  return [...(choices.length === 1 ? ['да'] : [`${number}`, other]), head, ...(tail ? [`${head}: ${tail}`] : [])];
}

export type Led = 'as promised' | 'otherwise' | 'further question' | 'same question';

/** What it comes to when a choice is taken with this answer, and what is replied. */
export async function ledBy(
  { talk, note, promised }: Doubt,
  index: number,
  answer: string,
): Promise<{ readonly led: Led; readonly played: Played }> {
  const played = await talk.branch().say(answer);
  const { outcome, order } = played;
  if (outcome.status !== 'built') return { led: outcome.note === note ? 'same question' : 'further question', played };
  const kept = promised[index];
  return { led: kept && order && isSameKitchen(order, kept) ? 'as promised' : 'otherwise', played };
}
