import { goldenOrder } from '../../test/golden-order.js';
import { endOf, findNode, itemsIn, nodesOf, runId } from './nodes.js';

const order = goldenOrder();

it('walks every node with its run', () => {
  const all = nodesOf(order);
  expect(all).toHaveLength(21);
  for (const { node, run } of all) expect(run.nodes).toContain(node);
});

it('finds nodes, runs and what stands in them', () => {
  const found = findNode(order, 'n13');
  expect(found).toMatchObject({ node: { code: 'BO' }, run: { id: runId('B', 'base') }, index: 2 });
  expect(found && endOf(found.node)).toBe(1630);
  expect(findNode(order, 'n99')).toBeUndefined();
  expect(itemsIn(order, 'n13').map((item) => item.kind)).toEqual(['oven', 'hob']);
});
