import { found, severities, straight } from '../../test/findings.js';

const row = (base: string, tall = '') => ({ walls: [4000], runs: { 'A-base': base, 'A-tall': tall } });

it('FR-LAND: 381 mm of worktop beside a fridge', () => {
  expect(severities(row('B/381@600', 'TF/600+fridge'), 'FR-LAND')).toEqual([]);
  expect(severities(row('B/380@600', 'TF/600+fridge'), 'FR-LAND')).toEqual(['warning']);
  expect(severities(row('B/600@1300', 'TF/600+fridge T/600'), 'FR-LAND')).toEqual(['warning']);
});

it('FR-OVEN: a panel of 16 mm at least between a fridge and an oven’s tall unit', () => {
  expect(severities(row('', 'TF/600+fridge TO/600+oven'), 'FR-OVEN')).toEqual(['warning']);
  expect(severities(row('', 'TF/600+fridge TO/600@615+oven'), 'FR-OVEN')).toEqual(['warning']);
  expect(severities(row('', 'TF/600+fridge EP/16x2140 TO/600+oven'), 'FR-OVEN')).toEqual([]);
  expect(severities(row('BO/600@600+oven', 'TF/600+fridge'), 'FR-OVEN')).toEqual([]);
});

it('DW-SINK: 914 mm at most between a dishwasher and the sink', () => {
  expect(severities(row('BS/600+sink FD/600@1514+dishwasher'), 'DW-SINK')).toEqual([]);
  expect(severities(row('BS/600+sink FD/600@1515+dishwasher'), 'DW-SINK')).toEqual(['warning']);
});

it('DW-CORNER: 530 mm before an open dishwasher', () => {
  const corner = (at: number) => ({
    walls: [3000, 2500],
    runs: { 'A-base': `FD/600@${at}+dishwasher`, 'B-base': 'FLC/50@580 B/600' },
  });
  expect(severities(corner(1290), 'DW-CORNER')).toEqual([]);
  expect(severities(corner(1291), 'DW-CORNER')).toEqual(['warning']);
  const after = (at: number) => ({
    walls: [3000, 2500],
    runs: { 'A-base': 'BC/1130@1870', 'B-base': `FD/600@${at}+dishwasher` },
  });
  expect(severities(after(1110), 'DW-CORNER')).toEqual([]);
  expect(severities(after(1109), 'DW-CORNER')).toEqual(['warning']);
  expect(severities({ ...corner(2000), runs: { 'A-base': 'FD/600@2000+dishwasher' } }, 'DW-CORNER')).toEqual([]);
});

it('SINK-LAND: 457 on one side and 610 on the other, info in a small room', () => {
  const sides = (l: number, r: number) => straight(4000, `B/${l} BS/600+sink B/${r}`);
  expect(severities(sides(457, 610), 'SINK-LAND')).toEqual([]);
  expect(severities(sides(456, 700), 'SINK-LAND')).toEqual(['warning']);
  expect(severities(sides(609, 609), 'SINK-LAND')).toEqual(['warning']);
  expect(severities({ ...sides(300, 300), walls: [3000, 2000] }, 'SINK-LAND')).toEqual(['info']);
});

it('SINK-LAND: the larger side may be either, and the worktop ends at the next hob', () => {
  const row = (text: string) => severities(straight(5000, text), 'SINK-LAND');
  expect(row('B/610 BS/600+sink B/457')).toEqual([]);
  expect(row('B/457 BS/600+sink B/609')).toEqual(['warning']);
  expect(row('B/700 BS/600+sink B/457 BH/600+hob:electric')).toEqual([]);
  expect(row('B/700 BS/600+sink B/456 BH/600+hob:electric B/900')).toEqual(['warning']);
  expect(row('BS/600+sink B/900')).toEqual(['warning']);
});

it('SINK-NONE: a dishwasher asks for a sink', () => {
  expect(severities(row('BS/600+sink FD/600+dishwasher'), 'SINK-NONE')).toEqual([]);
  expect(severities(row('B/600 FD/600+dishwasher'), 'SINK-NONE')).toEqual(['warning']);
});

describe('REQ-APPL: appliances and their units go together', () => {
  it('every item stands in a unit made for it', () => {
    expect(severities(row('BO/600+oven+hob:gas BH/600+hob NB/600+washer'), 'REQ-APPL')).toEqual([]);
    expect(found(row('B/600+dishwasher'), 'REQ-APPL')).toMatchObject([
      {
        severity: 'error',
        path: 'items[i1]',
        msg: 'В заказе нет места для прибора: посудомоечная машина.',
        fixHint: 'Добавить узел: ФПМ.',
      },
    ]);
  });

  it('every unit made for an appliance has it, hoods excepted', () => {
    expect(severities(row('BS/600'), 'REQ-APPL')).toEqual(['error']);
    expect(severities(row('NB/600'), 'REQ-APPL')).toEqual(['error']);
    expect(severities(row('', 'TOM/600+oven'), 'REQ-APPL')).toEqual(['error']);
    expect(severities({ walls: [3000], runs: { 'A-wall': 'WH/600x600' } }, 'REQ-APPL')).toEqual([]);
  });
});
