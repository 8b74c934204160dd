import { found, severities, straight } from '../../test/findings.js';
import { type KitchenSketch, kitchen } from '../../test/sketched-kitchen.js';
import type { Zone } from '../catalogue/module.js';
import type { PlacedNode } from '../geometry/place.js';
import { checkKitchen } from './check.js';
import { kitchenOf } from './context.js';

const tall = (row: string) => ({ walls: [3000], runs: { 'A-tall': row } });
const wall = (row: string) => ({ walls: [3000], runs: { 'A-wall': row } });

it('OVEN-NICHE: 560 to 568 wide, high enough, 550 deep', () => {
  const bo = (size: string) => severities(straight(3000, `BO/${size}+oven`), 'OVEN-NICHE');
  expect([bo('592'), bo('600'), bo('591'), bo('601')]).toEqual([[], [], ['error'], ['error']]);
  expect([bo('600d550'), bo('600d549')]).toEqual([[], ['error']]);
  expect(severities(tall('TO/600+oven'), 'OVEN-NICHE')).toEqual([]);
  expect(found(tall('TOM/600d540+oven+microwave'), 'OVEN-NICHE')).toMatchObject([
    { msg: 'Духовка не встанет: ниша 568x600, глубина 540.' },
  ]);
});

it('MW-NICHE: 560 to 568 x 362 to 365, 300 deep', () => {
  const wm = (size: string) => severities(wall(`WM/${size}+microwave`), 'MW-NICHE');
  expect([wm('592'), wm('600'), wm('591'), wm('601')]).toEqual([[], [], ['error'], ['error']]);
  expect([wm('600d300'), wm('600d299')]).toEqual([[], ['error']]);
  expect(severities(tall('TOM/600+oven+microwave'), 'MW-NICHE')).toEqual([]);
});

it('niches of an edited catalogue: 595 below a hob, 600 in a tall unit, 362 to 365 for a microwave', () => {
  const codes = (sketch: KitchenSketch, height: number) => {
    const known = kitchenOf(kitchen(sketch));
    const zone = (z: Zone): Zone => (z.kind === 'niche' ? { ...z, height } : z);
    const unit = (p: PlacedNode) => ({ ...known.unit(p), zones: known.unit(p).zones.map(zone) });
    return checkKitchen({ ...known, unit }).map((f) => f.code);
  };
  const low = straight(3000, 'BO/600+oven');
  expect([codes(low, 595).includes('OVEN-NICHE'), codes(low, 594).includes('OVEN-NICHE')]).toEqual([false, true]);
  const high = tall('TO/600+oven');
  expect([codes(high, 600).includes('OVEN-NICHE'), codes(high, 599).includes('OVEN-NICHE')]).toEqual([false, true]);
  const made = [377, 378, 381, 382].map((height) => !codes(wall('WM/600+microwave'), height).includes('MW-NICHE'));
  expect(made).toEqual([false, true, true, false]);
});

it('FR-NICHE: 560 x 1775 x 550', () => {
  const tf = (size: string) => severities(tall(`TF/${size}+fridge`), 'FR-NICHE');
  expect([tf('592'), tf('591')]).toEqual([[], ['error']]);
  expect([tf('600x2035'), tf('600x2034')]).toEqual([[], ['error']]);
  expect([tf('600d550'), tf('600d549')]).toEqual([[], ['error']]);
  expect(severities(tall('NF/600+fridge'), 'FR-NICHE')).toEqual([]);
});

it('DW-NICHE: 815 to 875 below the worktop, fronts of 655 to 725, 450 or 600 wide', () => {
  const fd = (size: string) => severities(straight(3000, `FD/${size}+dishwasher`), 'DW-NICHE');
  expect([fd('450'), fd('600'), fd('500')]).toEqual([[], [], ['error']]);
  expect([fd('600x715'), fd('600x714')]).toEqual([[], ['error']]);
  expect([fd('600x729'), fd('600x730')]).toEqual([[], ['error']]);
});

it('DW-NICHE: each limit of height, front and plinth by itself', () => {
  const known = kitchenOf(kitchen(straight(3000, 'FD/600+dishwasher')));
  const fits = (change: { height?: number; front?: number; legs?: number }) => {
    const { height = 720, front = 716, legs = 100 } = change;
    const zone = (z: Zone): Zone => ({ ...z, leafHeight: front });
    const unit = (p: PlacedNode) => ({ ...known.unit(p), height, zones: known.unit(p).zones.map(zone) });
    return !checkKitchen({ ...known, legs, unit }).some((f) => f.code === 'DW-NICHE');
  };
  expect([714, 715, 775, 776].map((height) => fits({ height }))).toEqual([false, true, true, false]);
  expect([654, 655, 725, 726].map((front) => fits({ front }))).toEqual([false, true, true, false]);
  const onLegs = (legs: number) => fits({ legs, height: 820 - legs });
  expect([89, 90, 220, 221].map(onLegs)).toEqual([false, true, true, false]);
});

it('SINK-BASE: says the next unit that holds the bowl, or that none does', () => {
  const hint = (row: string) => found(straight(3000, row), 'SINK-BASE').map((f) => f.fixHint);
  expect(hint('BS/500+sink=500')).toEqual(['Взять тумбу 600.']);
  expect(hint('BS/900+sink=800')).toEqual([]);
  expect(hint('BS/900+sink=801')).toEqual(['Взять мойку уже: таких тумб не делают.']);
  expect(severities(straight(3000, 'BS/500+sink=300'), 'SINK-BASE')).toEqual([]);
});

it('SINK-BASE: 100 mm around a bowl whose width is named', () => {
  const bs = (item: string) => found(straight(3000, `BS/600+${item}`), 'SINK-BASE');
  expect(bs('sink')).toEqual([]);
  expect(bs('sink=500')).toEqual([]);
  expect(bs('sink=501')).toMatchObject([
    { severity: 'error', path: 'items[i1]', msg: 'Мойка 501 не войдёт в тумбу 600.', fixHint: 'Взять тумбу 800.' },
  ]);
  expect(severities(straight(3000, 'BS/499+sink=300'), 'SINK-BASE')).toEqual(['error']);
});
