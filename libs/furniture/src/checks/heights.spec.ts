import { severities } from '../../test/findings.js';
import { kitchen } from '../../test/sketched-kitchen.js';
import { place } from '../geometry/place.js';
import { checkKitchen } from './check.js';
import { kitchenOf } from './context.js';

it('HGT-GAP: 450 between worktop and wall units', () => {
  const order = kitchen({ walls: [3000], runs: { 'A-wall': 'W/600' } });
  const hung = (z0: number) =>
    checkKitchen(
      kitchenOf(
        order,
        place(order).map((p) => ({ ...p, z0 })),
      ),
    ).filter((f) => f.code === 'HGT-GAP');
  expect(hung(1308)).toEqual([]);
  expect(hung(1307)).toMatchObject([
    { severity: 'error', msg: 'Между столешницей и шкафами 449 мм, нужно не меньше 450.' },
  ]);
});

describe('the ceiling', () => {
  const under = (ceiling: number) => ({ walls: [3000], ceiling, runs: { 'A-upper': 'A/600x360' } });

  it('HGT-CEIL: 10 mm to hang', () => {
    expect(severities(under(2510), 'HGT-CEIL')).toEqual([]);
    expect(severities(under(2509), 'HGT-CEIL')).toEqual(['error']);
    expect(severities({ walls: [3000], ceiling: 2149, runs: { 'A-tall': 'T/600' } }, 'HGT-CEIL')).toEqual(['error']);
  });

  it('HGT-TOPGAP: a mezzanine that ends more than 60 below it', () => {
    expect(severities(under(2560), 'HGT-TOPGAP')).toEqual([]);
    expect(severities(under(2561), 'HGT-TOPGAP')).toEqual(['info']);
    expect(severities({ walls: [3000], runs: { 'A-wall': 'W/600' } }, 'HGT-TOPGAP')).toEqual([]);
  });
});
