import { found, severities, straight } from './testing/found.js';
import { goldenSketch } from './testing/kitchen.js';

describe('GEO-SUM: a row fits its wall', () => {
  it('holds to the millimetre', () => {
    expect(severities(straight(1200, 'B/600 B/600'), 'GEO-SUM')).toEqual([]);
    expect(severities(straight(1199, 'B/600 B/600'), 'GEO-SUM')).toEqual(['error']);
  });

  it('says how much is missing and what may be narrowed, the dishwasher first', () => {
    const [finding] = found(straight(2000, 'B/600 FD/600+dishwasher BS/800+sink BO/600+oven'), 'GEO-SUM');
    expect(finding).toMatchObject({
      path: 'room.walls[A]',
      msg: 'На стене A занято 2600 мм из 2000: не хватает 600 мм.',
    });
    const [small] = found(straight(1700, 'B/600 FD/600+dishwasher BS/600+sink'), 'GEO-SUM');
    expect(small?.fixHint).toBe('Например, «Фасад посудомоечной машины» 600 сделать 450.');
  });

  it('counts tall units in the base and in the wall row', () => {
    const runs = { 'A-tall': 'T/600', 'A-wall': 'W/600@600 W/450' };
    expect(severities(straight(1650, 'B/600@600', { runs }), 'GEO-SUM')).toEqual([]);
    expect(severities(straight(1649, 'B/600@600', { runs }), 'GEO-SUM')).toEqual(['error']);
  });

  it('counts the dead zone of a corner', () => {
    const runs = { 'A-base': 'BC/1130@870', 'B-base': 'FLC/50@580 B/400' };
    expect(severities({ walls: [2000, 1030], runs }, 'GEO-SUM')).toEqual([]);
    expect(severities({ walls: [2000, 1029], runs }, 'GEO-SUM')).toEqual(['error']);
  });

  it('refuses a node that leaves its wall, stands nowhere or on no wall', () => {
    expect(severities(straight(2000, 'B/600@1401'), 'GEO-SUM')).toEqual(['error']);
    expect(severities(straight(2000, 'B/600@-1'), 'GEO-SUM')).toEqual(['error']);
    expect(severities({ walls: [2000], runs: { 'Q-base': 'B/600' } }, 'GEO-SUM')).toEqual(['error']);
  });
});

describe('GEO-OVERLAP: no two nodes share a place', () => {
  it('lets nodes touch', () => {
    expect(severities(straight(3000, 'B/600 B/600@600'), 'GEO-OVERLAP')).toEqual([]);
    expect(found(straight(3000, 'B/600 B/600@599'), 'GEO-OVERLAP')).toMatchObject([
      { severity: 'error', path: 'runs[A-base].nodes[A-base.2]', fixHint: 'Сдвинуть ШН 600 на 1 мм.' },
    ]);
  });

  it('sees tall units in both rows, and a high wall unit in the mezzanine', () => {
    expect(severities(straight(3000, 'B/600@500', { runs: { 'A-tall': 'T/600' } }), 'GEO-OVERLAP')).toEqual(['error']);
    const wall = (h: number) => ({ walls: [3000], runs: { 'A-wall': `W/600x${h}`, 'A-upper': 'A/600' } });
    expect(severities(wall(720), 'GEO-OVERLAP')).toEqual([]);
    expect(severities(wall(900), 'GEO-OVERLAP')).toEqual(['error']);
  });
});

describe('GEO-WIDTH: what the catalogue makes', () => {
  it('names the nearest widths', () => {
    expect(severities(straight(3000, 'B/600'), 'GEO-WIDTH')).toEqual([]);
    expect(found(straight(3000, 'B/620'), 'GEO-WIDTH')).toMatchObject([
      { severity: 'error', fixHint: 'Ближайшая ширина: 600 или 700.' },
    ]);
  });

  it('knows the ranges of fillers', () => {
    expect(severities(straight(3000, 'FL/16'), 'GEO-WIDTH')).toEqual([]);
    expect(severities(straight(3000, 'FL/15'), 'GEO-WIDTH')).toEqual(['error']);
  });

  it('refuses unknown modules, other tiers and other heights', () => {
    expect(severities(straight(3000, 'XX/600'), 'GEO-WIDTH')).toEqual(['error']);
    expect(severities(straight(3000, 'W/600'), 'GEO-WIDTH')).toEqual(['error']);
    expect(severities({ walls: [3000], runs: { 'A-wall': 'W/600x700' } }, 'GEO-WIDTH')).toEqual(['error']);
  });
});

describe('what a row leaves of its wall', () => {
  const closed = (length: number, base: string) => ({
    walls: [{ length, left: 'wall' as const, right: 'wall' as const }],
    runs: { 'A-base': base },
  });

  it('GEO-SLACK up to 15 mm', () => {
    expect(severities(straight(1200, 'B/600 B/600'), 'GEO-SLACK')).toEqual([]);
    expect(severities(straight(1215, 'B/600 B/600'), 'GEO-SLACK')).toEqual(['info']);
    expect(severities(straight(1216, 'B/600 B/600'), 'GEO-SLACK')).toEqual([]);
  });

  it('GEO-FILL from 16 to 150 mm at a wall, not at a free end', () => {
    expect(severities(closed(1215, 'B/600 B/600'), 'GEO-FILL')).toEqual([]);
    expect(severities(closed(1216, 'B/600 B/600'), 'GEO-FILL')).toEqual(['warning']);
    expect(severities(closed(1350, 'B/600 B/600'), 'GEO-FILL')).toEqual(['warning']);
    expect(severities(closed(1351, 'B/600 B/600'), 'GEO-FILL')).toEqual([]);
    expect(severities(straight(1300, 'B/600 B/600'), 'GEO-FILL')).toEqual([]);
    expect(severities(closed(1300, 'B/600 B/600 FL/100'), 'GEO-FILL')).toEqual([]);
  });

  it('GEO-FILL between two nodes, but not beside a gas pipe', () => {
    const pipe = { kind: 'gas_pipe' as const, wall: 'A', at: 615, width: 30 };
    expect(severities(straight(1260, 'B/600 B/600@660'), 'GEO-FILL')).toEqual(['warning']);
    expect(severities(straight(1260, 'B/600 B/600@660', { obstacles: [pipe] }), 'GEO-FILL')).toEqual([]);
  });

  it('GEO-FILL at a corner asks for the corner’s own filler', () => {
    const sketch = goldenSketch();
    const runs = { ...sketch.runs, 'B-base': 'B/400@630 BO/600+oven+hob:induction' };
    expect(found({ ...sketch, runs }, 'GEO-FILL')).toMatchObject([{ fixHint: 'Добавить ФПУ 50.' }]);
  });

  it('GEO-GAP above 150 mm, with a unit that fits', () => {
    expect(severities(straight(1350, 'B/600 B/600'), 'GEO-GAP')).toEqual([]);
    expect(severities(straight(1351, 'B/600 B/600'), 'GEO-GAP')).toEqual(['warning']);
    expect(found(straight(2050, 'B/600 B/600'), 'GEO-GAP')).toMatchObject([
      { msg: 'На стене A свободно 850 мм.', fixHint: 'Можно добавить модуль шириной до 850 мм, например ШН 800.' },
    ]);
  });

  it('C7: a wall row after a corner is measured by the wall depth, not by the base depth', () => {
    const at = (x: number) => {
      const sketch = goldenSketch();
      return { ...sketch, runs: { ...sketch.runs, 'B-wall': `FLC/50@${x - 50} W/600 WH/600x600@1030+hood` } };
    };
    expect(severities(at(370), 'COR-DEAD')).toEqual([]);
    expect(severities(at(370), 'GEO-GAP')).toEqual([]);
    expect(severities(at(369), 'COR-DEAD')).toContain('error');
    const late = goldenSketch();
    const runs = { ...late.runs, 'B-wall': 'W/400@534 WH/600x600@1030+hood' };
    expect(severities({ ...late, runs }, 'GEO-GAP')).toEqual(['warning']);
  });

  it('GEO-TOL between two walls without a filler, below 10 mm', () => {
    expect(severities(closed(1209, 'B/600 B/600'), 'GEO-TOL')).toEqual(['warning']);
    expect(severities(closed(1210, 'B/600 B/600'), 'GEO-TOL')).toEqual([]);
    expect(severities(closed(1220, 'FL/20 B/600 B/600'), 'GEO-TOL')).toEqual([]);
    expect(severities(straight(1200, 'B/600 B/600'), 'GEO-TOL')).toEqual([]);
  });

  it('GEO-WALLFILL: 50 for drawers and a built-in fridge, 20 for doors', () => {
    const first = (base: string, tall = '') => ({ ...closed(3000, base), runs: { 'A-base': base, 'A-tall': tall } });
    expect(severities(first('FL/49 BD3/600'), 'GEO-WALLFILL')).toEqual(['warning']);
    expect(severities(first('FL/50 BD3/600'), 'GEO-WALLFILL')).toEqual([]);
    expect(severities(first('FL/19 B/600'), 'GEO-WALLFILL')).toEqual(['warning']);
    expect(severities(first('FL/20 B/600'), 'GEO-WALLFILL')).toEqual([]);
    expect(severities(first('B/600@649', 'FL/49 TF/600+fridge'), 'GEO-WALLFILL')).toEqual(['warning']);
    expect(severities(first('B/600@650', 'FL/50 TF/600+fridge'), 'GEO-WALLFILL')).toEqual([]);
    expect(severities(straight(3000, 'BD3/600'), 'GEO-WALLFILL')).toEqual([]);
  });
});

describe('doors of the room', () => {
  const door = { kind: 'door' as const, wall: 'A', at: 2000, width: 800 };

  it('GEO-DOOR: no node of any tier before a door', () => {
    expect(severities(straight(3000, 'B/600@1400', { obstacles: [door] }), 'GEO-DOOR')).toEqual([]);
    expect(severities(straight(3000, 'B/600@1401', { obstacles: [door] }), 'GEO-DOOR')).toEqual(['error']);
    const upper = { walls: [3000], runs: { 'A-upper': 'A/600@2100' }, obstacles: [door] };
    expect(severities(upper, 'GEO-DOOR')).toEqual(['error']);
  });

  it('GEO-DOORCLR: 70 mm for the architrave', () => {
    expect(severities(straight(3000, 'B/600@1330', { obstacles: [door] }), 'GEO-DOORCLR')).toEqual([]);
    expect(severities(straight(3000, 'B/600@1331', { obstacles: [door] }), 'GEO-DOORCLR')).toEqual(['warning']);
  });
});
