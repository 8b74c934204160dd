import { diffConversations, type Stood } from '#libs/conversations';
import { type Order, orderBom } from '#libs/furniture';
import { goldenOrder } from '../../../furniture/test/golden-order.js';

const balance = { included: 9, extra: 0, reserved: { included: 0, extra: 0 }, used: 1 };
const coin = (step: 'reserved' | 'charged') => ({ at: '', step, coins: 1, ledger: 'coins-m-1', balance });

/** A conversation after its only turn, which assembled this. */
function stood(order: Order | null, coins: Stood['turns'][number]['coins'] = []): Stood {
  const said = { id: 't', turn: 1, state: 'done' as const, text: 'х', images: [], queued_at: '' };
  const turn = { ...said, attempts: [], operations: [], order_changed: order !== null, coins, webhooks: [] };
  return { turns: [turn], order, bom: order && orderBom(order) };
}

/** The golden kitchen with its first module 100 mm wider, and without its last. */
function changed(): { readonly order: Order; readonly wider: string; readonly gone: string } {
  const order = goldenOrder();
  const [run] = order.runs;
  const [first] = run?.nodes ?? [];
  const gone = order.runs.at(-1)?.nodes.at(-1);
  if (!run || !first || !gone) throw new Error('the golden kitchen has no modules');
  const runs = order.runs.map(({ nodes, ...rest }) => ({
    ...rest,
    nodes: nodes
      .filter(({ id }) => id !== gone.id)
      .map((node) => (node.id === first.id ? { ...node, w: node.w + 100 } : node)),
  }));
  return { order: { ...order, runs }, wider: first.id, gone: gone.id };
}

describe('what changed between two turns', () => {
  it('is every module, line of the bill and coin before the first order', () => {
    const order = goldenOrder();
    const { nodes, bom, coins } = diffConversations(stood(null), stood(order, [coin('reserved'), coin('charged')]));
    expect(nodes.added.map(({ id }) => id)).toEqual(order.runs.flatMap((run) => run.nodes.map(({ id }) => id)));
    expect(nodes).toMatchObject({ removed: [], changed: [] });
    const { sheets, linear, edges, pieces } = orderBom(order);
    expect(bom).toHaveLength(sheets.length + linear.length + edges.length + pieces.length);
    expect(bom.every(({ before, after }) => before === 0 && after > 0)).toBe(true);
    expect(coins).toEqual({ before: 0, after: 1 });
  });

  it('names what was widened and what was taken away, and their material', () => {
    const { order, wider, gone } = changed();
    const { nodes, bom } = diffConversations(stood(goldenOrder()), stood(order));
    expect(nodes.added).toEqual([]);
    expect(nodes.removed.map(({ id }) => id)).toEqual([gone]);
    expect(nodes.changed).toMatchObject([{ id: wider, fields: [{ name: 'w' }] }]);
    expect(bom.length).toBeGreaterThan(0);
  });

  it('is told the other way round when asked the other way round', () => {
    const [one, other] = [stood(goldenOrder()), stood(changed().order)];
    const there = diffConversations(one, other);
    const back = diffConversations(other, one);
    expect(back.nodes.added).toEqual(there.nodes.removed);
    const turned = there.bom.map(({ before, after, ...line }) => ({ ...line, before: after, after: before }));
    expect(new Set(back.bom.map((line) => JSON.stringify(line)))).toEqual(
      new Set(
        turned.map(({ kind, code, title, before, after }) => JSON.stringify({ kind, code, title, before, after })),
      ),
    );
  });

  it('is nothing between a turn and itself', () => {
    const same = stood(goldenOrder());
    const nothing = { nodes: { added: [], removed: [], changed: [] }, bom: [], coins: { before: 0, after: 0 } };
    expect(diffConversations(same, same)).toEqual(nothing);
  });
});
