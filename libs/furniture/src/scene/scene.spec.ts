import { goldenOrder } from '../../test/golden-order.js';
import { isBlindCorner } from '../catalogue/traits.js';
import type { Order } from '../order/order.js';
import { sceneOf } from './scene.js';

const blindFronts = (order: Order) =>
  sceneOf(order)
    .nodes.filter(({ module }) => isBlindCorner(module))
    .map(({ tier, wall, x0, x1, hidden, panels }) => ({
      tier,
      // From the corner, as the rule of the catalogue has it.
      panels: panels.map(({ kind, x, w }) => [kind, hidden === 'right' ? wall.length - x - w : x, w]),
      width: x1 - x0,
    }));

describe('a corner unit with a blind zone', () => {
  it('shows beside its door the second plank of the corner filler round the corner, and behind the row only the rest', () => {
    expect(blindFronts(goldenOrder())).toEqual([
      {
        tier: 'base',
        width: 1130,
        panels: [
          ['door', 632, 496],
          ['blind', 2, 576],
          ['plank', 582, 46],
        ],
      },
      {
        tier: 'wall',
        width: 770,
        panels: [
          ['door', 372, 396],
          ['blind', 2, 316],
          ['plank', 322, 46],
        ],
      },
    ]);
  });

  it('has no plank where the next wall has no corner filler', () => {
    const order = goldenOrder();
    const runs = order.runs.map((run) => ({ ...run, nodes: run.nodes.filter(({ code }) => code !== 'FLC') }));
    expect(blindFronts({ ...order, runs }).map(({ panels }) => panels.map(([kind]) => kind))).toEqual([
      ['door', 'blind'],
      ['door', 'blind'],
    ]);
  });
});
