import type { Block, Edge, FreeStretch } from './model.js';
import type { Zone } from './zones.js';

/** A block whose place on its wall is settled, mm. */
export interface Fixed {
  block: Block;
  at: number;
}

/** Cuts a row's stretch at the zones where it may not stand and at the blocks whose place is settled; left to right. */
export function cut(whole: FreeStretch, zones: readonly Zone[], fixed: readonly Fixed[]): FreeStretch[] {
  const cuts: { from: number; to: number; edge: Edge }[] = [
    ...zones.map(({ from, to, edge }) => ({ from, to, edge: { kind: edge } })),
    ...fixed.map(({ block, at }) => ({ from: at, to: at + block.w, edge: { kind: 'block' as const, block } })),
  ].sort((a, b) => a.from - b.from || a.to - b.to);
  const stretches: FreeStretch[] = [];
  let from = whole.from;
  let left = whole.left;
  for (const c of cuts) {
    if (c.to <= whole.from || c.from >= whole.to) continue;
    if (c.from > from) stretches.push({ from, to: c.from, left, right: c.edge });
    if (c.to > from) {
      from = c.to;
      left = c.edge;
    }
  }
  if (from < whole.to) stretches.push({ from, to: whole.to, left, right: whole.right });
  return stretches;
}
