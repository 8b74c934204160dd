import { found, severities } from '../../test/findings.js';
import { goldenSketch, type KitchenSketch } from '../../test/sketched-kitchen.js';

const golden = (runs: Record<string, string>): KitchenSketch => {
  const sketch = goldenSketch();
  return { ...sketch, runs: { ...sketch.runs, ...runs } };
};

describe('COR-DEAD: no row runs into the one round the corner', () => {
  it('C6: the neighbour begins at the front plane and a filler, not at the carcass depth', () => {
    expect(severities(golden({ 'B-base': 'FLC/50@580 B/400' }), 'COR-DEAD')).toEqual([]);
    expect(severities(golden({ 'B-base': 'B/400@629' }), 'COR-DEAD')).toEqual(['error']);
    expect(severities(golden({ 'B-base': 'B/400@564' }), 'COR-DEAD')).toEqual(['error']);
    expect(severities(golden({ 'B-base': 'FLC/50@579 B/400@630' }), 'COR-DEAD')).toEqual(['error']);
  });

  it('370 in the wall row', () => {
    expect(severities(golden({ 'B-wall': 'W/600@370' }), 'COR-DEAD')).toEqual([]);
    expect(found(golden({ 'B-wall': 'W/600@369' }), 'COR-DEAD')).toMatchObject([
      { path: 'runs[B-wall].nodes[B-wall.1]', msg: 'ШВ 600 упирается в соседний ряд: от угла нужно 370 мм.' },
    ]);
  });

  it('mirrored: the row before the corner ends 630 (370) from it', () => {
    const mirrored = (base: string, wall: string) => ({
      walls: [3000, 2500],
      runs: { 'A-base': base, 'B-base': 'BC/1130', 'A-wall': wall, 'B-wall': 'WC/770' },
    });
    expect(severities(mirrored('B/600@1770 FLC/50', 'W/600@2030 FLC/50'), 'COR-DEAD')).toEqual([]);
    expect(severities(mirrored('B/600@1771', 'W/600@2030'), 'COR-DEAD')).toEqual(['error']);
    expect(severities(mirrored('B/600@1770', 'W/600@2031'), 'COR-DEAD')).toEqual(['error']);
  });

  it('a dead corner leaves 630 on both walls', () => {
    const corner = (a: number, b: number) => ({
      walls: [3000, 2500],
      runs: { 'A-base': `B/600@${a} FLC/50@2370`, 'B-base': `FLC/50@580 B/600@${b}` },
    });
    expect(severities(corner(1770, 630), 'COR-DEAD')).toEqual([]);
    expect(severities(corner(1771, 630), 'COR-DEAD')).toEqual(['error']);
    expect(severities(corner(1770, 629), 'COR-DEAD')).toEqual(['error']);
  });

  it('an ordinary unit in the corner is jammed by its neighbour, alone it is not', () => {
    expect(
      severities({ walls: [3000, 2500], runs: { 'A-base': 'B/600@2400', 'B-base': 'B/600@630' } }, 'COR-DEAD'),
    ).toEqual(['error']);
    expect(severities({ walls: [3000, 2500], runs: { 'A-base': 'B/600@2400' } }, 'COR-DEAD')).toEqual([]);
    expect(severities({ walls: [3000, 2500], runs: { 'B-base': 'B/600@0' } }, 'COR-DEAD')).toEqual([]);
  });

  it('beside a tall unit in the corner both rows begin at 630', () => {
    const tall = (base: number, wall: number) => ({
      walls: [3000, 2500],
      runs: { 'A-tall': 'T/600@2400', 'B-base': `B/600@${base}`, 'B-wall': `W/600@${wall}` },
    });
    expect(severities(tall(630, 630), 'COR-DEAD')).toEqual([]);
    expect(severities(tall(629, 630), 'COR-DEAD')).toEqual(['error']);
    expect(severities(tall(630, 629), 'COR-DEAD')).toEqual(['error']);
  });

  it('a diagonal unit takes its own width of the next wall, without a filler', () => {
    const diagonal = (at: number) => ({
      walls: [3000, 2500],
      runs: { 'A-base': 'BCD/900@2100', 'B-base': `B/600@${at}` },
    });
    expect(severities(diagonal(900), 'COR-DEAD')).toEqual([]);
    expect(severities(diagonal(899), 'COR-DEAD')).toEqual(['error']);
  });

  it('an outer corner has no dead zone', () => {
    const outer = {
      walls: [3000, { length: 2500, turn: 'left' as const }],
      runs: { 'A-base': 'B/600@2400', 'B-base': 'B/600' },
    };
    expect(severities(outer, 'COR-DEAD')).toEqual([]);
  });
});

describe('COR-DRAWER: nothing that pulls out in a corner', () => {
  it('drawers, ovens and dishwashers stand clear of it', () => {
    for (const unit of ['BD3/600', 'BO/600+oven', 'FD/600+dishwasher']) {
      expect(severities(golden({ 'B-base': `${unit.replace('/600', '/600@630')}` }), 'COR-DRAWER')).toEqual([]);
      expect(severities(golden({ 'B-base': `${unit.replace('/600', '/600@620')}` }), 'COR-DRAWER')).toEqual(['error']);
    }
    expect(severities(golden({ 'B-base': 'B/600@620' }), 'COR-DRAWER')).toEqual([]);
  });

  it('no oven in a corner unit', () => {
    expect(severities(golden({ 'A-base': 'BC/1130@1870+oven' }), 'COR-DRAWER')).toEqual(['error']);
  });
});

it('COR-ONE: an inner corner has one corner unit', () => {
  expect(severities(golden({}), 'COR-ONE')).toEqual([]);
  expect(severities(golden({ 'B-base': 'BC/1130' }), 'COR-ONE')).toEqual(['error']);
  expect(severities(golden({ 'B-wall': 'WC/770' }), 'COR-ONE')).toEqual(['error']);
});
