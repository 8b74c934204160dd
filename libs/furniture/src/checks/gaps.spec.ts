import { found, severities, straight } from '../../test/findings.js';
import { goldenSketch } from '../../test/sketched-kitchen.js';

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
});
