import { found, severities, straight } from '../../test/findings.js';
import { kitchen } from '../../test/sketched-kitchen.js';
import { place } from '../geometry/place.js';
import { checkKitchen } from './check.js';
import { kitchenOf } from './context.js';

const row = (base: string, wall = '', tall = '') => ({
  walls: [4000],
  runs: { 'A-base': base, 'A-wall': wall, 'A-tall': tall },
});
const hob = (fuel: string, wall: string) => row(`BO/600@1000+oven+hob:${fuel}`, wall);

describe('HOB-HOOD: room below the hood', () => {
  it('650 above electric hobs', () => {
    expect(severities(hob('induction', 'WH/600x632@1000+hood'), 'HOB-HOOD')).toEqual([]);
    expect(found(hob('electric', 'WH/600x633@1000+hood'), 'HOB-HOOD')).toMatchObject([
      { severity: 'error', msg: 'До вытяжки 649 мм, нужно не меньше 650.' },
    ]);
  });

  it('750 above gas', () => {
    expect(severities(hob('gas', 'WH/600x532@1000+hood'), 'HOB-HOOD')).toEqual([]);
    expect(severities(hob('gas', 'WH/600x533@1000+hood'), 'HOB-HOOD')).toEqual(['error']);
    expect(severities(hob('gas', 'WH/600x600@1000+hood'), 'HOB-HOOD')).toEqual(['error']);
    expect(severities(row('NB/600@1000+stove:gas', 'WH/600x600@1000+hood'), 'HOB-HOOD')).toEqual(['error']);
  });
});

describe('cabinets around a hob', () => {
  it('HOB-OVER: none above it without a hood', () => {
    expect(severities(hob('electric', 'W/600@400 W/600@1600'), 'HOB-OVER')).toEqual([]);
    expect(severities(hob('electric', 'W/600@401'), 'HOB-OVER')).toEqual(['error']);
    expect(severities(hob('electric', 'WH/600x600@1000+hood W/600'), 'HOB-OVER')).toEqual([]);
  });

  /** Codes of the same kitchen with its cabinets (not the hood) hung at another height. */
  const hung = (wall: string, z0: number) => {
    const order = kitchen(hob('electric', wall));
    const placed = place(order).map((p) => (p.module.ascii === 'W' ? { ...p, z0 } : p));
    return checkKitchen(kitchenOf(order, placed)).filter((f) => f.code === 'HOB-OVER' || f.code === 'HOB-SIDEWALL');
  };

  it('HOB-OVER: from 700 above the worktop on there may be one', () => {
    expect(hung('W/600@1000', 1558)).toEqual([]);
    expect(hung('W/600@1000', 1557)).toMatchObject([{ code: 'HOB-OVER', severity: 'error' }]);
  });

  it('HOB-SIDEWALL: none beside it below 420', () => {
    expect(hung('W/600@400 WH/600x600@1000+hood', 1278)).toEqual([]);
    expect(hung('W/600@400 WH/600x600@1000+hood', 1277)).toMatchObject([
      { code: 'HOB-SIDEWALL', severity: 'error', fixHint: 'Поднять до 1278 мм от пола.' },
    ]);
    expect(hung('W/600@101 WH/600x600@1000+hood', 1277)).toHaveLength(1);
    expect(hung('W/600@100 WH/600x600@1000+hood', 1277)).toEqual([]);
  });
});

describe('HOB-TALL: distance to tall sides and walls', () => {
  it('below 100 an error, below 150 a warning', () => {
    const tall = (at: number) => row('BO/600@1000+oven+hob:electric', '', `T/600@${at}`);
    expect(severities(tall(1699), 'HOB-TALL')).toEqual(['error']);
    expect(severities(tall(1700), 'HOB-TALL')).toEqual(['warning']);
    expect(severities(tall(1749), 'HOB-TALL')).toEqual(['warning']);
    expect(severities(tall(1750), 'HOB-TALL')).toEqual([]);
  });

  it('walls count, free ends and free-standing fridges do not', () => {
    const wall = (left: 'wall' | 'free') => ({
      walls: [{ length: 3000, left }],
      runs: { 'A-base': 'BO/600@99+oven+hob:electric' },
    });
    expect(severities(wall('wall'), 'HOB-TALL')).toEqual(['error']);
    expect(severities(wall('free'), 'HOB-TALL')).toEqual([]);
    expect(severities(row('BO/600@1000+oven+hob:electric', '', 'NF/600@1640+fridge'), 'HOB-TALL')).toEqual([]);
  });

  it('measures from the panel where its width is named', () => {
    expect(severities(row('BH/800@1000+hob:electric=600', '', 'T/600@1800'), 'HOB-TALL')).toEqual(['warning']);
  });
});

it('HOB-TOP: 37 mm of worktop above an oven for induction, 27 else', () => {
  const top = (fuel: string, worktop: number) => {
    const order = kitchen(hob(fuel, ''));
    return checkKitchen({ ...kitchenOf(order), worktop }).filter((f) => f.code === 'HOB-TOP');
  };
  expect(top('induction', 37)).toEqual([]);
  expect(top('induction', 36)).toMatchObject([{ severity: 'error' }]);
  expect(top('gas', 27)).toEqual([]);
  expect(top('gas', 26)).toMatchObject([{ severity: 'error' }]);
});

it('HOB-DW: no machine below a hob', () => {
  expect(severities(row('FD/600+dishwasher BO/600+oven+hob:electric'), 'HOB-DW')).toEqual([]);
  expect(severities(row('FD/600+dishwasher+hob:electric'), 'HOB-DW')).toEqual(['error']);
  expect(severities(row('NB/600+washer BH/600+hob:electric=700'), 'HOB-DW')).toEqual(['error']);
});

describe('HOB-SINK: water and fire apart', () => {
  const apart = (fuel: string, d: number) => row(`BS/600+sink BO/600@${600 + d}+oven+hob:${fuel}`);
  it('gas below 300 is an error, below 500 a warning', () => {
    expect(severities(apart('gas', 299), 'HOB-SINK')).toEqual(['error']);
    expect(severities(apart('gas', 300), 'HOB-SINK')).toEqual(['warning']);
    expect(severities(apart('gas', 500), 'HOB-SINK')).toEqual([]);
    expect(severities(apart('induction', 0), 'HOB-SINK')).toEqual(['warning']);
    expect(severities(apart('induction', 499), 'HOB-SINK')).toEqual(['warning']);
    expect(severities(apart('induction', 500), 'HOB-SINK')).toEqual([]);
  });

  it('gas round an inner corner is measured in the plan', () => {
    const round = (fuel: string, at: number) => ({
      walls: [3000, 2500],
      runs: { 'A-base': 'BS/600@1770+sink', 'B-base': `BO/600@${at}+oven+hob:${fuel}` },
    });
    expect(severities(round('gas', 630), 'HOB-SINK')).toEqual(['error']);
    expect(severities(round('gas', 900), 'HOB-SINK')).toEqual([]);
    expect(severities(round('induction', 630), 'HOB-SINK')).toEqual([]);
  });
});

it('HOB-FRIDGE: 300 and 500 for gas, 30 for electric hobs', () => {
  const apart = (fuel: string, d: number) => row(`BO/600@1000+oven+hob:${fuel}`, '', `NF/600@${1600 + d}+fridge`);
  expect(severities(apart('gas', 299), 'HOB-FRIDGE')).toEqual(['error']);
  expect(severities(apart('gas', 300), 'HOB-FRIDGE')).toEqual(['warning']);
  expect(severities(apart('gas', 499), 'HOB-FRIDGE')).toEqual(['warning']);
  expect(severities(apart('gas', 500), 'HOB-FRIDGE')).toEqual([]);
  expect(severities(apart('electric', 29), 'HOB-FRIDGE')).toEqual(['warning']);
  expect(severities(apart('electric', 30), 'HOB-FRIDGE')).toEqual([]);
});

it('HOB-WINDOW: a gas hob 500 from a window', () => {
  const window = (fuel: string, at: number) => ({
    ...row(`BO/600@1000+oven+hob:${fuel}`),
    obstacles: [{ kind: 'window' as const, wall: 'A', at, width: 1000 }],
  });
  expect(severities(window('gas', 2099), 'HOB-WINDOW')).toEqual(['warning']);
  expect(severities(window('gas', 2100), 'HOB-WINDOW')).toEqual([]);
  expect(severities(window('induction', 1700), 'HOB-WINDOW')).toEqual([]);
});

describe('HOB-LAND: worktop beside a hob', () => {
  const sides = (l: number, r: number) => row(`B/${l} BO/600+oven+hob:electric B/${r}`);
  it('305 on one side and 381 on the other', () => {
    expect(severities(sides(381, 305), 'HOB-LAND')).toEqual([]);
    expect(severities(sides(305, 381), 'HOB-LAND')).toEqual([]);
    expect(severities(sides(380, 380), 'HOB-LAND')).toEqual(['warning']);
    expect(severities(sides(400, 304), 'HOB-LAND')).toEqual(['warning']);
  });

  it('a sink ends the surface', () => {
    expect(found(straight(3000, 'B/400 BO/600+oven+hob:electric BS/600+sink B/400'), 'HOB-LAND')).toMatchObject([
      { msg: 'Мало места рядом с варочной: 400/0 мм.' },
    ]);
  });

  it('is info in a room of up to 9 m²', () => {
    const room = (b: number) => ({ walls: [3000, b], runs: { 'A-base': 'BO/600+oven+hob:electric' } });
    expect(severities(room(3000), 'HOB-LAND')).toEqual(['info']);
    expect(severities(room(3001), 'HOB-LAND')).toEqual(['warning']);
  });
});

it('HOOD-W: the hood covers the hob, its middle within 50', () => {
  expect(severities(hob('electric', 'WH/600x600@1050+hood'), 'HOOD-W')).toEqual([]);
  expect(severities(hob('electric', 'WH/600x600@1051+hood'), 'HOOD-W')).toEqual(['warning']);
  expect(severities(hob('electric', 'WH/500x600@1050+hood'), 'HOOD-W')).toEqual(['warning']);
  expect(severities(row('BH/900@1000+hob:electric', 'WH/900x600@1000+hood'), 'HOOD-W')).toEqual([]);
});

describe('GAS-ROOM', () => {
  it('a ceiling of 2200', () => {
    expect(severities({ ...hob('gas', ''), ceiling: 2200 }, 'GAS-ROOM')).toEqual([]);
    expect(severities({ ...hob('gas', ''), ceiling: 2199 }, 'GAS-ROOM')).toEqual(['error']);
    expect(severities({ ...hob('electric', ''), ceiling: 2199 }, 'GAS-ROOM')).toEqual([]);
  });

  it('1000 mm opposite', () => {
    const u = (middle: number) => ({
      walls: [3000, middle, 3000],
      runs: { 'A-base': 'B/600@1000 BO/600+oven+hob:gas', 'C-base': 'B/600@1400' },
    });
    expect(severities(u(2200), 'GAS-ROOM')).toEqual([]);
    expect(severities(u(2199), 'GAS-ROOM')).toEqual(['error']);
    const bare = (middle: number) => ({
      walls: [3000, middle, 3000],
      runs: { 'A-base': 'B/600@1000 BO/600+oven+hob:gas' },
    });
    expect(severities(bare(1600), 'GAS-ROOM')).toEqual([]);
    expect(severities(bare(1599), 'GAS-ROOM')).toEqual(['error']);
  });
});
