import type { Edge } from '../../rules/chart.js';
import { flag, text } from '../../rules/frame.js';
import type { OpenAct } from './hypothesis.js';

/**
 * What readings cost: about 0.4 a phrase, more the farther it reaches and the odder it is. They were set on conversations
 * and hold together; meanings.txt in the tests shows what each decides.
 */
const rows = (text: string): string[][] =>
  text
    .trim()
    .split(/,\s*/)
    .map((row) => row.split(' '));
/** `name cost, name cost …` */
const costs = (text: string): Readonly<Record<string, number>> =>
  Object.fromEntries(rows(text).map(([name = '', cost]) => [name, Number(cost)]));

export const PHRASE = 0.4;
export const UNKNOWN = 3;
/** A word of the grammar, or a number, that no phrase takes. */
export const UNREAD = 2.6;
export const PARTICLE = 0.35;
export const DANGLING_CORRECTION = 0.8;
/** A place after its thing where the places before it were said first. */
export const AGAINST = 0.1;
/** The same where no mark tells things apart: «на правой мойка рядом посудомойка на левой плита». */
export const AGAINST_UNMARKED = 0.2;
/** The same after «потом плита», which says where the thing stands. */
export const AGAINST_LIST = 0.3;
/** A place behind «и»: «посудомойка 45 и с краю холодильник» says it of what comes. */
export const PLACE_BEHIND_AND = 0.35;
/** Reaching back over a word that was passed over. */
export const BARRIER_OF_WORD = 0.15;
/** Of a head of which nothing is said. */
export const IDLE = costs('part 0.8, handle_noun 0.3, obst 0.4');
/** A question in a sentence that neither asks nor starts with it: «шкафы где можно». */
export const UNASKED = 1.5;
/** One in a sentence that ends with a question mark. */
export const ASKED = -0.4;
/** «не надо, духовка …»: what comes behind a mark is refused seldom. */
export const BEYOND_MARK = 0.6;
/** Yes or no in the middle of a sentence. */
export const ANSWER_WITHIN = 0.5;
/** A bare number right behind a thing is hardly a wall: «мойка 5». */
export const WALL_BEHIND_THING = 1.5;
/** A property behind «не надо»: «не считайте, хотя погодите, отдельный 60». */
export const DETAIL_OF_REFUSED = 0.8;
/** «хотя давайте» behind what nobody refused. */
export const NOTHING_REFUSED = 0.8;
export const COMMA = 0.35;
export const STOP = 1.3;

/** Cost of a phrase that belongs to nothing, by category; those that are not here belong to something or are left. */
export const ALONE = costs(`
  place 0.8, away 1.6, len 2.2, mod 1.2, colour 0.5, measure 1.2, extent 2, bundle 0.6, size 2.4, up_to 0.8,
  handle_noun 0.6, level 1.5, delta 3, exception 1, until 1.5`);
/** Marks: what it costs to reach back over one. */
export const BARRIERS = costs(`
  comma ${COMMA}, colon 0.4, dash 0.2, and 0.25, but 0.5, semicolon 1, stop ${STOP}`);
/** Cost of a place or length that belongs to an act itself: «перенеси направо», «сделай шире на 10». */
export const TAKES = costs(`
  move 0.2, resize 0.2, raise 0.3, ask 0.3, swap 1.5, put 1, want 1, make 1, keep 0.6, add 0.8, replace 0.8, remove 1`);
/** Cost of an act or question that governs nothing. */
export const DANGLING = costs(`
  want 0.1, put 0.1, make 0.4, likewise 0.5, resize 0.4, count 1, exists 0.8, fits 0.5, colour 0.6, width 0.8,
  length 0.5, height 0.5, palette 0, contents 0, why 0.1, advice 0.1, keep 0.5`);
/** Cases of an act's objects. */
export const GOVERNS: Readonly<Record<string, string>> = Object.fromEntries(
  rows(
    `refuse gGnNaA, want nNaAgG, put aAnN, make aAnNiI, remove aA, add aA, keep aA, move aA, replace aA, swap aA, ask nNaAgGiI`,
  ),
);

/** Cost of belonging, by head and fragment. */
export const ATTACHMENTS: Readonly<Record<string, Readonly<Record<string, number>>>> = Object.fromEntries(
  `
  thing: exception 0.2, level 0.3, place 0, away 0, len 0.25, mod 0.15, colour 0.4, measure 0.1, bundle 0.1, size 0.1
  each: place 0
  row: exception 0, until 0, level 0.2, place 0.05, up_to 0, only 0, measure 0.1, len 0.05, colour 0.05, bundle 0.05, mod 0.2
  obst: exception 0.2, up_to 0.05, level 0.2, place 0, len 0.1, size 0, measure 0, extent 0, mod 0.3
  walls: place 1.2, len 0.9
  part: level 0.1, colour 0, measure 0.3, len 0.9, mod 0.3, place 0.9
  handles: level 0, colour 0.3, place 0.2, mod 0.3
  handle_noun: level 0.3, colour 0.1, mod 0.1
  light: level 0.1, place 0.2, mod 0.2
  ceil: len 0.3
  outside: colour 0.05, level 0.1, place 0.1, away 0.1, len 0.2, size 0.1, measure 0.1, mod 0.2
  place: len 0.2, place 0.2
  edit: mod 0.2, len 0.4
  shape: place 0.8, len 0.2, size 0.2
  kitchen: colour 0.05, place 1
  colour: level 0
  talk: place 0.1, len 0.2, size 0.1, colour 0.2
  mod: place 0.3, len 0.2`
    .trim()
    .split('\n')
    .map((line) => line.trim().split(': '))
    .map(([head = '', of = '']) => [head, costs(of)]),
);

/** Acts that are said before what they govern, never after it. */
export const isLeading = (edge: Edge): boolean => flag(edge.frame, 'leads') ?? false;

/** «не нужна» is said of one thing of its gender. */
function otherGender(shown: string | undefined, { frame }: Edge): boolean {
  const [gender, cases] = [text(frame, 'gender'), text(frame, 'cases')];
  return shown !== undefined && gender !== undefined && (gender !== shown || cases === cases?.toUpperCase());
}

/** Cost of an object in this case. */
export const government = (act: Edge, object: Edge): number => {
  const cases = text(object.frame, 'cases');
  const wanted = GOVERNS[text(act.frame, 'act') ?? 'ask'] ?? '';
  const governed =
    (object.from > act.from ? text(act.frame, 'leading') : undefined) ??
    text(act.frame, 'governs') ??
    (isLeading(act) ? 'gG' : wanted);
  const disagrees = act.category === 'act' && otherGender(text(act.frame, 'gender'), object) ? 0.6 : 0;
  return disagrees + (!cases || !governed || [...governed].some((letter) => cases.includes(letter)) ? 0 : 0.8);
};

/** Cost of a head behind an act that was said of the one before: «плиту 60 ещё мойка». */
export const leaving = ({ edge, after }: OpenAct, barrier: number): number =>
  after && barrier === 0 && flag(edge.frame, 'weak') ? 0.3 : 0;

/** A thing in an oblique case that nothing governs. */
export function ungoverned({ category, frame }: Edge): number {
  const cases = category === 'thing' ? text(frame, 'cases') : undefined;
  return !cases || /[nN]/.test(cases) ? 0 : /[aA]/.test(cases) ? 0.15 : 0.6;
}
