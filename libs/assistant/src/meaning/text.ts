import type { Edge } from '../rules/chart.js';
import type { Statement } from './meaning.js';
import type { SourceOf } from './mentions.js';
import type { Of } from './told.js';
import type { Node } from './tree/hypothesis.js';

/** Statements of a message, and the index of that of each phrase. */
export interface Text {
  readonly all: Statement[];
  readonly of: Map<Edge, number>;
  readonly sourceOf: SourceOf;
}

export type Thing = Of<'thing'>;

/** Things that were said, with their phrases and the indices of their statements. */
export function* thingsOf({ all, of }: Text, nodes: readonly Node[]): Generator<[Node, number, Thing]> {
  for (const node of nodes) {
    const index = of.get(node.edge);
    const said = index === undefined ? undefined : all[index];
    if (index !== undefined && said?.say === 'thing') yield [node, index, said];
  }
}
