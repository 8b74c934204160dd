import { findModule, isMadeWidth, type Tier } from '#libs/furniture';
import type { NodeView, View } from './view.js';

/** Tiers that a node occupies: a tall unit occupies three. */
const rooms = ({ tier }: NodeView): readonly Tier[] => (tier === 'tall' ? ['base', 'wall', 'tall'] : [tier]);

/** Geometry of a built order, independent of the service's checks: made widths, inside the wall, no overlap. */
export function badGeometry({ nodes, order }: Pick<View, 'nodes' | 'order'>): string[] {
  const bad: string[] = [];
  for (const node of nodes) {
    const module = findModule(node.ascii);
    const length = order?.room.walls[node.wall - 1]?.length ?? 0;
    if (!module || !isMadeWidth(module, node.width)) bad.push(`${node.code} ${node.width} is not made`);
    if (node.at < 0 || node.end > length) bad.push(`${node.code} ${node.at}..${node.end} leaves its wall of ${length}`);
  }
  nodes.forEach((a, i) => {
    for (const b of nodes.slice(i + 1)) {
      const meet =
        a.wall === b.wall && a.at < b.end && b.at < a.end && rooms(a).some((tier) => rooms(b).includes(tier));
      if (meet) bad.push(`${a.code} ${a.at}..${a.end} (${a.tier}) lies on ${b.code} ${b.at}..${b.end} (${b.tier})`);
    }
  });
  return bad;
}
