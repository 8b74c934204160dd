import { FINISHES } from '../order/order.js';
import { contrast, lighten, luminance, PALETTE, tones } from './palette.js';
import { plainStyle, switchableStyle } from './styles.js';

describe('the palette', () => {
  it('gives every finish a readable ink of contrast 4.5 or more', () => {
    for (const finish of FINISHES) expect(contrast(tones(finish).ink, PALETTE[finish].hex)).toBeGreaterThanOrEqual(4.5);
  });

  it('draws light lines exactly where the luminance is below 0.18', () => {
    for (const finish of FINISHES) {
      expect(tones(finish).line).toBe(luminance(PALETTE[finish].hex) < 0.18 ? '#F2F2F2' : '#2A2A2A');
    }
  });

  it('tells fronts apart by an edge that can be seen on every finish, black too', () => {
    for (const finish of FINISHES) {
      const { edge, front } = tones(finish);
      expect(contrast(edge, front)).toBeGreaterThanOrEqual(2);
    }
  });

  it('lightens tops and darkens sides, and grains wood alone', () => {
    for (const finish of FINISHES.filter((f) => f !== 'clear' && f !== 'white')) {
      const { top, front, side } = tones(finish);
      expect(luminance(top)).toBeGreaterThan(luminance(front));
      expect(luminance(side)).toBeLessThan(luminance(front));
    }
    expect(FINISHES.filter((f) => tones(f).grain)).toEqual(['oak', 'walnut', 'wenge']);
  });

  it('paints carcass and facade apart', () => {
    const style = plainStyle({ carcass: 'white', facade: 'graphite' });
    expect(style).toContain('.dwg .f{fill:#4A4E52;');
    expect(style).toContain('.dwg .k{fill:#F7F7F4;');
    expect(style).not.toContain('var(');
    for (const finish of FINISHES)
      expect(switchableStyle()).toContain(`[data-facade=${finish}]{--f:${PALETTE[finish].hex};`);
  });
});

describe('colours', () => {
  it('measure contrast as WCAG does and keep their hue', () => {
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2);
    expect(lighten('#808080', 0.1)).toBe('#9A9A9A');
    expect(lighten('#FFFFFF', 0.2)).toBe('#FFFFFF');
    expect(lighten('#000000', -0.2)).toBe('#000000');
  });
});
