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

  it('hangs higher than its row where gas asks for 750 mm', () => {
    expect(tops('gas', 600)).toEqual([2140, 2020]);
  });
});

describe('the dishwasher', () => {
  it.each([558, 1632, 1878, 1952, 2487])('stands beside the sink in brief %i, which has one place for it', (n) => {
    const brief = customers(2500)[n];
    if (!brief) throw new Error('no brief');
    expect(isApart(made(brief), brief)).toBe(false);
  });
});
