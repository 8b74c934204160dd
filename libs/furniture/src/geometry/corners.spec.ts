import { kitchen } from '../../test/sketched-kitchen.js';
import { blindSide, deadZones } from './corners.js';
import { frontSpan } from './footprint.js';
import { place } from './place.js';

const corner = (runs: Record<string, string>) => kitchen({ walls: [3000, 2500], runs });

describe('dead zones', () => {
  it('are what the row round the corner takes, by row', () => {
    const order = corner({ 'A-base': 'BC/1130@1870', 'A-wall': 'WC/770@2230' });
    expect(deadZones(order, 1, 'base')).toEqual({ left: 580, right: 0 });
    expect(deadZones(order, 1, 'wall')).toEqual({ left: 320, right: 0 });
    expect(deadZones(order, 0, 'base')).toEqual({ left: 0, right: 0 });
  });

  it('are as deep in the wall row as a tall unit in the corner', () => {
    expect(deadZones(corner({ 'A-tall': 'T/600@2400' }), 1, 'wall')).toEqual({ left: 580, right: 0 });
  });

  it('lie on the first wall where the second runs into the corner', () => {
    const order = corner({ 'B-base': 'BC/1130' });
    expect(deadZones(order, 0, 'base')).toEqual({ left: 0, right: 580 });
    expect(deadZones(order, 1, 'base')).toEqual({ left: 0, right: 0 });
  });

  it('lie on both walls of a dead corner, and nowhere without a neighbour', () => {
    const order = corner({ 'A-base': 'B/600@1770', 'B-base': 'B/600@630' });
    expect([deadZones(order, 0, 'base').right, deadZones(order, 1, 'base').left]).toEqual([580, 580]);
    expect(deadZones(corner({ 'A-base': 'B/600@0' }), 1, 'base')).toEqual({ left: 0, right: 0 });
  });

  it('belong to both ends of the middle wall of a U', () => {
    const order = kitchen({ walls: [2400, 3000, 2400], runs: { 'A-base': 'BC/1130@1270', 'C-base': 'BC/1130' } });
    expect(deadZones(order, 1, 'base')).toEqual({ left: 580, right: 580 });
  });
});

describe('a corner unit', () => {
  it('C4: is blind towards its corner and hinged on the side that exists', () => {
    const sides = (runs: Record<string, string>) => {
      const order = corner(runs);
      return place(order).map((p) => [blindSide(order, p), frontSpan(order, p)]);
    };
    expect(sides({ 'A-base': 'BC/1130@1870' })).toEqual([['right', { x0: 1870, x1: 2370 }]]);
    expect(sides({ 'B-base': 'BC/1130' })).toEqual([['left', { x0: 630, x1: 1130 }]]);
    expect(sides({ 'B-base': 'B/600' })).toEqual([[undefined, { x0: 0, x1: 600 }]]);
  });
});
