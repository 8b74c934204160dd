import { kitchen, run } from '../../test/kitchen-of-rows.js';
import type { Obstacle } from '../order/order.js';
import { notches } from './notches.js';

const row = run('A', 'base', [
  ['B', 0, 600],
  ['B', 600, 600],
]);
const notchesAt = (obstacle: Omit<Obstacle, 'id'>, lengths: number[] = [2000]) =>
  notches(kitchen(lengths, [row], { obstacles: [{ id: 'o1', ...obstacle }] })).map(({ wallIndex, x0, x1, y0, y1 }) => [
    wallIndex,
    x0,
    x1,
    y0,
    y1,
  ]);

describe('what the worktop is notched for', () => {
  it('is a riser or a pipe that passes through it, as deep as it stands before the wall', () => {
    expect(notchesAt({ kind: 'riser', wall: 'A', at: 500, width: 200, depth: 150 })).toEqual([[0, 500, 700, 0, 150]]);
    expect(notchesAt({ kind: 'gas_pipe', wall: 'A', at: 90, width: 30 })).toEqual([[0, 90, 120, 0, 60]]);
  });

  it('is nothing that ends below it, begins above it or lies flat on the wall', () => {
    expect(notchesAt({ kind: 'radiator', wall: 'A', at: 100, width: 1000 })).toEqual([]);
    expect(notchesAt({ kind: 'gas_pipe', wall: 'A', at: 90, width: 30, bottom: 900 })).toEqual([]);
    expect(notchesAt({ kind: 'riser', wall: 'A', at: 500, width: 200, depth: 150, top: 820 })).toEqual([]);
    expect(notchesAt({ kind: 'niche', wall: 'A', at: 500, width: 200, depth: 150 })).toEqual([]);
    expect(notchesAt({ kind: 'boiler', wall: 'A', at: 500, width: 450 })).toEqual([]);
  });

  it('is what stands in the corner, at whichever of its walls the customer has told of it', () => {
    expect(notchesAt({ kind: 'riser', wall: 'B', at: 0, width: 200, depth: 150 }, [1200, 2000])).toEqual([
      [0, 1050, 1200, 0, 200],
    ]);
  });

  it('is no more than the worktop has there', () => {
    expect(notchesAt({ kind: 'riser', wall: 'A', at: 1100, width: 300, depth: 150 })).toEqual([
      [0, 1100, 1200, 0, 150],
    ]);
    expect(notchesAt({ kind: 'riser', wall: 'A', at: 1400, width: 300, depth: 150 })).toEqual([]);
  });
});
