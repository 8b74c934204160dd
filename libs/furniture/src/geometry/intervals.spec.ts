import { goldenKitchen, kitchen } from '../../test/sketched-kitchen.js';
import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Obstacle, Tier } from '../order/order.js';
import { freeIntervals } from './intervals.js';

const free = (obstacle: Omit<Obstacle, 'id' | 'wall'>, tier: Tier) =>
  freeIntervals(kitchen({ walls: [3000], obstacles: [{ ...obstacle, wall: 'A' }] }), 'A', tier).map((i) => [
    i.from,
    i.to,
  ]);

const whole = [[0, 3000]];

describe('free intervals', () => {
  it('are a bare wall’s whole length, and none of a wall that is not there', () => {
    expect(freeIntervals(kitchen({ walls: [3000] }), 'A', 'base')).toEqual([{ from: 0, to: 3000 }]);
    expect(freeIntervals(kitchen({ walls: [3000] }), 'B', 'base')).toEqual([]);
  });

  it('begin behind the front plane of the row round the corner', () => {
    expect(freeIntervals(goldenKitchen(), 'B', 'base')).toEqual([{ from: 580, to: 2000 }]);
    expect(freeIntervals(goldenKitchen(), 'B', 'wall')).toEqual([{ from: 320, to: 2000 }]);
    expect(freeIntervals(goldenKitchen(), 'B', 'tall')).toEqual([{ from: 580, to: 2000 }]);
    expect(freeIntervals(goldenKitchen(), 'A', 'base')).toEqual([{ from: 0, to: 3000 }]);
  });

  it('leave doors with their architraves to every tier', () => {
    for (const tier of ['base', 'wall', 'tall', 'upper'] as const) {
      expect(free({ kind: 'door', at: 1000, width: 800 }, tier)).toEqual([
        [0, 930],
        [1870, 3000],
      ]);
    }
  });

  it('leave windows to what stands above the sill and below the top', () => {
    const window = { kind: 'window' as const, at: 1000, width: 1200 };
    expect(free(window, 'base')).toEqual(whole);
    expect(free(window, 'wall')).toEqual([
      [0, 1000],
      [2200, 3000],
    ]);
    expect(free(window, 'tall')).toEqual([
      [0, 1000],
      [2200, 3000],
    ]);
    expect(free(window, 'upper')).toEqual(whole);
    expect(free({ ...window, top: 1420 }, 'wall')).toEqual(whole);
  });

  it('leave risers whole, gas pipes 60 wide, boilers with 100 on both sides', () => {
    expect(free({ kind: 'riser', at: 0, width: 200, depth: 150 }, 'base')).toEqual([[200, 3000]]);
    expect(free({ kind: 'riser', at: 0, width: 200, depth: 0 }, 'wall')).toEqual(whole);
    expect(free({ kind: 'gas_pipe', at: 1000, width: 30 }, 'base')).toEqual([
      [0, 985],
      [1045, 3000],
    ]);
    const boiler = { kind: 'boiler' as const, at: 1000, width: 450 };
    expect(free(boiler, 'base')).toEqual(whole);
    expect(free(boiler, 'wall')).toEqual([
      [0, 900],
      [1550, 3000],
    ]);
  });

  it('stop at a radiator that is as deep as a unit: nothing is to stand before it', () => {
    const deep = { kind: 'radiator', at: 1000, width: 800, depth: CONSTANTS.baseD } as const;
    expect(free(deep, 'base')).toEqual([
      [0, 1000],
      [1800, 3000],
    ]);
    expect(free(deep, 'wall')).toEqual(whole);
    expect(free({ ...deep, depth: CONSTANTS.baseD - 1 }, 'base')).toEqual(whole);
  });

  it('pass radiators (but for tall units), sockets and water', () => {
    expect(free({ kind: 'radiator', at: 1000, width: 800 }, 'base')).toEqual(whole);
    expect(free({ kind: 'radiator', at: 1000, width: 800 }, 'tall')).toEqual([
      [0, 1000],
      [1800, 3000],
    ]);
    expect(free({ kind: 'socket', at: 1000, width: 80 }, 'base')).toEqual(whole);
    expect(free({ kind: 'water', at: 1000, width: 80 }, 'base')).toEqual(whole);
  });
});
