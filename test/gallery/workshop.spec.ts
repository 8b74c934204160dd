import { glbOf } from '#libs/formats';
import { modelOf, orderBom, orderParts } from '#libs/furniture';
import { faultsOf } from '../../libs/formats/test/validated.js';
import { CONSTANTS } from '../../libs/furniture/src/catalogue/catalogue.js';
import { obstacleVolumes } from '../../libs/furniture/src/geometry/obstacles.js';
import { sumsOfBom, sumsOfParts } from '../../libs/furniture/test/sums.js';
import { orderOf } from './draw.js';
import { KITCHENS } from './kitchens.js';

/** Between an opening and the edge of its part, mm: a hob's unit may stand at the end of a worktop. */
const RIM = 20;
/** They stand before the wall from floor to ceiling. */
const PASSING: ReadonlySet<string> = new Set(['riser', 'gas_pipe']);

describe.each(KITCHENS.map((kitchen) => [kitchen.name, kitchen] as const))(
  'kitchen %s of the gallery',
  (_, kitchen) => {
    const order = orderOf(kitchen);
    const { carcass, facade } = kitchen;

    it('has a list of parts that sums up to its bill of materials', () => {
      expect(sumsOfParts(orderParts(order))).toEqual(sumsOfBom(orderBom(order)));
    });

    it('has openings in its worktop that lie within one part, and joints away from them', () => {
      for (const { length_mm, width_mm, cutouts } of orderParts(order).worktops) {
        const openings = cutouts.filter(({ kind }) => kind === 'sink' || kind === 'hob');
        for (const { from_mm, back_mm, length_mm: wide, width_mm: deep } of openings) {
          expect(from_mm).toBeGreaterThanOrEqual(RIM);
          expect(from_mm + wide).toBeLessThanOrEqual(length_mm - RIM);
          expect(back_mm + deep).toBeLessThanOrEqual(width_mm - RIM);
        }
      }
    });

    it('has a worktop that leaves place to what passes through it', () => {
      const { worktops } = orderParts(order);
      for (const v of obstacleVolumes(order)) {
        if (!PASSING.has(v.obstacle.kind) || v.z0 >= CONSTANTS.worktopTop || v.z1 <= CONSTANTS.worktopTop) continue;
        for (const { wall, from_mm, length_mm, cutouts } of worktops) {
          const [x0, x1] = [Math.max(v.x0, from_mm), Math.min(v.x1, from_mm + length_mm)];
          if (wall !== v.wall.id || x0 >= x1) continue;
          expect(cutouts).toContainEqual(
            expect.objectContaining({ from_mm: x0 - from_mm, back_mm: 0, length_mm: x1 - x0, width_mm: v.y1 }),
          );
        }
      }
    });

    it('has a model that the validator of Khronos finds nothing against', async () => {
      expect(await faultsOf(await glbOf(modelOf(order, { carcass, facade })))).toEqual([]);
    });
  },
);
