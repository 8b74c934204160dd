import { briefOf3000, goldenOrder } from '../../test/orders.js';
import { applyOperations, countChanges, judge } from './apply.js';

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
