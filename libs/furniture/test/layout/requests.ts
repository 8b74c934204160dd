import type { Brief } from '../../src/layout/brief.js';

/** The requests that a customer's words come to, as briefs (the numbers are those of the evaluation set). */
export const REQUESTS = {
  R01: {
    walls: [{ length: 2400 }],
    fixtures: [
      { kind: 'sink', width: 600 },
      { kind: 'dishwasher', width: 450 },
      { kind: 'hob', fuel: 'electric', oven: true },
    ],
    wallTier: { walls: 'all', hood: true },
  },
  R02: {
    walls: [{ length: 3200 }],
    fixtures: [
      { kind: 'fridge', builtIn: false, width: 600, where: 'end' },
      { kind: 'sink', width: 600 },
      { kind: 'dishwasher', width: 600 },
      { kind: 'hob', fuel: 'gas', oven: true },
    ],
    wallTier: { walls: 'all' },
  },
  R05: {
    walls: [{ length: 3000, ends: { left: 'wall' } }, { length: 2000 }],
    fixtures: [
      { kind: 'sink', where: 'corner' },
      { kind: 'dishwasher', width: 600, nextTo: 'sink' },
      { kind: 'hob', fuel: 'induction', oven: true, wall: 'B' },
      { kind: 'fridge', builtIn: true, wall: 'A', where: 'start' },
    ],
    wallTier: { walls: 'all', hood: true },
    lighting: { under: true },
  },
  R07: {
    walls: [{ length: 3000 }],
    fixtures: [
      { kind: 'sink', width: 600 },
      { kind: 'dishwasher', width: 450 },
      { kind: 'hob', fuel: 'induction', oven: true },
      { kind: 'fridge', builtIn: true },
    ],
    finish: { facade: { wall: 'white', base: 'oak' } },
  },
  R09: {
    walls: [{ length: 3600 }],
    ceiling: 2700,
    fixtures: [
      { kind: 'fridge', builtIn: true },
      { kind: 'dishwasher', width: 600 },
      { kind: 'hob', fuel: 'induction' },
      { kind: 'oven', tall: true },
      { kind: 'microwave' },
      { kind: 'sink', width: 600 },
    ],
    wallTier: { walls: 'all', toCeiling: true },
  },
  R11: {
    walls: [{ length: 3600 }],
    obstacles: [{ kind: 'window', wall: 'A', at: 1000, width: 1200, bottom: 900, top: 2100 }],
    fixtures: [
      { kind: 'sink', where: 'window' },
      { kind: 'dishwasher', width: 600, nextTo: 'sink', side: { of: 'sink', hand: 'right' } },
      { kind: 'hob', fuel: 'induction', oven: true, side: { of: 'dishwasher', hand: 'right' } },
    ],
    wallTier: { walls: 'all', hood: true },
  },
  R13: {
    walls: [{ length: 3200 }],
    obstacles: [{ kind: 'window', wall: 'A', at: 900, width: 1400, bottom: 800 }],
    fixtures: [{ kind: 'sink', where: 'window' }],
  },
  R16: {
    walls: [{ length: 2400 }, { length: 3000 }, { length: 2400 }],
    fixtures: [
      { kind: 'sink', wall: 'B' },
      { kind: 'dishwasher', width: 600, nextTo: 'sink' },
      { kind: 'hob', fuel: 'induction', oven: true, wall: 'C' },
      { kind: 'fridge', builtIn: true, wall: 'A', where: 'start' },
    ],
    wallTier: { walls: ['A', 'B'] },
  },
  R17: {
    walls: [{ length: 2000 }, { length: 1900 }, { length: 2000 }],
    fixtures: [{ kind: 'fridge', builtIn: true }, { kind: 'sink' }, { kind: 'hob', oven: true }],
  },
  R21: {
    walls: [{ length: 3000 }],
    fixtures: [
      { kind: 'fridge', builtIn: true },
      { kind: 'sink', width: 600 },
      { kind: 'dishwasher', width: 600 },
      { kind: 'hob', fuel: 'induction', oven: true },
    ],
    finish: { carcass: 'white', facade: { base: 'graphite', wall: 'olive' }, worktop: 'oak' },
  },
  R22: {
    walls: [{ length: 2900 }],
    fixtures: [
      { kind: 'sink', width: 600 },
      { kind: 'dishwasher', width: 600 },
      { kind: 'hob', fuel: 'induction', oven: true },
      { kind: 'unit', code: 'BD3' },
    ],
    handles: { base: 'gola', wall: 'push' },
    lighting: { under: true },
  },
  R25: {
    walls: [{ length: 3000, ends: { right: 'free' } }],
    ordered: true,
    fixtures: [
      { kind: 'sink', width: 600 },
      { kind: 'dishwasher', width: 450 },
      { kind: 'unit', code: 'BD3', width: 500 },
      { kind: 'hob', fuel: 'induction', oven: true },
    ],
    wallTier: { walls: 'all', hood: true },
  },
  R26: {
    walls: [{ length: 3000, ends: { left: 'free', right: 'free' } }],
    ordered: true,
    fixtures: [
      { kind: 'fridge', builtIn: true },
      { kind: 'unit', code: 'BD3', width: 600 },
      { kind: 'hob', fuel: 'induction', oven: true },
      { kind: 'dishwasher', width: 600 },
      { kind: 'sink', width: 600 },
    ],
    wallTier: { walls: 'all', hood: true },
  },
  R39: {
    walls: [{ length: 2600 }],
    fixtures: [
      { kind: 'sink', width: 600 },
      { kind: 'hob', fuel: 'gas', oven: true },
    ],
    wallTier: { walls: 'all', hood: true },
  },
  R41: {
    walls: [{ length: 2000 }],
    fixtures: [
      { kind: 'fridge', builtIn: true },
      { kind: 'hob', oven: true },
      { kind: 'dishwasher', width: 600 },
      { kind: 'sink', width: 800 },
    ],
  },
} as const satisfies Record<string, Brief>;
