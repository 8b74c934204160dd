import type { Edge } from '../../rules/chart.js';
import { flag, number, part, parts, text } from '../../rules/frame.js';
import { AGAINST, AGAINST_LIST, AGAINST_UNMARKED, DANGLING, DANGLING_CORRECTION, IDLE } from './costs.js';

/** A phrase that others are said of, with what belongs to it. */
export interface Node {
  readonly edge: Edge;
  /** Phrases that belong to it, in the order said; the last word counts. */
  readonly kids: readonly Edge[];
  readonly act?: Edge;
  /** Linked to the one before by «и» or by a comma. */
  readonly joined?: 'and' | 'comma';
  /** A new sentence starts with it. */
  readonly starts?: boolean;
  /** An act that corrects the one before it: «не нужна. Хотя нет, нужна». */
  readonly corrects?: boolean;
}

export interface List<Item> {
  readonly item: Item;
  readonly before: List<Item> | undefined;
}

export interface OpenAct {
  readonly edge: Edge;
  readonly objects: number;
  readonly kids: readonly Edge[];
  /** Said after its object: what follows is not governed. */
  readonly after?: true;
  readonly corrects?: boolean;
}

export interface Hypothesis {
  readonly cost: number;
  readonly done: List<Node> | undefined;
  readonly head: Node | undefined;
  readonly act: OpenAct | undefined;
  /** Said before the thing that they belong to. */
  readonly pending: readonly Edge[];
  /** Cost of reaching back over the marks since the last phrase. */
  readonly barrier: number;
  /** The same before what is pending. */
  readonly before: number;
  readonly link: 'and' | 'comma' | undefined;
  readonly fresh: boolean;
  readonly correcting: boolean;
  /** Places are said before their things in this sentence: «слева мойка, справа плита». */
  readonly leading: boolean;
  readonly skipped: List<number> | undefined;
  /** Sides that readings which cost hardly more, and were given up for this one, give to things. */
  readonly rivals: List<Side> | undefined;
}

/** A side and the thing that it is said of. */
interface Side {
  readonly side: Edge;
  readonly own: Edge;
}

/** Readings whose costs differ by less may both be meant. */
const NARROW = 0.25;
/** Two readings that go on alike differ in what was said last: so many heads. */
const MAX_RECENT = 4;

/** The cheaper of two readings that go on alike. */
export function cheaper(one: Hypothesis, same: Hypothesis | undefined): Hypothesis {
  if (!same) return one;
  const [won, lost] = one.cost < same.cost ? [one, same] : [same, one];
  let { rivals } = won;
  if (lost.cost - won.cost < NARROW) for (const item of sidesIn(lost, MAX_RECENT)) rivals = { item, before: rivals };
  return rivals === won.rivals ? won : { ...won, rivals };
}

/** A side that was taken of one thing and may as well be of another: «слева плита справа мойка», without marks. */
export interface Narrow extends Side {
  readonly other: Edge;
}

/** Sides that a reading gives to other things than its rivals do, with no mark between that tells them apart. */
export function narrowIn(reading: Hypothesis, isMark: (at: number) => boolean): readonly Narrow[] {
  const rivals = listed(reading.rivals);
  const own = new Map(rivals.length === 0 ? [] : sidesIn(reading).map((one) => [one.side.from, one.own]));
  const narrow = rivals.flatMap(({ side, own: other }): Narrow[] => {
    const thing = own.get(side.from);
    if (!thing) return [];
    const all = [thing, other, side];
    for (let at = Math.min(...all.map(({ from }) => from)); at < Math.max(...all.map(({ to }) => to)); at += 1)
      if (isMark(at)) return [];
    return thing.from !== other.from ? [{ side, own: thing, other }] : [];
  });
  return [...new Map(narrow.map((one) => [one.side.from, one])).values()];
}

function sidesIn({ done, head }: Hypothesis, max = Number.POSITIVE_INFINITY): Side[] {
  const out: Side[] = [];
  let at = head ? { item: head, before: done } : done;
  for (let n = 0; at && n < max; n += 1, at = at.before) {
    const { edge, kids } = at.item;
    if (edge.category === 'thing') for (const side of kids) if (isSide(side)) out.push({ side, own: edge });
  }
  return out;
}

const isSide = ({ category, frame }: Edge): boolean =>
  category === 'place' && parts(frame, 'places').some((place) => /^(side|start|end)$/.test(text(place, 'at') ?? ''));

const LEADS = new Set(['dash', 'colon']);

/** Goes over a mark or a conjunction. */
export function mark(h: Hypothesis, edge: Edge, barrier: number): Hypothesis {
  const ends = edge.category === 'stop' || edge.category === 'semicolon';
  const governed = ends && (h.act?.after || text(h.head?.act?.frame, 'act') === 'refuse');
  const ended = ends ? resolved(closeAct(h)) : h;
  const next = governed ? close(ended) : ended;
  // «не нужен хотя нет нужен.»: what corrects does so before the sentence ends.
  const dangling = next.correcting && edge.category === 'stop' ? DANGLING_CORRECTION : 0;
  return {
    ...next,
    cost: next.cost + edge.cost + dangling,
    // «крайний справа — холодильник»: what is said before a dash is of what comes.
    barrier: h.pending.length > 0 && LEADS.has(edge.category) ? h.barrier : Math.max(h.barrier, barrier),
    link: edge.category === 'and' ? 'and' : edge.category === 'comma' ? (h.link ?? 'comma') : undefined,
    fresh: next.fresh || edge.category === 'stop',
    correcting: next.correcting && edge.category !== 'stop',
    leading: next.leading && edge.category !== 'stop',
  };
}

/** Ends the open head. */
export function close(h: Hypothesis): Hypothesis {
  const { head } = h;
  if (!head) return h;
  const idle =
    head.kids.length === 0 && !head.act && !part(head.edge.frame, 'cornerGap') ? (IDLE[head.edge.category] ?? 0) : 0;
  return { ...h, cost: h.cost + idle, done: { item: head, before: h.done }, head: undefined };
}

/** Ends the open act; an act without objects costs. */
export function closeAct(h: Hypothesis): Hypothesis {
  if (!h.act) return h;
  const { edge, objects, kids, corrects } = h.act;
  const idle = objects === 0 && kids.length === 0;
  return {
    ...h,
    cost: h.cost + (idle ? (DANGLING[text(edge.frame, 'act') ?? text(edge.frame, 'about') ?? ''] ?? 0.9) : 0),
    done: { item: { edge, kids, ...(idle && corrects ? { corrects } : {}) }, before: h.done },
    act: undefined,
  };
}

/** What waits for a thing that did not come stands alone. */
export function resolved(h: Hypothesis): Hypothesis {
  if (h.pending.length === 0) return h;
  let { done } = h;
  for (const edge of h.pending) done = { item: { edge, kids: [] }, before: done };
  return { ...h, done, pending: [] };
}

/** «верхние шкафы и вытяжка не нужны»: what is refused of several may be a row and a thing, each only named. */
function areAlike({ edge: one }: Node, { edge: other, kids }: Node, { frame }: Edge): boolean {
  if (one.category === other.category) return true;
  const cases = ({ frame: of }: Edge): string => text(of, 'cases') ?? '';
  // «плита, мойка и всё верх не нужен»: that is the end of a list.
  const isRow = (edge: Edge): boolean =>
    edge.category === 'row' && cases(edge).includes('N') && !flag(edge.frame, 'every');
  const isThing = (edge: Edge): boolean =>
    edge.category === 'thing' && /[nN]/.test(cases(edge)) && edge.frame['width'] === undefined;
  const isNext = other.to + 1 === one.from;
  const isMixed = isNext && ((isRow(one) && isThing(other)) || (isThing(one) && isRow(other)));
  return isMixed && kids.length === 0 && text(frame, 'act') === 'refuse' && !flag(frame, 'placing');
}

/** «мойку и плиту убери»: the act governs what is linked with its object too. */
export function chained(head: Node, act: Edge, done: List<Node> | undefined, listed = false): List<Node> | undefined {
  if (!head.joined || head.starts || !done || done.item.act || !areAlike(head, done.item, act)) return done;
  // «окон, дверей и труб нет»
  if (head.joined === 'comma' && !listed) return done;
  return { item: { ...done.item, act }, before: chained(done.item, act, done.before, true) };
}

/** «мойку убери и плиту»: the act behind its object governs what is linked with that, and only named. */
export const goesOn = ({ link, pending }: Hypothesis, { edge }: OpenAct, { frame }: Edge): boolean =>
  link === 'and' &&
  pending.length === 0 &&
  text(edge.frame, 'act') === 'remove' &&
  number(frame, 'width') === undefined;

/** «пенал убрать и холодильник влево»: what is told of more than its name is hardly of the act before it. */
export const isGoneOn = ({ act }: Hypothesis, head: Node): boolean =>
  act?.after === true && head.act === act.edge && head.edge.from >= act.edge.to;

export function keyOf({ head, act, pending, barrier, correcting, leading, link }: Hypothesis): string {
  // From where it is said: «угловая мойка» is dearer later than «угловая» and «мойка», if it stands under the window.
  const from = head && `${head.edge.category}${head.edge.from}-${head.edge.to}`;
  const said = head ? `${from} ${head.kids.length}${head.act ? 'a' : ''}` : '';
  return `${said}|${act ? `${act.edge.from}${act.objects > 0}` : ''}|${pending.map((one) => one.category).join()}|${barrier}|${correcting}|${leading}|${link}`;
}

export function listed<Item>(list: List<Item> | undefined): Item[] {
  const out: Item[] = [];
  for (let at = list; at; at = at.before) out.push(at.item);
  return out;
}

/** Phrases that describe a thing. */
export const DETAILS = new Set(['mod', 'len', 'size', 'measure']);

/** Whether a thing was refused by words behind it or of its own («с ним передумали»): what follows describes another. */
export const isRefused = ({ edge, act }: Node): boolean =>
  flag(edge.frame, 'refused') || (act !== undefined && act.from >= edge.to && text(act.frame, 'act') === 'refuse');

/** Whether a thing was said to be the next: «потом плита». */
export const isListed = ({ done }: Hypothesis, { edge }: Node): boolean =>
  [done?.item, done?.before?.item].some((node) => node?.edge.category === 'then' && node.edge.to === edge.from);

/** «справа от неё»: of a thing that was named before the one that stands there. */
export function antecedent(h: Hypothesis, edge: Edge): number {
  const refers = parts(edge.frame, 'places').some((place) => flag(part(place, 'of'), 'anaphor'));
  if (!refers) return 0;
  for (let at = h.done; at; at = at.before)
    if (at.item.edge.category === 'thing' || at.item.edge.category === 'obst') return 0.1;
  return 2;
}

/** The obstacle of a place, as a head of its own. */
export function describable(edge: Edge): Edge | undefined {
  const of = parts(edge.frame, 'places')
    .map((place) => part(place, 'of'))
    .find((one) => text(one, 'obstacle') !== undefined);
  return of && { ...edge, category: 'obst', frame: { ...of, implied: true } };
}

export const sameKind = (a: Edge, b: Edge): boolean => a.category === b.category && a.category !== 'context';

/** A thing that another takes the place of, as positions of which nothing is made: the note tells of it. */
export function givenUp(skipped: List<number> | undefined, was: Edge, edge: Edge): List<number> | undefined {
  const concept = text(was.frame, 'concept');
  if (concept === undefined || concept === text(edge.frame, 'concept')) return skipped;
  let all = skipped;
  for (let item = was.from; item < was.to; item += 1) all = { item, before: all };
  return all;
}

/** Whether a thing was told apart from those before it by no mark, and this place of the room stands right behind it. */
const isUnmarked = ({ edge, joined, starts }: Node, { from, frame }: Edge): boolean =>
  edge.to === from &&
  joined !== 'comma' &&
  starts !== true &&
  parts(frame, 'places').some((place) => /^(side|start|end|wall|corner)$/.test(text(place, 'at') ?? ''));

/** Cost of a place behind its thing where the places before it were said first. */
export function againstOrder(h: Hypothesis, named: Node, edge: Edge): number {
  if (!h.leading || edge.category !== 'place') return 0;
  const isPlaced = named.kids.some(({ category, from }) => category === 'place' && from < named.edge.from);
  if ((isPlaced && h.barrier === 0) || isListed(h, named)) return AGAINST_LIST;
  return isUnmarked(named, edge) ? AGAINST_UNMARKED : AGAINST;
}

/** Goes on with a reading. */
export type Go = (next: Hypothesis) => void;

/** What an act may govern. */
export const OBJECTS = new Set(
  'thing each row part handles light obst ends colour shape outside handle_noun mod'.split(' '),
);
