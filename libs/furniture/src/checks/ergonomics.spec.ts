import { found, severities } from '../../test/findings.js';

describe('ERG-TRI: fridge, sink, hob', () => {
  const line = (sink: number, hob: number) => ({
    walls: [9000],
    runs: { 'A-tall': 'NF/600+fridge', 'A-base': `BS/600@${sink}+sink BO/600@${hob}+oven+hob:electric` },
  });
  it('sides of 1219 to 2743', () => {
    expect(severities(line(1219, 2438), 'ERG-TRI')).toEqual([]);
    expect(severities(line(1218, 2438), 'ERG-TRI')).toEqual(['info']);
    expect(severities(line(1300, 2743), 'ERG-TRI')).toEqual([]);
    expect(severities(line(1300, 2744), 'ERG-TRI')).toEqual(['info']);
  });

  it('below 800 a warning, in a small room info', () => {
    expect(severities(line(800, 2100), 'ERG-TRI')).toEqual(['info']);
    expect(severities(line(799, 2100), 'ERG-TRI')).toEqual(['warning']);
    expect(severities({ ...line(799, 2100), walls: [4000, 2000] }, 'ERG-TRI')).toEqual(['info']);
  });
});

it('ERG-TRI: sides of 7925 together, none of them too long', () => {
  const u = (fridge: number) => ({
    walls: [4000, 3802, 4000],
    runs: {
      'A-tall': `NF/600@${fridge}+fridge`,
      'B-base': 'BS/600@1601+sink',
      'C-base': 'BO/600@2568+oven+hob:electric',
    },
  });
  expect(severities(u(833), 'ERG-TRI')).toEqual([]);
  expect(found(u(832), 'ERG-TRI')).toMatchObject([{ severity: 'info', msg: 'Рабочий треугольник 2642/2642/2642 мм.' }]);
});

describe('ERG-AISLE: between facing rows', () => {
  const u = (middle: number) => ({
    walls: [2000, middle, 2000],
    runs: { 'A-base': 'B/600@700', 'C-base': 'B/600@700' },
  });
  it('below 1000 an error, below 1067 a warning', () => {
    expect(found(u(2199), 'ERG-AISLE')).toMatchObject([
      { severity: 'error', msg: 'Проход 999 мм, нужно не меньше 1000.' },
    ]);
    expect(severities(u(2200), 'ERG-AISLE')).toEqual(['warning']);
    expect(severities(u(2266), 'ERG-AISLE')).toEqual(['warning']);
    expect(severities(u(2267), 'ERG-AISLE')).toEqual([]);
  });

  it('rows that do not face each other leave the aisle free', () => {
    expect(severities({ ...u(1900), runs: { 'A-base': 'B/600', 'C-base': 'B/600' } }, 'ERG-AISLE')).toEqual([]);
    expect(severities({ ...u(1900), runs: { 'A-base': 'B/600@700' } }, 'ERG-AISLE')).toEqual([]);
  });
});

describe('ERG-WALK: a row opposite a bare wall', () => {
  const past = (middle: number, runs: Record<string, string>) => ({ walls: [3000, middle, 3000], runs });

  it('leaves 914 to walk, from either side', () => {
    expect(severities(past(1514, { 'A-base': 'B/600@1000' }), 'ERG-WALK')).toEqual([]);
    expect(severities(past(1513, { 'A-base': 'B/600@1000' }), 'ERG-WALK')).toEqual(['warning']);
    expect(severities(past(1513, { 'C-base': 'B/600@1000' }), 'ERG-WALK')).toEqual(['warning']);
    expect(severities(past(1494, { 'A-tall': 'T/600@1000' }), 'ERG-WALK')).toEqual([]);
    expect(severities(past(1493, { 'A-tall': 'T/600@1000' }), 'ERG-WALK')).toEqual(['warning']);
  });

  it('is no walk where the bare wall ends before the row, nor where a row faces it', () => {
    const short = { walls: [3000, 1400, 600], runs: { 'A-base': 'B/600@1000' } };
    expect(severities(short, 'ERG-WALK')).toEqual([]);
    expect(severities(past(1513, { 'A-base': 'B/600@1000', 'C-base': 'B/600@1000' }), 'ERG-WALK')).toEqual([]);
  });
});

it('ERG-TALL: no tall unit between sink and hob', () => {
  const tall = (at: number) => ({
    walls: [4000],
    runs: { 'A-tall': `T/600@${at}`, 'A-base': 'BS/600@600+sink BO/600@1800+oven+hob:electric' },
  });
  expect(severities(tall(1200), 'ERG-TALL')).toEqual(['warning']);
  expect(severities(tall(2500), 'ERG-TALL')).toEqual([]);
  expect(severities(tall(0), 'ERG-TALL')).toEqual([]);
});
