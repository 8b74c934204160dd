import { issue, issuedNumbers, succeeding } from '../order/ids.js';
import { itemsIn, nodesOf } from '../order/nodes.js';
import type { Order } from '../order/order.js';
import { matched } from './edits/rebuild.js';
import { ROWS, rowOf } from './edits/row.js';

/**
 * A newly composed order in the place of one that stands: what both hold (a module on its wall, an appliance on any, an
 * obstacle at its place) keeps the standing id, everything else gets an id that was never issued.
 */
export function inPlaceOf(made: Order, standing: Order): Order {
  const issued = issuedNumbers(standing);
  const kept = keptNodes(made, standing);
  const named = new Map<string, string>();
  const runs = made.runs.map((run) => ({
    ...run,
    nodes: run.nodes.map((node) => {
      const id = kept.get(node.id) ?? issue(issued, 'node');
      named.set(node.id, id);
      return { ...node, id };
    }),
  }));
  const items = made.items.map((item) => {
    const node = named.get(item.node) ?? item.node;
    const known = standing.items.find((one) => one.node === node && one.kind === item.kind);
    return { ...item, id: known?.id ?? issue(issued, 'item'), node };
  });
  const free = [...standing.obstacles];
  const obstacles = made.obstacles.map((obstacle) => {
    const { kind, wall, at } = obstacle;
    const same = free.findIndex((one) => one.kind === kind && one.wall === wall && one.at === at);
    const [known] = same < 0 ? [] : free.splice(same, 1);
    return { ...obstacle, id: known?.id ?? issue(issued, 'obstacle') };
  });
  const { issued: _, ...rest } = made;
  return succeeding({ ...rest, runs, items, obstacles }, standing);
}

/**
 * The standing id of each node of `made`: of the same module on the same wall, the nearest where there are several; an
 * appliance that went to another wall has its own.
 */
function keptNodes(made: Order, standing: Order): Map<string, string> {
  const kept = new Map<string, string>();
  for (const { id: wall } of made.room.walls) {
    for (const row of ROWS) {
      const pieces = rowOf(made, wall, row);
      const bare = pieces.map(({ id: _, ...piece }) => piece);
      matched(bare, rowOf(standing, wall, row)).forEach(({ id }, i) => {
        const own = pieces[i]?.id;
        if (own && id) kept.set(own, id);
      });
    }
  }
  const left = new Set(kept.values());
  const others = nodesOf(standing).filter(({ node }) => !left.has(node.id));
  for (const { node } of nodesOf(made)) {
    const kinds = kindsIn(made, node.id);
    if (kinds === '' || kept.has(node.id)) continue;
    const at = others.findIndex((one) => one.node.code === node.code && kindsIn(standing, one.node.id) === kinds);
    const [other] = at < 0 ? [] : others.splice(at, 1);
    if (other) kept.set(node.id, other.node.id);
  }
  return kept;
}

/** The appliances of a node, as one text. */
const kindsIn = (order: Order, node: string): string =>
  itemsIn(order, node)
    .map(({ kind }) => kind)
    .sort()
    .join();
