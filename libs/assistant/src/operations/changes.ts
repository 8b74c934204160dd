import type { Order } from '#libs/furniture';

/** What a customer can see of each node: its place, size, what stands in it, and how its tier looks. */
function looks(order: Order): Map<string, string> {
  const items = new Map<string, string[]>();
  for (const { node, kind, w, fuel } of order.items)
    items.set(node, [...(items.get(node) ?? []), `${kind} ${w} ${fuel}`]);
  return new Map(
    order.runs.flatMap(({ wall, tier, nodes }) =>
      nodes.map((node): [string, string] => {
        const look = [order.finish.facade?.[tier], order.finish.carcass, order.handles[tier]];
        const top = tier === 'base' ? order.finish.worktop : tier === 'wall' ? order.lighting.under : undefined;
        const { id, ...place } = node;
        return [id, JSON.stringify([wall, tier, Object.entries(place).sort(), items.get(id)?.sort(), look, top])];
      }),
    ),
  );
}

/**
 * Nodes that were added, removed or changed (spec.md, `result.applied`); at least 1 where anything of the document
 * changed, 0 only for an untouched order.
 */
export function countChanges(before: Order | undefined, after: Order): number {
  if (!before) return Math.max(1, looks(after).size);
  const [old, now] = [looks(before), looks(after)];
  const ids = new Set([...old.keys(), ...now.keys()]);
  const changed = [...ids].filter((id) => old.get(id) !== now.get(id)).length;
  return changed > 0 ? changed : JSON.stringify(before) === JSON.stringify(after) ? 0 : 1;
}
