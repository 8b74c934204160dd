import { compose } from '#libs/furniture';
import { judged, total } from '../../libs/furniture/test/layout/judged.js';
import { KITCHENS } from './kitchens.js';

const made = KITCHENS.map(({ name, brief }) => {
  const result = compose(brief, { orderId: name });
  if (!result.ok) throw new Error(`${name} does not compose`);
  return judged(result.order, brief, [...result.findings, ...result.defaults]);
});

it('the kitchens of the gallery are laid out as a designer would', () => {
  const sums = total(made);
  expect(sums.ofPossible).toBeGreaterThanOrEqual(85);
  // 35: sink and dishwasher of 600 were asked for on a wall that has 1340 mm between its corners.
  expect(sums.atCorner).toBeLessThanOrEqual(1);
  // 13 is furniture.ru.md 3.5, which has one there; in 16 a riser stands in the corner: no unit hangs in it.
  expect(sums.atHood).toBeLessThanOrEqual(2);
  expect(sums).toMatchObject({ inside: 0, together: 0, slivers: 0, apart: 0, landing: 0, bare: 0, hood: 0 });
});
