import { check, type Order } from '#libs/furniture';
import { COLOURS } from '../src/concepts/colours.js';
import { CONCEPTS } from '../src/concepts/index.js';
import { OfflineAssistant } from '../src/offline-assistant.js';
import { runTurn, type TurnOutcome } from '../src/turn/run-turn.js';
import { MAX_NOTE_LENGTH } from '../src/words/note.js';
import { direct } from './computing.js';
import { play } from './play.js';

/** Seeded random numbers in [0, 1) (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Words of the tables without their endings. */
export const STEMS = [...Object.values(CONCEPTS).map(({ words }) => words), ...Object.values(COLOURS)]
  .flatMap((words) => words.split(/\s+/))
  .map((word) => word.replaceAll(/[/=]\S?(?=_|$)/g, '').replaceAll('_', ' '));
const ENDINGS = ['', '', '', 'а', 'у', 'ой', 'ы', 'и', 'ая', 'ую', 'ый', 'ами', 'ов', 'ного', 'ку', 'ка'];
/** Numbers as customers write them, valid and not. */
export const FIGURES = [
  '3',
  '60',
  '45',
  '80',
  '3000',
  '2,7',
  '3 м 20',
  '3х2',
  '3 на 2',
  '2 на 3 на 2',
  '600мм',
  '10 см',
  '0',
  '-500',
  '99999',
  '1e9',
  'три двадцать',
  'двести сорок',
  'метр',
  'полтора',
  '½',
];
const MARKS = [
  ', ',
  '. ',
  ': ',
  '! ',
  '? ',
  '\n',
  ' ',
  ' ',
  ' ',
  ' ',
  ' и ',
  ' с ',
  ' на ',
  ' от ',
  ' без ',
  ' не ',
  ' а не ',
  ' между ',
  ' вместо ',
  ' над ',
  ' под ',
];
const OPENINGS = [
  '',
  '',
  '',
  'прямая 3 м, мойка, плита. ',
  'угловая 3 на 2 мойка плита ',
  'п-образная 2,4 х 3 х 2,4, мойка, духовка с варочной ',
  'стена 3,2 м ',
  'сделай ',
  'убери ',
  'добавь ',
  'поменяй местами ',
  'верни ',
  'сколько ',
  'а влезет ли ',
];
const LETTERS = 'абвгдежзийклмнопрстуфхцчшщъыьэюяabcxyz0123456789 -–«»()[]{}<>&\u200b\u0301🙂';

/** A random message: trade words with any endings, typos, numbers, noise. */
export function randomMessage(random: () => number): string {
  const one = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const typo = (word: string): string => {
    if (random() > 0.1 || word.length < 4) return word;
    const at = 1 + Math.floor(random() * (word.length - 1));
    return word.slice(0, at) + one([...LETTERS]) + word.slice(at + (random() < 0.5 ? 1 : 0));
  };
  const piece = (): string => {
    const kind = random();
    if (kind < 0.68) return typo(one(STEMS) + one(ENDINGS));
    if (kind < 0.86) return one(FIGURES);
    if (kind < 0.95) return String(Math.floor(random() * 10 ** (1 + Math.floor(random() * 5))));
    return Array.from({ length: Math.floor(random() * 12) }, () => one([...LETTERS])).join('');
  };
  const length = Math.floor(random() * 18);
  return one(OPENINGS) + Array.from({ length }, () => piece() + one(MARKS)).join('');
}

const STATUSES = ['built', 'question', 'rejected', 'failed'];

/** Violations of spec.md (result object, outcome statuses) by an outcome. */
export function outsideSpec({ status, note, why, applied, order, findings = [] }: TurnOutcome): string[] {
  const wrong: [boolean, string][] = [
    [!STATUSES.includes(status), `status ${status}`],
    [!/[а-яё]/i.test(note), 'a note that is not Russian'],
    [note.length > MAX_NOTE_LENGTH, `a note of ${note.length} characters`],
    [/https?:|www\.|[<>*_`#[\]]/.test(note), 'links or markup in the note'],
    [/\d\s*(руб|₽)/i.test(note), 'a price in the note'],
    [!Number.isInteger(applied) || applied < 0, `applied ${applied}`],
    [(status === 'built') !== (order !== undefined), `${status} ${order ? 'with' : 'without'} an order`],
    [(status === 'built') !== applied > 0, `${status} with ${applied} nodes changed`],
    [status === 'rejected' && !why, 'rejected without a reason'],
    [status === 'built' && findings.some(({ severity }) => severity === 'error'), 'built with an error finding'],
    [
      order !== undefined && check(order).some(({ severity }) => severity === 'error'),
      'an order that fails its checks',
    ],
  ];
  return wrong.flatMap(([is, what]) => (is ? [what] : []));
}

/** Orders for random messages; the first is none. */
export async function standingOrders(): Promise<(Order | undefined)[]> {
  const briefs = [
    'Прямая 3,4 м слева направо: мойка 60, тумба с ящиками 60, духовка с индукцией, тумба 60',
    'Прямая 3 м: встроенный холодильник, посудомойка 45, мойка, плита газовая, верх до потолка',
    'угловая 3000 на 2000, мойка в углу, посудомойка 60 рядом, духовка с индукцией на короткой стороне',
    'П-образная 2,4 х 3 х 2,4, мойка по центру, плита справа, холодильник слева',
  ];
  const played = await Promise.all(briefs.map((brief) => play([brief])));
  return [undefined, ...played.map((turns) => turns.at(-1)?.order)];
}

export interface RandomRun {
  readonly messages: number;
  readonly seed: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** The first failing messages. */
  readonly wrong: readonly { readonly message: string; readonly problems: readonly string[] }[];
}

const MAX_WRONG_KEPT = 20;

/** Plays random messages as single turns, half of them with an existing order. */
export async function runRandom(
  messages: number,
  seed: number,
  onProgress: (done: number) => void = () => {},
): Promise<RandomRun> {
  const random = randomOf(seed);
  const orders = await standingOrders();
  const statuses: Record<string, number> = {};
  const wrong: { message: string; problems: string[] }[] = [];
  for (let i = 0; i < messages; i += 1) {
    const message = randomMessage(random);
    const order = orders[random() < 0.5 ? 0 : 1 + Math.floor(random() * (orders.length - 1))];
    const problems = await playOne(message, order, statuses);
    if (problems.length > 0 && wrong.length < MAX_WRONG_KEPT) wrong.push({ message, problems });
    if ((i + 1) % 10_000 === 0) onProgress(i + 1);
  }
  return { messages, seed, statuses, wrong };
}

export async function playOne(
  words: string,
  order: Order | undefined,
  statuses: Record<string, number> = {},
): Promise<string[]> {
  try {
    const outcome = await runTurn({
      assistant: new OfflineAssistant(),
      computing: direct,
      request: {
        words,
        pictures: [],
        history: order ? [{ turn: 1, words: 'прямая 3 м, мойка, плита', status: 'built', order }] : [],
        order,
        orderId: 'lead-1',
      },
      signal: new AbortController().signal,
      onAttempt: () => {},
    });
    statuses[outcome.status] = (statuses[outcome.status] ?? 0) + 1;
    // Without a model there is nothing that could fail.
    return [...outsideSpec(outcome), ...(outcome.status === 'failed' ? [`failed: ${outcome.note}`] : [])];
  } catch (error) {
    return [`crashed: ${error instanceof Error ? error.stack : String(error)}`];
  }
}
