import { customers } from '../../test/layout/customers.js';
import { seen } from '../../test/layout/view.js';
import { place } from '../geometry/place.js';
import { isApart } from './appraisal.js';
import type { Brief } from './brief.js';
import { compose } from './compose.js';

const made = (brief: Brief) => {
  const result = compose(brief, { orderId: 'ord' });
  if (!result.ok) throw new Error(result.findings.map(({ msg }) => msg).join(' '));
  return result.order;
};
const codes = (brief: Brief): string[] => seen(made(brief)).map(({ code }) => code);

const straight = (length: number, change: Partial<Brief> = {}): Brief => ({
  walls: [{ length, ends: { left: 'wall', right: 'wall' } }],
  fixtures: [
    { kind: 'sink', width: 600 },
    { kind: 'hob', fuel: 'induction', oven: true },
  ],
  ...change,
});

describe('what a customer does not want', () => {
  it.each(['BB', 'BD3', 'WD', 'WO'])('no gap is filled with it: %s', (code) => {
    const has = (brief: Brief): boolean => {
      const result = compose(brief, { orderId: 'ord' });
      return result.ok && seen(result.order).some((node) => node.code === code);
    };
    const asked = ({ fixtures }: Brief): boolean => fixtures.some((f) => f.kind === 'unit' && f.code === code);
    const filled = customers(120).filter((brief) => !asked(brief) && has(brief));
    expect(filled.length).toBeGreaterThan(0);
    expect(filled.filter((brief) => has({ ...brief, without: [code] }))).toEqual([]);
  });

  it('stands all the same where it was asked for', () => {
    const fixtures: Brief['fixtures'] = [{ kind: 'unit', code: 'BB', width: 150 }];
    expect(codes(straight(2400, { fixtures, without: ['BB'] }))).toContain('BB');
  });
});

describe('a row that was listed from left to right', () => {
  const fixtures: Brief['fixtures'] = [
    { kind: 'fridge', builtIn: false, width: 600, where: 'start' },
    { kind: 'sink', width: 600 },
    { kind: 'dishwasher', width: 600 },
    { kind: 'stove', fuel: 'gas', width: 500 },
  ];
  const floor = (brief: Brief) => seen(made(brief)).filter(({ tier }) => tier === 'base' || tier === 'tall');

  it('fills the room between two walls: nothing stays free', () => {
    const row = floor(straight(2900, { ordered: true, fixtures })).sort((a, b) => a.at - b.at);
    expect(row.map(({ at }, i) => at - (row[i - 1]?.end ?? 0)).filter((gap) => gap > 0)).toEqual([]);
    expect(row.at(-1)?.end).toBe(2900);
  });

  it('has one filler, at the wall where a door needs it, and none beside the niche of a fridge', () => {
    const fillers = floor(straight(2900, { ordered: true, fixtures })).filter(({ code }) => code === 'FL');
    expect(fillers.map(({ at, w }) => [at, w])).toEqual([[2800, 100]]);
  });

  it('ends where it was said to at an open wall', () => {
    const open = { ...straight(4000, { ordered: true, fixtures }), walls: [{ length: 4000 }] };
    expect(Math.max(...floor(open).map(({ end }) => end))).toBeLessThan(3500);
  });
});

describe('a hood cabinet', () => {
  const tops = (fuel: 'gas' | 'induction', height: number) => {
    const brief = straight(3000, { wallTier: { walls: 'all', height, hood: true } });
    const fixtures: Brief['fixtures'] = [{ kind: 'sink' }, { kind: 'hob', fuel, oven: true }];
    const placed = place(made({ ...brief, ceiling: 2800, fixtures }));
    const of = (code: string) => placed.find(({ module }) => module.ascii === code)?.z1;
    return [of('WH'), of('W')];
  };

  it.each([
    ['induction', 600, 2020],
    ['induction', 720, 2140],
    ['induction', 900, 2320],
    ['gas', 900, 2320],
  ] as const)('ends in line with its row: %s, %i', (fuel, height, top) => {
    expect(tops(fuel, height)).toEqual([top, top]);
  });

  it('hangs higher than its row where gas asks for 750 mm, and the customer is told', () => {
    expect(tops('gas', 600)).toEqual([2140, 2020]);
    const fixtures: Brief['fixtures'] = [{ kind: 'sink' }, { kind: 'hob', fuel: 'gas', oven: true }];
    const result = compose(straight(3000, { fixtures, wallTier: { walls: 'all', height: 600, hood: true } }), {
      orderId: 'ord',
    });
    expect(result.ok && result.defaults.map(({ text }) => text)).toContain(
      'шкаф вытяжки на 120 мм выше ряда: до вытяжки 782 мм',
    );
  });
});

describe('what closes a row', () => {
  const said = (brief: Brief): string[] => {
    const result = compose(brief, { orderId: 'ord' });
    return result.ok ? result.defaults.map(({ text }) => text) : [];
  };
  const row = (brief: Brief, ...tiers: string[]): string[] =>
    seen(made(brief))
      .filter(({ wall, tier }) => wall === (brief.walls.length > 1 ? 'B' : 'A') && tiers.includes(tier))
      .sort((a, b) => a.at - b.at)
      .map(({ code, w }) => `${code} ${w}`);

  it('is one filler at the corner unit: a sink of no named width is wider under its window, and the customer is told', () => {
    const brief: Brief = {
      walls: [{ length: 2800 }, { length: 3200 }, { length: 2200 }],
      obstacles: [{ kind: 'window', wall: 'B', at: 1000, width: 1200, bottom: 900, top: 2100 }],
      fixtures: [
        { kind: 'sink', where: 'window' },
        { kind: 'dishwasher', width: 600, nextTo: 'sink' },
        { kind: 'hob', fuel: 'gas', oven: true, wall: 'C' },
      ],
    };
    expect(row(brief, 'base')).toEqual(['FLC 50', 'FD 600', 'BS 800', 'FL 40', 'BC 1130']);
    expect(said(brief)).toContain('тумба мойки 800 мм, так ряд закрывается без второго добора');
  });

  it('is a filler of less than 100 mm where a unit takes the rest of its place', () => {
    const brief: Brief = {
      walls: [{ length: 1600 }, { length: 2600 }, { length: 2890 }],
      fixtures: [
        { kind: 'sink', where: 'corner' },
        { kind: 'hob', fuel: 'electric', oven: true },
        { kind: 'dishwasher', width: 450 },
        { kind: 'unit', code: 'BD3' },
      ],
    };
    expect(row(brief, 'base')).toEqual(['FLC 50', 'BD3 600', 'B 300', 'FL 40', 'BC 1030']);
  });

  it('is no filler at the hood and none beside that of a corner: the unit in the corner hangs in the row of the hood', () => {
    const brief: Brief = {
      walls: [{ length: 1900 }, { length: 3200 }],
      fixtures: [
        { kind: 'sink', wall: 'A' },
        { kind: 'dishwasher', width: 450, nextTo: 'sink' },
        { kind: 'hob', fuel: 'gas', oven: true, wall: 'B' },
        { kind: 'fridge', builtIn: true, wall: 'B', where: 'end' },
      ],
      wallTier: { walls: 'all', hood: true },
    };
    expect(row(brief, 'wall').slice(0, 4)).toEqual(['WC 670', 'FL 60', 'W 300', 'WH 600']);
  });

  it('is an end panel beside a window round the corner, where nothing hangs against which a filler could close', () => {
    const brief: Brief = {
      walls: [{ length: 2200 }, { length: 3000 }],
      obstacles: [{ kind: 'window', wall: 'A', at: 900, width: 1300, bottom: 900, top: 2100 }],
      fixtures: [
        { kind: 'sink', wall: 'A' },
        { kind: 'hob', fuel: 'induction', oven: true, wall: 'B' },
      ],
      wallTier: { walls: 'all' },
    };
    expect(row(brief, 'wall')[0]).toBe('EP 16');
    expect(codes(brief).filter((code) => code === 'FLC')).toHaveLength(1);
  });

  it('is a diagonal unit in the corner, and the customer is told, where a blind one has no room beside the hood', () => {
    const brief: Brief = {
      walls: [{ length: 1750 }, { length: 2400 }],
      fixtures: [
        { kind: 'sink', wall: 'A' },
        { kind: 'stove', fuel: 'electric', wall: 'B', at: 630 },
      ],
      wallTier: { walls: 'all' },
    };
    expect(row(brief, 'wall').slice(0, 2)).toEqual(['FL 30', 'WH 600']);
    expect(codes(brief)).toContain('WCD');
    expect(said(brief)).toContain('в углу верхнего ряда диагональный шкаф: рядом с вытяжкой прямому нет места');
  });

  it('is an end panel behind a pipe at a free end, and beside a window', () => {
    const brief = straight(3200, {
      walls: [{ length: 3200 }],
      obstacles: [
        { kind: 'gas_pipe', wall: 'A', at: 60, width: 30 },
        { kind: 'window', wall: 'A', at: 2400, width: 700, bottom: 900, top: 2100 },
      ],
      wallTier: { walls: 'all' },
    });
    expect(row(brief, 'base')[0]).toBe('EP 16');
    expect(row(brief, 'wall').at(-1)).toBe('EP 16');
  });

  it('is worktop, not a hob: 1800 mm have some on both of its sides', () => {
    const brief = straight(1800, { walls: [{ length: 1800 }], wallTier: { walls: 'none' } });
    const hob = row(brief, 'base').findIndex((text) => text.startsWith('BO'));
    expect(row(brief, 'base')[hob - 1]).toMatch(/^B/);
    expect(row(brief, 'base')[hob + 1]).toMatch(/^B/);
  });
});

describe('wall units that were asked for', () => {
  const walls: Brief['walls'] = [{ length: 3000 }, { length: 2600 }];
  const hung = (count: number): Brief => ({
    walls,
    fixtures: [
      { kind: 'sink', wall: 'B' },
      { kind: 'unit', code: 'WG', width: 600, count },
    ],
    wallTier: { walls: 'all', hood: false },
  });

  it('go on to the next wall where the first has no room for all of them', () => {
    const placed = seen(made(hung(6))).filter(({ code }) => code === 'WG');
    expect(placed).toHaveLength(6);
    expect(new Set(placed.map(({ wall }) => wall))).toEqual(new Set(['A', 'B']));
  });

  it('are refused by name where they are longer than both walls', () => {
    const result = compose(hung(10), { orderId: 'ord' });
    expect(result.ok).toBe(false);
    expect(new Set(result.findings.map(({ code }) => code))).toEqual(new Set(['REQ-APPL']));
  });
});

describe('the dishwasher', () => {
  it.each([558, 1632, 1878, 1952, 2487])('stands beside the sink in brief %i, which has one place for it', (n) => {
    const brief = customers(2500)[n];
    if (!brief) throw new Error('no brief');
    expect(isApart(made(brief), brief)).toBe(false);
  });
});
