import { seen } from '../../../test/layout/view.js';
import type { Brief } from '../brief.js';
import { compose } from '../compose.js';
import { edit } from '../edit.js';

const built = (brief: Brief) => {
  const made = compose(brief, { orderId: 'ord' });
  if (!made.ok) throw new Error(made.findings.map(({ msg }) => msg).join(' '));
  return made.order;
};

describe('mezzanines', () => {
  it('end before a corner that a diagonal unit takes below them, so that both rows open', () => {
    const order = built({
      walls: [{ length: 2700 }, { length: 1600 }],
      fixtures: [{ kind: 'oven', tall: true }, { kind: 'sink' }, { kind: 'unit', code: 'BCD' }],
      wallTier: { walls: 'all', toCeiling: true },
      ceiling: 3000,
    });
    const upper = seen(order).filter((n) => n.tier === 'upper' && n.code !== 'FLC');
    const [a, b] = ['A', 'B'].map((wall) => upper.filter((n) => n.wall === wall));
    expect(Math.max(...(a ?? []).map((n) => n.end))).toBeLessThanOrEqual(2700 - 370);
    expect(b?.length).toBeGreaterThan(0);
  });

  it('are said to be left out where the ceiling is too low for them, and refused when added', () => {
    const brief: Brief = { walls: [{ length: 3000 }], fixtures: [{ kind: 'sink' }], ceiling: 2300 };
    const made = compose({ ...brief, wallTier: { walls: 'all', toCeiling: true } }, { orderId: 'ord' });
    if (!made.ok) throw new Error('refused');
    expect(made.defaults.map(({ text }) => text)).toContain('без антресолей: под потолок 2300 мм они не входят');
    const added = edit(made.order, [{ op: 'add_tier', tier: 'upper' }]);
    expect(added.ok ? [] : added.findings.map(({ code }) => code)).toEqual(['HGT-CEIL']);
  });

  it('are refused over a row that is as high as they would be, and added over a usual one', () => {
    const brief = (height: number): Brief => ({
      walls: [{ length: 3000 }],
      fixtures: [{ kind: 'sink' }],
      wallTier: { walls: 'all', height },
    });
    const over = (height: number) => edit(built(brief(height)), [{ op: 'add_tier', tier: 'upper' }]);
    expect(over(720).ok).toBe(true);
    expect(over(900).findings.map(({ code }) => code)).toContain('HGT-CEIL');
  });

  it('asked for singly is as high as the ceiling lets it be', () => {
    const order = built({
      walls: [{ length: 3000 }],
      fixtures: [{ kind: 'sink' }, { kind: 'unit', code: 'A' }],
      wallTier: { walls: 'all' },
      ceiling: 2500,
    });
    expect(seen(order).find((n) => n.code === 'A')?.h).toBe(300);
  });

  it('named beside those up to the ceiling are among them, or the brief is refused', () => {
    const named = (code: string, tall: boolean, ceiling = 2700): Brief => ({
      walls: [{ length: 3000 }],
      fixtures: [
        { kind: 'sink' },
        { kind: 'unit', code },
        ...(tall ? [{ kind: 'fridge', builtIn: true } as const] : []),
      ],
      wallTier: { walls: 'all', toCeiling: true },
      ceiling,
    });
    const codes = (brief: Brief) => seen(built(brief)).map(({ code }) => code);
    expect(codes(named('AT', true))).toContain('AT');
    expect(codes(named('A', false))).toContain('A');
    for (const brief of [named('AT', false), named('A', false, 2300)]) {
      const made = compose(brief, { orderId: 'ord' });
      expect(made.ok ? [] : made.findings.map(({ code }) => code)).toEqual(['REQ-APPL']);
    }
  });

  it('go on with the end panels below them where they end there, as deep as they are', () => {
    const order = built({
      walls: [{ length: 3300 }],
      ceiling: 2600,
      fixtures: [
        { kind: 'sink', width: 600 },
        { kind: 'hob', fuel: 'induction', oven: true },
        { kind: 'fridge', builtIn: true, where: 'end' },
      ],
      wallTier: { walls: 'all', hood: true, toCeiling: true },
    });
    const upper = seen(order).filter(({ tier }) => tier === 'upper');
    const below = seen(order).filter(({ code, tier }) => code === 'EP' && tier !== 'base');
    expect(below.length).toBeGreaterThan(1);
    for (const { at, tier } of below)
      expect(upper.filter((n) => n.code === 'EP' && n.at === at)).toMatchObject([
        { w: 16, h: 420, node: tier === 'tall' ? { d: 580 } : {} },
      ]);
  });
});
