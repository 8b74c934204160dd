import { faults, seen, the, withCode } from '../../../test/layout/view.js';
import type { Order } from '../../order/order.js';
import type { Brief } from '../brief.js';
import { compose } from '../compose.js';
import { edit } from '../edit.js';

const kitchen = (more: Brief['fixtures'] = [], wallTier: Brief['wallTier'] = { walls: 'all' }): Order => {
  const brief: Brief = {
    walls: [{ length: 2600 }, { length: 2600 }],
    fixtures: [{ kind: 'sink', wall: 'A' }, { kind: 'hob', fuel: 'induction', oven: true, wall: 'B' }, ...more],
    wallTier,
  };
  const made = compose(brief, { orderId: 'ord' });
  if (!made.ok) throw new Error(made.findings.map((f) => f.msg).join(' '));
  expect(faults(made.order)).toEqual([]);
  return made.order;
};

const firstOn = (order: Order, wall: string, tier: string) =>
  seen(order).find((n) => n.wall === wall && n.tier === tier && n.at > 0);

describe('a diagonal corner', () => {
  it('on the floor has one above it: both rows begin where it ends, without fillers', () => {
    const order = kitchen([{ kind: 'unit', code: 'BCD' }]);
    expect(the(order, 'WCD')).toMatchObject({ wall: 'A', at: 2000, w: 600, h: 720 });
    expect([firstOn(order, 'B', 'base')?.at, firstOn(order, 'B', 'wall')?.at]).toEqual([900, 600]);
    expect(withCode(order, 'WC', 'FLC')).toEqual([]);
  });

  it('above a blind one where it was asked for, in the width that was named', () => {
    const order = kitchen([{ kind: 'unit', code: 'WCD', width: 650 }]);
    expect(the(order, 'WCD')).toMatchObject({ wall: 'A', at: 1950, w: 650 });
    expect(firstOn(order, 'B', 'wall')?.at).toBe(650);
    expect(withCode(order, 'WC')).toEqual([]);
  });

  it('as high as its row', () => {
    expect(the(kitchen([{ kind: 'unit', code: 'WCD' }], { walls: 'all', height: 900 }), 'WCD').h).toBe(900);
  });

  it('is said not to fit where there is no corner', () => {
    const brief: Brief = { walls: [{ length: 3000 }], fixtures: [{ kind: 'sink' }, { kind: 'unit', code: 'WCD' }] };
    const made = compose(brief, { orderId: 'ord' });
    expect(made.ok ? [] : made.findings.map((f) => f.code)).toEqual(['REQ-APPL']);
  });
});

it('a blind hanging corner keeps the width that was named', () => {
  expect(the(kitchen([{ kind: 'unit', code: 'WC', width: 870 }]), 'WC')).toMatchObject({ wall: 'A', at: 1730 });
});

describe('a corner unit that is replaced', () => {
  const order = kitchen();

  it('by a diagonal one on the floor moves the row round the corner to 900; what stays keeps its id', () => {
    const result = edit(order, [{ op: 'replace', node: the(order, 'BC').id, code: 'BCD', w: 900 }]);
    if (!result.ok) throw new Error('refused');
    expect(faults(result.order)).toEqual([]);
    expect(firstOn(result.order, 'B', 'base')?.at).toBe(900);
    expect(the(result.order, 'BO').id).toBe(the(order, 'BO').id);
    expect(the(result.order, 'BCD').id).toBe(the(order, 'BC').id);
  });

  it('by a diagonal one in the hanging row lays both rows anew; a plain one may come back', () => {
    const result = edit(order, [{ op: 'replace', node: the(order, 'WC').id, code: 'WCD', w: 600 }]);
    if (!result.ok) throw new Error('refused');
    expect(the(result.order, 'WCD').id).toBe(the(order, 'WC').id);
    expect(firstOn(result.order, 'B', 'wall')?.at).toBe(600);
    const back = edit(result.order, [{ op: 'replace', node: the(order, 'WC').id, code: 'WC', w: 770 }]);
    if (!back.ok) throw new Error('refused');
    expect(withCode(back.order, 'WCD')).toEqual([]);
    expect(withCode(back.order, 'WC', 'FLC').filter(({ tier }) => tier === 'wall')).toHaveLength(2);
  });

  it.each(['A', 'B'])(
    'takes the place of the one in its corner, where it was added to wall %s without a place',
    (wall) => {
      const result = edit(order, [{ op: 'add', code: 'WCD', wall }]);
      expect(result.ok && withCode(result.order, 'WC', 'WCD').map((n) => n.code)).toEqual(['WCD']);
    },
  );
});
