import type { Edge } from '../rules/chart.js';
import { flag } from '../rules/frame.js';
import type { Said, Statement } from './meaning.js';
import type { SourceOf } from './mentions.js';
import type { Node } from './tree/hypothesis.js';

export type Of<Say extends Statement['say']> = Extract<Statement, { say: Say }>;

/** What was told so far, and which statement each phrase went into. */
export class Told {
  readonly all: Statement[] = [];
  /** Index of the statement by phrase. */
  readonly of = new Map<Edge, number>();
  readonly sourceOf: SourceOf;

  constructor(sourceOf: SourceOf) {
    this.sourceOf = sourceOf;
  }

  add(said: Said, ...edges: readonly Edge[]): void {
    this.explain(this.all.push({ ...said, source: this.sourceOf(...edges) }) - 1, edges);
  }

  say(said: Said, { edge, kids }: Node): void {
    this.add(said, edge, ...kids.filter(({ category }) => category !== 'exception'));
  }

  explain(index: number | undefined, edges: readonly Edge[]): void {
    if (index !== undefined) for (const edge of edges) this.of.set(edge, index);
  }

  /** The last statement of this kind, changed by more words; says nothing if there is none. */
  amend<Say extends Statement['say']>(
    isOne: (one: Statement) => one is Of<Say>,
    { edge, kids }: Node,
    change: (before: Of<Say>) => Statement | undefined,
  ): boolean {
    const index = this.all.findLastIndex(isOne);
    const before = this.all[index];
    const after = before && isOne(before) ? change(before) : undefined;
    if (!after) return false;
    this.all[index] = after;
    this.explain(index, [edge, ...kids]);
    return true;
  }

  /** The last statement, if it is of a thing that is wanted, changed by more words. */
  amendLast(node: Node, change: (before: Of<'thing'>) => Statement | undefined): boolean {
    const last = this.all.at(-1);
    return this.amend((one): one is Of<'thing'> => one === last && isWanted(one), node, change);
  }
}

export const isObstacle = (one: Statement): one is Of<'obstacle'> => one.say === 'obstacle';
const isWanted = (one: Statement): one is Of<'thing'> => one.say === 'thing' && one.act === 'want';
export const isRow = (one: Statement): one is Of<'row'> => one.say === 'row' && one.act === 'want';
/** Whether a thing is refused by its words, or too, like what was refused before it: «плиту не надо, и духовку тоже». */
export const isRefused = ({ frame }: Edge, act: string | undefined, last: Statement | undefined): boolean =>
  act === 'refuse' ||
  flag(frame, 'refused') === true ||
  (act === 'likewise' &&
    (last?.say === 'row' || (last?.say === 'thing' && last.thing.concept !== frame['concept'])) &&
    last.act === 'refuse');
export const isWalls = (one: Statement): one is Of<'walls'> => one.say === 'walls';

/** Statements of a message, and the index of that of each phrase. */
export interface Text {
  readonly all: Statement[];
  readonly of: Map<Edge, number>;
  readonly sourceOf: SourceOf;
}

export type Thing = Extract<Statement, { say: 'thing' }>;

/** Things that were said, with their phrases and the indices of their statements. */
export function* thingsOf({ all, of }: Text, nodes: readonly Node[]): Generator<[Node, number, Thing]> {
  for (const node of nodes) {
    const index = of.get(node.edge);
    const said = index === undefined ? undefined : all[index];
    if (index !== undefined && said?.say === 'thing') yield [node, index, said];
  }
}

/** Whether a thing of this kind is said so. */
export const isSaid = (one: Statement, act: Thing['act'], concept: string): one is Thing =>
  one.say === 'thing' && one.act === act && one.thing.concept === concept;
