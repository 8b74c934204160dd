import { found, severities, straight } from '../../test/findings.js';
import { kitchen } from '../../test/sketched-kitchen.js';
import { modules } from '../catalogue/catalogue.js';
import { check } from './check.js';

it('whatever the catalogue makes can be made and its appliances fit', () => {
  const faults = modules()
    .filter((m) => m.tier !== 'any')
    .flatMap((m) => m.widths.flatMap((w) => m.heights.map((h) => ({ m, w, h }))))
    .flatMap(({ m, w, h }) => {
      const items = m.alternatives ? 'washer' : m.appliances.join('+');
      const token = `${m.ascii}/${w}x${h}${items ? '+' : ''}${items}`;
      const findings = check(kitchen({ walls: [3000], ceiling: 3000, runs: { [`A-${m.tier}`]: token } }));
      return findings.filter((f) => f.severity === 'error').map((f) => `${token}: ${f.code} ${f.msg}`);
    });
  expect(faults).toEqual([]);
});

const base = (row: string) => straight(5000, row);

describe('PRD-SPAN: shelves that sag', () => {
  it('above 800 a warning, above 900 an error', () => {
    expect(severities(base('B/834'), 'PRD-SPAN')).toEqual([]);
    expect(severities(base('B/835'), 'PRD-SPAN')).toEqual(['warning']);
    expect(severities(base('B/934'), 'PRD-SPAN')).toEqual(['warning']);
    expect(severities(base('B/935'), 'PRD-SPAN')).toEqual(['error']);
  });

  it('a corner unit’s shelf lies on its post', () => {
    expect(severities(base('BC/1230'), 'PRD-SPAN')).toEqual([]);
    expect(severities({ walls: [3000, 2000], runs: { 'A-wall': 'WC/870@2130' } }, 'PRD-SPAN')).toEqual(['warning']);
  });
});

it('PRD-DOOR: leaves of 146 to 600, 200 high', () => {
  expect(severities(base('B/150'), 'PRD-DOOR')).toEqual([]);
  expect(found(base('B/149'), 'PRD-DOOR')).toMatchObject([
    { severity: 'error', msg: 'Фасад 145x716 не делается: ШН 149.' },
  ]);
  expect(severities(base('B/1209'), 'PRD-DOOR')).toEqual([]);
  expect(severities(base('B/1210'), 'PRD-DOOR')).toEqual(['error']);
  const wall = (h: number) => ({ walls: [3000], runs: { 'A-wall': `W/400x${h}` } });
  expect(severities(wall(204), 'PRD-DOOR')).toEqual([]);
  expect(severities(wall(203), 'PRD-DOOR')).toEqual(['error']);
  expect(severities(base('BB/120 BD3/900'), 'PRD-DOOR')).toEqual([]);
});

it('PRD-FLAT: fronts stay flat up to a diagonal of 941', () => {
  const door = (h: number) => ({ walls: [3000], runs: { 'A-wall': `W/400x${h}` } });
  expect(severities(door(857), 'PRD-FLAT')).toEqual([]);
  expect(severities(door(858), 'PRD-FLAT')).toEqual(['warning']);
  expect(severities(base('B/600'), 'PRD-FLAT')).toEqual([]);
});

describe('sheets and worktops', () => {
  it('PRD-SHEET: parts of 2750 x 1830, fronts of 2400', () => {
    const tall = (h: number) => ({ walls: [3000], ceiling: 4000, runs: { 'A-tall': `EP/16x${h}` } });
    expect(severities(tall(2750), 'PRD-SHEET')).toEqual([]);
    expect(severities(tall(2751), 'PRD-SHEET')).toEqual(['error']);
    const filler = (h: number) => ({ walls: [3000], ceiling: 4000, runs: { 'A-tall': `FL/100x${h}` } });
    expect(severities(filler(2404), 'PRD-SHEET')).toEqual([]);
    expect(severities(filler(2405), 'PRD-SHEET')).toEqual(['error']);
  });

  it('PRD-SHEET: parts no wider than the sheet’s 1830, whichever way they lie', () => {
    const panel = (depth: number, height = 2040) => ({
      walls: [3000],
      runs: { 'A-tall': `EP/16x${height}d${depth}` },
    });
    expect(severities(panel(1830), 'PRD-SHEET')).toEqual([]);
    expect(found(panel(1831), 'PRD-SHEET')).toMatchObject([
      { severity: 'error', msg: 'Деталь 2040x1831 не выкроить: БП 16.' },
    ]);
    expect(severities(panel(2040, 1830), 'PRD-SHEET')).toEqual([]);
    expect(severities(panel(2040, 1831), 'PRD-SHEET')).toEqual(['error']);
  });

  it('PRD-SHEET: a worktop over 3000 is joined at a unit’s border', () => {
    expect(severities(base('B/900 B/900 B/900 B/900'), 'PRD-SHEET')).toEqual([]);
    expect(severities(straight(5000, 'NB/3001+washer'), 'PRD-SHEET')).toEqual(['error']);
  });

  it('PRD-JOINT: joints keep 100 from sinks and hobs', () => {
    expect(severities(base('B/900 B/900 B/900 B/900'), 'PRD-JOINT')).toEqual([]);
    expect(severities(base('B/900 B/900 B/900 BS/900+sink'), 'PRD-JOINT')).toEqual([]);
    expect(severities(base('BS/900+sink BH/900+hob:electric BS/900+sink BH/900+hob:electric'), 'PRD-JOINT')).toEqual([
      'warning',
    ]);
  });
});

it('PRD-JOINT: measured from the appliance where its width is named', () => {
  const narrow = (w: number) =>
    base([1, 2, 3, 4].map((i) => (i % 2 ? `BS/900+sink=${w}` : `BH/900+hob:electric=${w}`)).join(' '));
  expect(severities(narrow(700), 'PRD-JOINT')).toEqual([]);
  expect(severities(narrow(702), 'PRD-JOINT')).toEqual(['warning']);
});

it('PRD-RUNNER: drawers of 900, carcasses of 280 at least', () => {
  expect(severities(base('BD3/900'), 'PRD-RUNNER')).toEqual([]);
  expect(severities(base('BD3/901'), 'PRD-RUNNER')).toEqual(['error']);
  expect(severities(base('BD3/600d280'), 'PRD-RUNNER')).toEqual([]);
  expect(severities(base('BD3/600d279'), 'PRD-RUNNER')).toEqual(['error']);
  expect(severities(base('B/600d200'), 'PRD-RUNNER')).toEqual([]);
});
