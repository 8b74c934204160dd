import { glbOf } from '#libs/formats';
import { modelOf, orderBom, orderParts } from '#libs/furniture';
import { faultsOf } from '../../libs/formats/test/validated.js';
import { sumsOfBom, sumsOfParts } from '../../libs/furniture/test/sums.js';
import { drawKitchen } from './draw.js';
import { KITCHENS } from './kitchens.js';

/** Between an opening and the edge of its part, mm: a hob's unit may stand at the end of a worktop. */
const RIM = 20;

describe.each(KITCHENS.map((kitchen) => [kitchen.name, kitchen] as const))(
  'kitchen %s of the gallery',
  (_, kitchen) => {
    const { order } = drawKitchen(kitchen);
    const { carcass, facade } = kitchen;

    it('has a list of parts that sums up to its bill of materials', () => {
      expect(sumsOfParts(orderParts(order))).toEqual(sumsOfBom(orderBom(order)));
    });

    it('has openings in its worktop that lie within one part, and joints away from them', () => {
      for (const { length_mm, width_mm, cutouts } of orderParts(order).worktops) {
        for (const { from_mm, back_mm, length_mm: wide, width_mm: deep } of cutouts) {
          expect(from_mm).toBeGreaterThanOrEqual(RIM);
          expect(from_mm + wide).toBeLessThanOrEqual(length_mm - RIM);
          expect(back_mm + deep).toBeLessThanOrEqual(width_mm - RIM);
        }
      }
    });

    it('has a model that the validator of Khronos finds nothing against', async () => {
      expect(await faultsOf(await glbOf(modelOf(order, { carcass, facade })))).toEqual([]);
    });
  },
);
