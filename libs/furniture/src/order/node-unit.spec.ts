import { kitchen, type Row, run } from '../../test/kitchen-of-rows.js';
import { place } from '../geometry/place.js';
import { sceneOf } from '../scene/scene.js';
import { nodeUnit } from './node-unit.js';
import type { Tier } from './order.js';

const fillers: Row[] = [
  ['FL', 0, 60],
  ['FLC', 60, 50],
  ['EP', 110, 16],
];

/** Heights of fillers and panel without a height of their own beside these units, as bom, geometry and drawing take them. */
function heights(tier: Tier, units: Row[]): { made: (number | undefined)[]; placed: number[]; drawn: number[] } {
  const row = run('A', tier, [...fillers, ...units]);
  const order = kitchen([4000], [row]);
  const few = <T>(list: readonly T[]): T[] => list.slice(0, fillers.length);
  return {
    made: few(row.nodes.map((node) => nodeUnit(node, row)?.height)),
    placed: few(place(order).map((p) => p.z1 - p.z0)),
    drawn: few(sceneOf(order).nodes.map((n) => n.unit.height)),
  };
}

describe('a filler or panel without a height of its own', () => {
  it.each<[Tier, Row[], number[]]>([
    ['wall', [['W', 126, 600, 900]], [900, 900, 900]],
    ['wall', [['W', 126, 600, 360]], [360, 360, 360]],
    ['wall', [], [720, 720, 720]],
    ['upper', [['A', 126, 600, 420]], [420, 420, 420]],
    ['upper', [], [360, 360, 360]],
    ['base', [['B', 126, 600]], [720, 720, 820]],
    ['tall', [['T', 126, 600]], [2040, 2040, 2140]],
  ])('in the %s row takes that row’s height, for bom, geometry and drawing alike', (tier, units, expected) => {
    const taken = heights(tier, units);
    expect(taken).toEqual({ made: expected, placed: expected, drawn: expected });
  });

  it('goes by the height that most units of the row have', () => {
    const units: Row[] = [
      ['W', 126, 600, 900],
      ['WH', 726, 600, 600],
      ['W', 1326, 600, 900],
    ];
    expect(heights('wall', units).made).toEqual([900, 900, 900]);
  });

  it('keeps the height that the order names', () => {
    const row = run('A', 'wall', [
      ['FL', 0, 60, 600],
      ['W', 60, 600, 900],
    ]);
    expect(row.nodes.map((node) => nodeUnit(node, row)?.height)).toEqual([600, 900]);
  });

  it('in the mezzanine is a panel as deep as the wall row, taped below', () => {
    const row = run('A', 'upper', [
      ['EP', 0, 16],
      ['A', 16, 600, 420],
    ]);
    const panel = row.nodes[0] && nodeUnit(row.nodes[0], row);
    expect(panel).toMatchObject({ height: 420, depth: 320 });
    expect(panel?.parts[0]?.edges).toEqual({ L1: 'e2', W1: 'e2' });
  });
});
