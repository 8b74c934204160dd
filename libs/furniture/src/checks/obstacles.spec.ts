import { found, severities, straight } from '../../test/findings.js';
import { kitchen } from '../../test/sketched-kitchen.js';
import { place } from '../geometry/place.js';
import type { Obstacle } from '../order/order.js';
import { checkKitchen } from './check.js';
import { kitchenOf } from './context.js';

type Sketch = Omit<Obstacle, 'id' | 'wall'>;
const on = (...obstacles: Sketch[]) => ({ obstacles: obstacles.map((o) => ({ ...o, wall: 'A' })) });
const base = (row: string, ...obstacles: Sketch[]) => straight(3000, row, on(...obstacles));
const wall = (row: string, ...obstacles: Sketch[]) => ({ walls: [3000], runs: { 'A-wall': row }, ...on(...obstacles) });
const tall = (row: string, ...obstacles: Sketch[]) => ({ walls: [3000], runs: { 'A-tall': row }, ...on(...obstacles) });

describe('an obstacle that leaves its wall', () => {
  const leaving = (sketch: Sketch) => found(base('B/600@400', sketch), 'GEO-SUM');

  it('is an error with the millimetres, at either end', () => {
    expect(leaving({ kind: 'niche', at: 2400, width: 900 })).toMatchObject([
      {
        severity: 'error',
        path: 'obstacles[o1]',
        msg: 'На стене A длиной 3000 мм ниша 2400–3300 мм: выходит за стену на 300 мм.',
        fixHint: 'Отступ от левого края от 0 до 2100 мм.',
      },
    ]);
    expect(leaving({ kind: 'window', at: -50, width: 900 })).toMatchObject([
      { msg: 'На стене A длиной 3000 мм окно -50–850 мм: выходит за стену на 50 мм.' },
    ]);
    expect(leaving({ kind: 'window', at: 0, width: 3100 })).toMatchObject([{ fixHint: 'Ширина не больше 3000 мм.' }]);
  });

  it('may reach up to its ends', () => {
    expect(leaving({ kind: 'window', at: 0, width: 3000 })).toEqual([]);
  });
});

describe('windows', () => {
  const window: Sketch = { kind: 'window', at: 1000, width: 1200 };

  it('OBS-WIN: wall and tall units stay beside them, mezzanines may pass above', () => {
    expect(severities(wall('W/600@400 W/600@2200', window), 'OBS-WIN')).toEqual([]);
    expect(severities(wall('W/600@401', window), 'OBS-WIN')).toEqual(['error']);
    expect(severities(tall('T/600@2199', window), 'OBS-WIN')).toEqual(['error']);
    const upper = (top: number) => ({ walls: [3000], runs: { 'A-upper': 'A/600@1200' }, ...on({ ...window, top }) });
    expect(severities(upper(2140), 'OBS-WIN')).toEqual([]);
    expect(severities(upper(2141), 'OBS-WIN')).toEqual(['error']);
  });

  it('OBS-SILL: the worktop ends below the sill', () => {
    expect(severities(base('BS/600@1300+sink', { ...window, bottom: 858 }), 'OBS-SILL')).toEqual([]);
    expect(found(base('BS/600@1300+sink', { ...window, bottom: 857 }), 'OBS-SILL')).toMatchObject([
      { severity: 'error', path: 'obstacles[o1]', msg: 'Подоконник 857 ниже столешницы 858: столешница закроет окно.' },
    ]);
    expect(severities(base('BS/600@400+sink', { ...window, bottom: 800 }), 'OBS-SILL')).toEqual([]);
  });
});

describe('OBS-RISER: a riser’s box', () => {
  const riser: Sketch = { kind: 'riser', at: 1000, width: 200, depth: 150 };

  it('is passed beside or by a shallower carcass', () => {
    expect(severities(base('B/600@400 B/600@1200', riser), 'OBS-RISER')).toEqual([]);
    expect(severities(base('B/600@401', riser), 'OBS-RISER')).toEqual(['error']);
    expect(severities(base('B/600d410@700', riser), 'OBS-RISER')).toEqual([]);
    expect(severities(base('B/600d411@700', riser), 'OBS-RISER')).toEqual(['error']);
    expect(severities(base('FL/100@1050', riser), 'OBS-RISER')).toEqual([]);
  });

  it('stops wall units too', () => {
    expect(severities(wall('W/600@700', riser), 'OBS-RISER')).toEqual(['error']);
    expect(severities(wall('W/600@1200', riser), 'OBS-RISER')).toEqual([]);
  });
});

describe('OBS-RAD: a radiator', () => {
  const radiator: Sketch = { kind: 'radiator', at: 1000, width: 800 };

  it('wants air before it: shallow units, no closed worktop', () => {
    const bare = (row: string) => {
      const sketch = base(row, radiator);
      return { ...sketch, runs: { 'A-tall': '', 'A-base': row } };
    };
    expect(severities(bare('B/600@400'), 'OBS-RAD')).toEqual([]);
    expect(severities(bare('B/600@401'), 'OBS-RAD')).toEqual(['warning']);
    expect(severities(bare('B/600d410@1000'), 'OBS-RAD')).toEqual(['warning']);
    expect(severities(tall('T/600d410@1000', radiator), 'OBS-RAD')).toEqual([]);
    expect(severities(tall('T/600d411@1000', radiator), 'OBS-RAD')).toEqual(['warning']);
  });
});

describe('gas', () => {
  const pipe: Sketch = { kind: 'gas_pipe', at: 1000, width: 30 };

  it('OBS-GASPIPE: only floor units without a back stand before a pipe', () => {
    expect(severities(base('BS/600@700+sink', pipe), 'OBS-GASPIPE')).toEqual([]);
    expect(severities(base('B/600@400 B/600@1030', pipe), 'OBS-GASPIPE')).toEqual([]);
    expect(severities(base('B/600@700', pipe), 'OBS-GASPIPE')).toEqual(['error']);
    expect(severities(wall('W/600@700', pipe), 'OBS-GASPIPE')).toEqual(['error']);
  });

  it('OBS-GASDIST: a stove in a niche warns, a floor boiler is an error, built-in hobs are neither', () => {
    expect(severities(base('NB/600+stove:gas B/600@800'), 'OBS-GASDIST')).toEqual([]);
    expect(severities(base('NB/600+stove:gas B/600@799'), 'OBS-GASDIST')).toEqual(['warning']);
    expect(severities(base('NB/600+stove:electric B/600'), 'OBS-GASDIST')).toEqual([]);
    expect(severities(base('BO/600+oven+hob:gas B/600'), 'OBS-GASDIST')).toEqual([]);
    const boiler = (bottom: number): Sketch => ({ kind: 'boiler', at: 1000, width: 450, bottom, top: 1700 });
    expect(severities(base('B/600@200', boiler(0)), 'OBS-GASDIST')).toEqual([]);
    expect(severities(base('B/600@201', boiler(0)), 'OBS-GASDIST')).toEqual(['error']);
    const tallBy = (bottom: number) => tall('T/600@201', boiler(bottom));
    expect(severities(tallBy(857), 'OBS-GASDIST')).toEqual(['error']);
    expect(severities(tallBy(858), 'OBS-GASDIST')).toEqual([]);
  });

  it('OBS-GASDIST: 700 above a stove', () => {
    const above = (row: string) => ({ walls: [3000], runs: { 'A-base': 'NB/600@800+stove:gas', 'A-wall': row } });
    expect(severities(above('W/600@1400'), 'OBS-GASDIST')).toEqual([]);
    expect(severities(above('W/600@1399'), 'OBS-GASDIST')).toEqual(['warning']);
    expect(severities(above('WH/600x500@800+hood'), 'OBS-GASDIST')).toEqual([]);
    const order = kitchen(above('W/600@800'));
    const hung = (z0: number) =>
      checkKitchen(
        kitchenOf(
          order,
          place(order).map((p) => (p.tier === 'wall' ? { ...p, z0 } : p)),
        ),
      ).map((f) => f.code);
    expect(hung(1557)).toContain('OBS-GASDIST');
    expect(hung(1558)).not.toContain('OBS-GASDIST');
  });

  it('OBS-BOILER: 100 mm on every side', () => {
    const boiler: Sketch = { kind: 'boiler', at: 1000, width: 450 };
    expect(severities(wall('W/600@300 W/600@1550', boiler), 'OBS-BOILER')).toEqual([]);
    expect(severities(wall('W/600@301', boiler), 'OBS-BOILER')).toEqual(['error']);
    expect(severities(wall('W/600@1549', boiler), 'OBS-BOILER')).toEqual(['error']);
    expect(severities(base('B/600@1000', boiler), 'OBS-BOILER')).toEqual([]);
  });

  it('OBS-SOCKGAS: sockets keep 500 mm from a pipe', () => {
    const socket = (at: number): Sketch => ({ kind: 'socket', at, width: 80, bottom: 300 });
    expect(severities(base('B/600@2000', pipe, socket(1530)), 'OBS-SOCKGAS')).toEqual([]);
    expect(severities(base('B/600@2000', pipe, socket(1529)), 'OBS-SOCKGAS')).toEqual(['warning']);
  });
});

describe('sockets and water', () => {
  const socket = (bottom?: number): Sketch => ({
    kind: 'socket',
    at: 300,
    width: 80,
    ...(bottom !== undefined && { bottom }),
  });

  it('OBS-SOCK: no socket behind what slides in, above the plinth', () => {
    expect(severities(base('BD3/600', socket(100)), 'OBS-SOCK')).toEqual([]);
    expect(severities(base('BD3/600', socket(101)), 'OBS-SOCK')).toEqual(['warning']);
    expect(severities(base('BD3/600', socket(820)), 'OBS-SOCK')).toEqual([]);
    expect(severities(base('B/600', socket(300)), 'OBS-SOCK')).toEqual([]);
    expect(severities(base('BD3/600', socket()), 'OBS-SOCK')).toEqual([]);
    expect(severities(tall('TF/600+fridge', socket(1000)), 'OBS-SOCK')).toEqual(['warning']);
    expect(severities(tall('NF/600+fridge', socket(1000)), 'OBS-SOCK')).toEqual([]);
  });

  it('OBS-WATER: inside the sink’s unit, 200 to 600 mm high', () => {
    const water = (at: number, bottom?: number, top?: number): Sketch => ({
      kind: 'water',
      at,
      width: 100,
      bottom,
      top,
    });
    expect(severities(base('BS/600@1000+sink', water(1000)), 'OBS-WATER')).toEqual([]);
    expect(severities(base('BS/600@1000+sink', water(999)), 'OBS-WATER')).toEqual(['warning']);
    expect(severities(base('BS/600@1000+sink', water(1501)), 'OBS-WATER')).toEqual(['warning']);
    expect(severities(base('BS/600@1000+sink', water(1200, 199)), 'OBS-WATER')).toEqual(['warning']);
    expect(severities(base('BS/600@1000+sink', water(1200, 200, 600)), 'OBS-WATER')).toEqual([]);
    expect(severities(base('BS/600@1000+sink', water(1200, 200, 601)), 'OBS-WATER')).toEqual(['warning']);
    expect(severities(base('B/600', water(2000)), 'OBS-WATER')).toEqual([]);
  });
});

describe('what stands round an inner corner', () => {
  const round = (obstacle: Sketch, rows: Record<string, string>) => ({
    walls: [3000, 2400],
    runs: rows,
    ...on(obstacle),
  });

  it('OBS-RISER: stops the neighbour’s row as far in as it is deep', () => {
    const riser: Sketch = { kind: 'riser', at: 2850, width: 150, depth: 200 };
    expect(severities(round(riser, { 'B-base': 'B/600@200' }), 'OBS-RISER')).toEqual([]);
    expect(severities(round(riser, { 'B-base': 'B/600@199' }), 'OBS-RISER')).toEqual(['error']);
    expect(severities(round(riser, { 'B-base': 'BC/1030@0' }), 'OBS-RISER')).toEqual(['error']);
    expect(severities(round({ ...riser, at: 2270 }, { 'B-base': 'B/600@0' }), 'OBS-RISER')).toEqual([]);
    expect(severities(round({ ...riser, at: 2271 }, { 'B-base': 'B/600@0' }), 'OBS-RISER')).toEqual(['error']);
  });

  it('GEO-DOOR and OBS-WIN: no unit of the neighbour’s row covers a door or window with its side', () => {
    const door: Sketch = { kind: 'door', at: 2100, width: 800 };
    expect(severities(round(door, { 'B-base': 'B/600@0' }), 'GEO-DOOR')).toEqual(['error']);
    expect(severities(round(door, { 'B-base': 'B/600@1' }), 'GEO-DOOR')).toEqual([]);
    expect(severities(round(door, { 'B-base': 'B/600@69' }), 'GEO-DOORCLR')).toEqual(['warning']);
    expect(severities(round(door, { 'B-base': 'B/600@70' }), 'GEO-DOORCLR')).toEqual([]);
    const window: Sketch = { kind: 'window', at: 1500, width: 1200 };
    expect(severities(round(window, { 'B-wall': 'WC/670@0' }), 'OBS-WIN')).toEqual(['error']);
    expect(severities(round(window, { 'B-wall': 'W/600@1' }), 'OBS-WIN')).toEqual([]);
    expect(severities(round({ ...window, width: 1180 }, { 'B-wall': 'WC/670@0' }), 'OBS-WIN')).toEqual([]);
  });

  it('OBS-BOILER: a boiler in the corner keeps its room on both walls', () => {
    const boiler: Sketch = { kind: 'boiler', at: 2500, width: 450 };
    expect(severities(round(boiler, { 'B-wall': 'W/600@450' }), 'OBS-BOILER')).toEqual([]);
    expect(severities(round(boiler, { 'B-wall': 'W/600@449' }), 'OBS-BOILER')).toEqual(['error']);
  });
});

describe('OBS-SWING: the room’s door and open appliances', () => {
  const room = (row: string, width = 800) => ({
    walls: [3000, 3000],
    runs: { 'B-base': row },
    obstacles: [{ kind: 'door' as const, wall: 'A', at: 2700 - width, width }],
  });

  it('are named where they meet on whichever side the door hangs', () => {
    // The open dishwasher is 280 away from the far hinge: 754 at 700 from the door's wall, 800.6 at 750.
    expect(found(room('FD/600@700+dishwasher'), 'OBS-SWING')).toMatchObject([
      { severity: 'warning', path: 'runs[B-base].nodes[B-base.1]' },
    ]);
    expect(severities(room('FD/600@750+dishwasher'), 'OBS-SWING')).toEqual([]);
  });

  it('are judged alike round the corner at the other hand', () => {
    const mirrored = (at: number) => ({
      walls: [3000, 3000],
      runs: { 'A-base': `FD/600@${at}+dishwasher` },
      obstacles: [{ kind: 'door' as const, wall: 'B', at: 300, width: 800 }],
    });
    expect(severities(mirrored(1700), 'OBS-SWING')).toEqual(['warning']);
    expect(severities(mirrored(1650), 'OBS-SWING')).toEqual([]);
  });

  it('leave plain units, and doors that reach less far, alone', () => {
    expect(severities(room('B/600@700'), 'OBS-SWING')).toEqual([]);
    expect(severities(room('BO/600@700+oven'), 'OBS-SWING')).toEqual(['warning']);
    expect(severities(room('BO/600@700+oven', 700), 'OBS-SWING')).toEqual([]);
  });

  it('do not meet along one wall', () => {
    const along = { kind: 'door' as const, wall: 'A', at: 700, width: 800 };
    expect(
      severities({ walls: [3000], runs: { 'A-base': 'FD/600@0+dishwasher' }, obstacles: [along] }, 'OBS-SWING'),
    ).toEqual([]);
  });
});
