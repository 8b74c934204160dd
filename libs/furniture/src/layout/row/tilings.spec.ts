import fc from 'fast-check';
import { findModule, isMadeWidth } from '../../catalogue/catalogue.js';
import { BASE, tile, tilings, UPPER, WALL } from './tilings.js';

describe('tilings', () => {
  it.each([
    ['base', BASE],
    ['wall', WALL],
    ['upper', UPPER],
  ])('%s: units are made in their widths and add up to the gap, or there is no tiling', (_, table) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 240 }), (steps) => {
        const gap = steps * 50;
        const widths = tile(table, gap);
        if (!Number.isFinite(tilings(table).points[steps])) return expect(widths).toEqual([]);
        expect(widths.reduce((a, b) => a + b, 0)).toBe(gap);
        for (const w of widths) expect(isMadeWidth(findModule(table.code(w))!, w)).toBe(true);
      }),
    );
  });

  it('likes few middle widths: 1200 is two of 600, 900 is 400 and 500', () => {
    expect(tile(BASE, 1200)).toEqual([600, 600]);
    expect(tile(WALL, 900)).toEqual([400, 500]);
  });
});
