import { faults, seen, the, withCode } from '../../test/layout/view.js';
import type { Order } from '../order/order.js';
import type { Brief } from './brief.js';
import { compose } from './compose.js';

const made = (brief: Brief) => {
  const result = compose(brief, { orderId: 'ord' });
  if (!result.ok) throw new Error(result.findings.map((f) => f.msg).join(' '));
  expect(faults(result.order)).toEqual([]);
  return result;
};
const built = (brief: Brief): Order => made(brief).order;
const row = (order: Order, wall: string, tier: string) =>
  seen(order)
    .filter((n) => n.wall === wall && n.tier === tier)
    .sort((a, b) => a.at - b.at);

describe('ends that are seen', () => {
  it('have panels on both sides of an outer corner', () => {
    const order = built({
      walls: [{ length: 2400 }, { length: 1800, turn: 'left' }],
      fixtures: [
        { kind: 'sink', wall: 'A' },
        { kind: 'hob', oven: true, wall: 'A' },
      ],
    });
    expect(row(order, 'A', 'base').at(-1)?.code).toBe('EP');
    expect(row(order, 'B', 'base')[0]).toMatchObject({ code: 'EP', at: 0, w: 16 });
  });

  it('have a panel beside a dishwasher, which has no side of its own', () => {
    const order = built({
      walls: [{ length: 2400 }],
      ordered: true,
      fixtures: [{ kind: 'dishwasher', width: 600 }, { kind: 'sink' }, { kind: 'hob', oven: true }],
    });
    const [panel, machine] = row(order, 'A', 'base');
    expect([panel?.code, machine?.code]).toEqual(['EP', 'FD']);
  });

  it('have no panel that hangs by itself', () => {
    const order = built({
      walls: [{ length: 3400 }],
      obstacles: [
        { kind: 'boiler', wall: 'A', at: 2800, width: 450 },
        { kind: 'riser', wall: 'A', at: 0, width: 120, depth: 120 },
      ],
      fixtures: [
        { kind: 'stove', fuel: 'gas' },
        { kind: 'sink', width: 500 },
        { kind: 'unit', code: 'BB', width: 150 },
      ],
    });
    for (const panel of withCode(order, 'EP').filter((n) => n.tier === 'wall'))
      expect(seen(order).some((n) => n.tier === 'wall' && (n.at === panel.end || n.end === panel.at))).toBe(true);
  });
});

it('a fridge and a tall oven that stand side by side have a panel between them', () => {
  const { order, findings } = made({
    walls: [{ length: 3750, ends: { left: 'wall' } }],
    ordered: true,
    fixtures: [
      { kind: 'fridge', builtIn: true },
      { kind: 'oven', tall: true },
      { kind: 'sink' },
      { kind: 'dishwasher', width: 600 },
      { kind: 'hob' },
    ],
  });
  const [fridge, oven] = [the(order, 'TF'), the(order, 'TO')];
  expect(oven.at - fridge.end).toBe(16);
  expect(row(order, 'A', 'tall').find((n) => n.at === fridge.end)).toMatchObject({ code: 'EP', h: 2140 });
  expect(findings.filter((f) => f.code === 'FR-OVEN')).toEqual([]);
});

describe('the hanging row', () => {
  it('leaves no slit beside the hood that is too narrow for a filler', () => {
    const order = built({
      walls: [{ length: 2800 }, { length: 3000 }],
      fixtures: [
        { kind: 'fridge', builtIn: false, width: 650, wall: 'A', where: 'start' },
        { kind: 'hob', fuel: 'induction', oven: true, wall: 'A' },
        { kind: 'sink', wall: 'B' },
      ],
      wallTier: { walls: 'all', hood: true },
    });
    const hung = row(order, 'A', 'wall');
    const slits = hung.slice(1).map((n, i) => n.at - (hung[i]?.end ?? 0));
    expect(slits.filter((mm) => mm > 0 && mm < 16)).toEqual([]);
  });

  it('gives a unit that was asked for without a height its own', () => {
    const order = built({
      walls: [{ length: 3000 }],
      fixtures: [{ kind: 'sink' }, { kind: 'unit', code: 'WG' }, { kind: 'unit', code: 'WO', width: 300 }],
      wallTier: { walls: 'all', height: 900 },
    });
    expect([the(order, 'WG').h, the(order, 'WO').h]).toEqual([900, 900]);
  });

  it('has one drainer where one was asked for, in its width and over the sink', () => {
    const order = built({
      walls: [{ length: 3000 }],
      fixtures: [{ kind: 'sink' }, { kind: 'hob', oven: true }, { kind: 'unit', code: 'WD', width: 800 }],
    });
    const [sink, drainer] = [the(order, 'BS'), the(order, 'WD')];
    expect(withCode(order, 'WD')).toHaveLength(1);
    expect([drainer.w, Math.abs(drainer.at + 400 - sink.at - 300) <= 100]).toEqual([800, true]);
  });
});

describe('mezzanines', () => {
  const corner = built({
    walls: [{ length: 3000 }, { length: 2600 }],
    ceiling: 2600,
    fixtures: [
      { kind: 'fridge', builtIn: true, wall: 'A', where: 'start' },
      { kind: 'sink' },
      { kind: 'hob', fuel: 'induction', oven: true, wall: 'B' },
    ],
    wallTier: { walls: 'all', toCeiling: true },
  });

  it('end 370 from an inner corner behind fillers of their height', () => {
    expect(row(corner, 'A', 'upper').at(-1)).toMatchObject({ code: 'FLC', at: 2630, w: 50, h: 420 });
    expect(row(corner, 'B', 'upper')[0]).toMatchObject({ code: 'FLC', at: 320, w: 50, h: 420 });
  });

  it('run into a corner round which nothing hangs', () => {
    const order = built({
      walls: [{ length: 3000 }, { length: 2600 }],
      ceiling: 2600,
      fixtures: [{ kind: 'sink' }, { kind: 'hob', fuel: 'induction', oven: true, wall: 'B' }],
      wallTier: { walls: ['A'], toCeiling: true },
    });
    const [top, hung] = [row(order, 'A', 'upper').at(-1), row(order, 'A', 'wall').at(-1)];
    expect(hung?.end).toBeGreaterThan(2950);
    expect((hung?.end ?? 0) - (top?.end ?? 0)).toBeLessThan(16);
  });
});
