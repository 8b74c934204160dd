import { goldenKitchen, kitchen } from '../../test/sketched-kitchen.js';
import { place } from './place.js';

const volumes = (order: ReturnType<typeof kitchen>) =>
  place(order).map((p) => [`${p.wall.id} ${p.tier} ${p.module.ascii}`, [p.x0, p.x1], [p.y0, p.y1], [p.z0, p.z1]]);

describe('place', () => {
  it('gives every node of the golden kitchen its volume, wall by wall, tier by tier', () => {
    expect(volumes(goldenKitchen())).toEqual([
      ['A base BD3', [670, 1270], [0, 580], [100, 820]],
      ['A base FD', [1270, 1870], [0, 580], [100, 820]],
      ['A base BCS', [1870, 3000], [0, 580], [100, 820]],
      ['A wall FL', [670, 730], [304, 320], [1420, 2140]],
      ['A wall W', [730, 1130], [0, 320], [1420, 2140]],
      ['A wall W', [1130, 1630], [0, 320], [1420, 2140]],
      ['A wall WD', [1630, 2230], [0, 320], [1420, 2140]],
      ['A wall WC', [2230, 3000], [0, 320], [1420, 2140]],
      ['A tall FL', [0, 70], [564, 580], [100, 2140]],
      ['A tall TF', [70, 670], [0, 580], [100, 2140]],
      ['B base FLC', [580, 630], [564, 580], [100, 820]],
      ['B base B', [630, 1030], [0, 580], [100, 820]],
      ['B base BO', [1030, 1630], [0, 580], [100, 820]],
      ['B base B', [1630, 1980], [0, 580], [100, 820]],
      ['B base EP', [1980, 1996], [0, 580], [0, 820]],
      ['B wall FLC', [320, 370], [304, 320], [1420, 2140]],
      ['B wall W', [370, 970], [0, 320], [1420, 2140]],
      ['B wall FL', [970, 1030], [304, 320], [1420, 2140]],
      ['B wall WH', [1030, 1630], [0, 320], [1540, 2140]],
      ['B wall W', [1630, 1980], [0, 320], [1420, 2140]],
      ['B wall EP', [1980, 1996], [0, 320], [1420, 2140]],
    ]);
  });

  it('C3: a corner unit with its blind panel stands on the legs once', () => {
    const [corner] = place(kitchen({ walls: [1130, 2000], runs: { 'A-base': 'BC/1130' } }));
    expect(corner).toMatchObject({ z0: 100, z1: 820 });
  });

  it('hangs a hood cabinet by its top and the mezzanine on the wall row', () => {
    const order = kitchen({ walls: [3000], runs: { 'A-wall': 'WH/600x500 W/600x360', 'A-upper': 'A/600x420 AT/600' } });
    expect(volumes(order)).toEqual([
      ['A wall WH', [0, 600], [0, 320], [1640, 2140]],
      ['A wall W', [600, 1200], [0, 320], [1420, 1780]],
      ['A upper A', [0, 600], [0, 320], [2140, 2560]],
      ['A upper AT', [600, 1200], [0, 580], [2140, 2500]],
    ]);
  });

  it('keeps a shallow floor unit in the front plane, with the room behind it', () => {
    expect(volumes(kitchen({ walls: [3000], runs: { 'A-base': 'B/600d460' } }))).toEqual([
      ['A base B', [0, 600], [100, 580], [100, 820]],
    ]);
  });

  it('leaves out what it cannot place', () => {
    const order = kitchen({ walls: [3000], runs: { 'A-base': 'B/600 NOPE/600', 'Z-base': 'B/600' } });
    order.runs[0]?.nodes.push({ id: 'x', at: 'here', code: 'B', w: 600 });
    expect(place(order)).toHaveLength(1);
  });
});
