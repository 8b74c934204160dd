import type { Order, OrderNode, Run, Tier } from '../src/order/order.js';

type Row = readonly [id: string, code: string, at: number, w: number, h?: number];

const nodes = (rows: readonly Row[]): OrderNode[] =>
  rows.map(([id, code, at, w, h]) => ({ id, at: String(at), code, w, ...(h === undefined ? {} : { h }) }));

const run = (wall: string, tier: Tier, rows: readonly Row[]): Run => ({
  id: `${wall}-${tier}`,
  wall,
  tier,
  countertop: tier === 'base',
  plinth: tier === 'base' || tier === 'tall',
  nodes: nodes(rows),
});

/**
 * The golden kitchen of furniture.ru.md 3.5: L 3000 x 2000, sink in the corner, dishwasher, oven under an induction hob,
 * built-in fridge, hood; worktop, plinth, lighting, grips. A new document at each call.
 */
export const goldenOrder = (): Order => ({
  id: 'lead-golden',
  kind: 'kitchen',
  ceiling: 2700,
  room: {
    walls: [
      { id: 'A', turn: 'start', length: 3000, ends: { left: 'wall', right: 'wall' } },
      { id: 'B', turn: 'right', length: 2000, ends: { left: 'wall', right: 'free' } },
    ],
  },
  runs: [
    run('A', 'tall', [
      ['n1', 'FL', 0, 70, 2040],
      ['n2', 'TF', 70, 600],
    ]),
    run('A', 'base', [
      ['n3', 'BD3', 670, 600],
      ['n4', 'FD', 1270, 600],
      ['n5', 'BCS', 1870, 1130],
    ]),
    run('A', 'wall', [
      ['n6', 'FL', 670, 60],
      ['n7', 'W', 730, 400],
      ['n8', 'W', 1130, 500],
      ['n9', 'WD', 1630, 600],
      ['n10', 'WC', 2230, 770],
    ]),
    run('B', 'base', [
      ['n11', 'FLC', 580, 50],
      ['n12', 'B', 630, 400],
      ['n13', 'BO', 1030, 600],
      ['n14', 'B', 1630, 350],
      ['n15', 'EP', 1980, 16, 820],
    ]),
    run('B', 'wall', [
      ['n16', 'FLC', 320, 50],
      ['n17', 'W', 370, 600],
      ['n18', 'FL', 970, 60],
      ['n19', 'WH', 1030, 600, 600],
      ['n20', 'W', 1630, 350],
      ['n21', 'EP', 1980, 16, 720],
    ]),
  ],
  items: [
    { id: 'i1', kind: 'fridge', node: 'n2' },
    { id: 'i2', kind: 'dishwasher', node: 'n4' },
    { id: 'i3', kind: 'sink', node: 'n5' },
    { id: 'i4', kind: 'oven', node: 'n13' },
    { id: 'i5', kind: 'hob', node: 'n13', fuel: 'induction' },
    { id: 'i6', kind: 'hood', node: 'n19' },
  ],
  obstacles: [],
  finish: {},
  handles: {},
  lighting: { under: true },
});

/**
 * A straight kitchen of 3000: drawers, sink, dishwasher, drawers, oven under an electric hob, a door; wall units with a
 * hood above. Both ends free; widths sum to 3000. A new document at each call.
 */
export const straightOrder = (): Order => ({
  id: 'lead-straight',
  kind: 'kitchen',
  ceiling: 2700,
  room: { walls: [{ id: 'A', turn: 'start', length: 3000, ends: { left: 'free', right: 'free' } }] },
  runs: [
    run('A', 'base', [
      ['n1', 'BD3', 0, 400],
      ['n2', 'BS', 400, 600],
      ['n3', 'FD', 1000, 450],
      ['n4', 'BD3', 1450, 500],
      ['n5', 'BO', 1950, 600],
      ['n6', 'B', 2550, 450],
    ]),
    run('A', 'wall', [
      ['n7', 'W', 0, 400],
      ['n8', 'WD', 400, 600],
      ['n9', 'W', 1000, 450],
      ['n10', 'W', 1450, 500],
      ['n11', 'WH', 1950, 600, 600],
      ['n12', 'W', 2550, 450],
    ]),
  ],
  items: [
    { id: 'i1', kind: 'sink', node: 'n2' },
    { id: 'i2', kind: 'dishwasher', node: 'n3' },
    { id: 'i3', kind: 'oven', node: 'n5' },
    { id: 'i4', kind: 'hob', node: 'n5', fuel: 'electric' },
    { id: 'i5', kind: 'hood', node: 'n11' },
  ],
  obstacles: [],
  finish: {},
  handles: {},
  lighting: {},
});
