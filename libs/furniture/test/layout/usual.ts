import type { Brief } from '../../src/layout/brief.js';

export const USUAL_FIXTURES: Brief['fixtures'] = [
  { kind: 'fridge', builtIn: true, wall: 'A', where: 'start' },
  { kind: 'sink', width: 600, wall: 'B' },
  { kind: 'dishwasher', width: 600, nextTo: 'sink' },
  { kind: 'hob', fuel: 'induction', oven: true, wall: 'C' },
];

/** A U kitchen of `USUAL_NODES` nodes, as large as people usually ask for: what times are measured with. */
export const USUAL: Brief = {
  walls: [{ length: 3600 }, { length: 3150 }, { length: 3800 }],
  fixtures: USUAL_FIXTURES,
  wallTier: { walls: 'all', hood: true },
};

export const USUAL_NODES = 41;
