import { type Edit, isSameKitchen, type Order } from '#libs/furniture';
import { briefOf3000, goldenOrder } from '../../test/orders.js';
import { applyOperations, countChanges, judge, restore } from './apply.js';

const node = (kind: string): string => goldenOrder().items.find((item) => item.kind === kind)?.node ?? '';

describe('a batch of operations', () => {
  it('is applied to a copy', () => {
    const order = goldenOrder();
    const before = structuredClone(order);
    const made = applyOperations(order, 'lead-1', [{ op: 'set_ceiling', ceiling: 2600 }]);
    expect(made).toMatchObject({ ok: true, applied: 1, order: { ceiling: 2600 } });
    expect(order).toEqual(before);
  });

  it('is all or nothing', () => {
    const made = applyOperations(goldenOrder(), 'lead-1', [
      { op: 'set_ceiling', ceiling: 2600 },
      { op: 'remove', node: 'n999' },
    ]);
    expect(made).toMatchObject({ ok: false, findings: [] });
    expect(made.ok ? '' : made.unknown).toContain('n999');
  });

  it('applies the plan first, then its edits', () => {
    const made = applyOperations(undefined, 'lead-7', [
      { op: 'set_ceiling', ceiling: 2600 },
      { op: 'plan_kitchen', brief: briefOf3000() },
    ]);
    expect(made).toMatchObject({ ok: true, order: { id: 'lead-7', ceiling: 2600 } });
  });

  it('without an order to edit, or without operations, is refused with a reason', () => {
    expect(applyOperations(undefined, 'x', [{ op: 'mirror' }])).toMatchObject({
      ok: false,
      unknown: expect.stringContaining('Заказа ещё нет'),
    });
    expect(applyOperations(goldenOrder(), 'x', [])).toMatchObject({ ok: false });
  });

  it('with an error is refused with its findings', () => {
    const made = applyOperations(goldenOrder(), 'lead-1', [
      { op: 'resize', node: node('sink'), w: 900 },
      { op: 'set_wall', wall: 'A', length: 1200 },
    ]);
    expect(made.ok).toBe(false);
    expect(made.findings.some(({ severity }) => severity === 'error')).toBe(true);
  });
});

it('every order has to pass the checks, whoever built it', () => {
  const low = { ...goldenOrder(), ceiling: 1500 };
  const judged = judge(undefined, { ok: true, order: low, defaults: [], findings: [] });
  expect(judged).toMatchObject({ ok: false, alternatives: [] });
  expect(judged.findings.map(({ severity }) => severity)).toContain('error');
  expect(judge(undefined, { ok: true, order: goldenOrder(), defaults: [], findings: [] }).ok).toBe(true);
});

describe('an id never comes to name another thing', () => {
  const apply = (order: Order, ...operations: Parameters<typeof applyOperations>[2]): Order => {
    const made = applyOperations(order, order.id, operations);
    if (!made.ok) throw new Error(made.unknown ?? made.findings.map(({ msg }) => msg).join(' '));
    return made.order;
  };
  const idsOf = (order: Order) => [
    ...order.runs.flatMap(({ nodes }) => nodes.map(({ id }) => id)),
    ...order.items.map(({ id }) => id),
    ...order.obstacles.map(({ id }) => id),
  ];
  const socket = (at: number): Edit => ({
    op: 'set_obstacle',
    obstacle: { kind: 'socket', wall: 'A', at, width: 80, bottom: 1100 },
  });

  it('when an earlier order is restored and changed again', () => {
    const first = apply(goldenOrder(), { op: 'remove_tier', tier: 'wall' });
    const second = apply(first, { op: 'add_tier', tier: 'wall' }, socket(300));
    const back = restore(second, first);
    if (!back.ok) throw new Error('refused');
    expect(isSameKitchen(back.order, first)).toBe(true);
    const third = apply(back.order, { op: 'add_tier', tier: 'wall' }, socket(900));
    const fresh = idsOf(third).filter((id) => !idsOf(first).includes(id));
    expect(fresh.length).toBeGreaterThan(3);
    expect(fresh.filter((id) => idsOf(second).includes(id))).toEqual([]);
  });

  it('when a new plan takes the place of the order', () => {
    const before = apply(goldenOrder(), socket(300));
    const brief = briefOf3000();
    const after = apply(before, {
      op: 'plan_kitchen',
      brief: { ...brief, walls: [{ length: 3600 }], fixtures: [{ kind: 'fridge', builtIn: true }, ...brief.fixtures] },
    });
    const codes = new Map(before.runs.flatMap(({ nodes }) => nodes.map(({ id, code }) => [id, code])));
    for (const { id, code } of after.runs.flatMap(({ nodes }) => nodes)) expect(codes.get(id) ?? code).toBe(code);
    const fridge = after.items.find(({ kind }) => kind === 'fridge');
    expect(idsOf(before)).not.toContain(fridge?.id);
    expect(idsOf(before)).not.toContain(fridge?.node);
    expect(after.items.find(({ kind }) => kind === 'sink')).toEqual(before.items.find(({ kind }) => kind === 'sink'));
    expect(after.issued).toEqual({ obstacle: 1 });
  });
});

it('ids issued on the way are no change that a customer sees', () => {
  const order = goldenOrder();
  const obstacle = { kind: 'socket', wall: 'A', at: 300, width: 80, bottom: 1100 } as const;
  const made = applyOperations(order, 'lead-1', [
    { op: 'set_obstacle', obstacle },
    { op: 'remove_obstacle', id: 'o1' },
  ]);
  expect(made).toMatchObject({ ok: true, applied: 0, order });
  expect(countChanges(order, { ...order, issued: { obstacle: 1 } })).toBe(0);
});

describe('changes are counted by what a customer sees', () => {
  const order = goldenOrder();
  const count = (op: Parameters<typeof applyOperations>[2][number]): number => {
    const made = applyOperations(order, 'lead-1', [op]);
    return made.ok ? made.applied : -1;
  };
  const base = order.runs.filter(({ tier }) => tier === 'base').flatMap(({ nodes }) => nodes).length;

  it('nothing changed is 0, anything is at least 1', () => {
    expect(countChanges(order, structuredClone(order))).toBe(0);
    expect(count({ op: 'set_ceiling', ceiling: 2650 })).toBe(1);
  });
  it('a new colour counts the nodes of its part', () =>
    expect(count({ op: 'set_finish', part: 'base', finish: 'oak' })).toBe(base));
  it('a new order counts all its nodes', () =>
    expect(countChanges(undefined, order)).toBe(order.runs.flatMap(({ nodes }) => nodes).length));
});
