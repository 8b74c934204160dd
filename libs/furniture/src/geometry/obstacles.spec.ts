import { kitchen } from '../../test/sketched-kitchen.js';
import type { Obstacle } from '../order/order.js';
import { freeIntervals } from './intervals.js';
import { obstaclesRoundCorners, obstaclesSeen } from './obstacles.js';

const room = (obstacle: Omit<Obstacle, 'id'>) => kitchen({ walls: [3000, 2400, 3000], obstacles: [obstacle] });
const shadows = (obstacle: Omit<Obstacle, 'id'>) =>
  obstaclesRoundCorners(room(obstacle)).map(({ wall, x0, x1, y0, y1 }) => [wall.id, x0, x1, y0, y1]);

describe('obstacles near an inner corner, as the row round it meets them', () => {
  it('stand at the next wall’s start, as far in as they are deep', () => {
    expect(shadows({ kind: 'riser', wall: 'A', at: 2800, width: 200, depth: 150 })).toEqual([['B', 0, 150, 0, 200]]);
    expect(shadows({ kind: 'riser', wall: 'B', at: 2100, width: 200, depth: 90 })).toEqual([['C', 0, 90, 100, 300]]);
  });

  it('stand at the end of the wall before', () => {
    expect(shadows({ kind: 'riser', wall: 'B', at: 0, width: 200, depth: 150 })).toEqual([['A', 2850, 3000, 0, 200]]);
  });

  it('are seen at both walls where they touch both', () => {
    const seen = (at: number) =>
      obstaclesSeen(room({ kind: 'riser', wall: 'A', at, width: 200, depth: 150 })).map(({ wall, x0, x1 }) => [
        wall.id,
        ...[x0, x1],
      ]);
    expect(seen(2800)).toEqual([
      ['A', 2800, 3000],
      ['B', 0, 150],
    ]);
    expect(seen(2700)).toEqual([['A', 2700, 2900]]);
  });

  it('are met only by rows that reach them, and only by those in an inner corner', () => {
    const riser = (at: number) => shadows({ kind: 'riser', wall: 'A', at, width: 200, depth: 150 });
    expect(riser(2221)).toHaveLength(1);
    expect(riser(2220)).toEqual([]);
    const outer = kitchen({
      walls: [3000, { length: 2000, turn: 'left' }],
      obstacles: [{ kind: 'riser', wall: 'A', at: 2800, width: 200, depth: 150 }],
    });
    expect(obstaclesRoundCorners(outer)).toEqual([]);
  });

  it('take their place from the neighbour’s floor row, and from its wall row where that is deep enough', () => {
    const from = (at: number, tier: 'base' | 'wall') =>
      freeIntervals(room({ kind: 'riser', wall: 'A', at, width: 200, depth: 150 }), 'B', tier)[0]?.from;
    expect([from(2800, 'base'), from(2800, 'wall')]).toEqual([150, 150]);
    expect([from(2480, 'base'), from(2480, 'wall')]).toEqual([150, 0]);
  });
});
