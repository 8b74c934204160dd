import { found, severities, straight } from '../../test/findings.js';

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
