import { node, orderOf, run, wall } from '../../test/drawing/orders.js';
import type { Order, OrderNode } from '../order/order.js';
import { sceneOf } from '../scene/scene.js';
import { connectionsOf } from './connections.js';
import { connectionsSheets } from './connections-sheet.js';
import { PENS } from './paper/paper.js';

const floor = (nodes: OrderNode[], rest: Partial<Order>, ...more: Order['runs']) =>
  sceneOf(orderOf([wall('A', 3000)], [run('A', 'base', nodes), ...more], rest));

const gasHob = { id: 'i1', kind: 'hob', fuel: 'gas', node: 'n2' } as const;
const cooking = [node('n1', 0, 'BD3', 600), node('n2', 600, 'BO', 600), node('n3', 1200, 'BD2', 600)];

describe('what a kitchen is connected to', () => {
  it('has its gas tap behind a door, not behind the drawers that are nearer', () => {
    const gasIn = (nodes: OrderNode[]) =>
      connectionsOf(floor(nodes, { items: [gasHob] })).find(({ service }) => service === 'gas')?.x;
    expect(gasIn([...cooking, node('n4', 1800, 'B', 400)])).toBe(2000);
    expect(gasIn(cooking)).toBe(300);
  });

  it('has its gas tap beside the bowl in the sink’s unit, and there only where no machine stands between', () => {
    const gasIn = (nodes: OrderNode[]) =>
      connectionsOf(floor(nodes, { items: [gasHob, { id: 'i2', kind: 'sink', node: 'n1' }] })).flatMap(
        ({ service, x, why }) => (service === 'gas' ? [[x, /ящик/.test(why)]] : []),
      );
    const sink = node('n1', 0, 'BS', 600);
    expect(gasIn([sink, node('n2', 600, 'BO', 600), node('n3', 1200, 'BD2', 600)])).toEqual([[500, false]]);
    const apart = [sink, node('n4', 600, 'FD', 600), node('n2', 1200, 'BO', 600), node('n3', 1800, 'BD2', 600)];
    expect(gasIn(apart)).toEqual([[2100, true]]);
  });

  it('says so where a place over a unit lies in the mezzanine', () => {
    const over = (...more: Order['runs']) =>
      connectionsOf(floor(cooking, { items: [gasHob] }, run('A', 'wall', [node('w1', 600, 'WH', 600, 600)]), ...more))
        .filter(({ service }) => service === 'duct')
        .map(({ z, why }) => [z, /антресол/.test(why)]);
    expect(over()).toEqual([[2290, false]]);
    expect(over(run('A', 'upper', [node('u1', 600, 'A', 600, 420)]))).toEqual([[2460, true]]);
  });

  it('is not told to come out of a radiator: the place gives way, or is said to be open', () => {
    const water = (at: number, width: number) =>
      connectionsOf(
        floor([node('n1', 600, 'BS', 800)], {
          items: [{ id: 'i1', kind: 'sink', node: 'n1' }],
          obstacles: [{ id: 'o1', kind: 'radiator', wall: 'A', at, width }],
        }),
      ).filter(({ service }) => service !== 'socket');
    const beside = water(300, 550);
    expect(beside.length).toBe(3);
    for (const { x } of beside) expect(x).toBeGreaterThan(850);
    for (const { why } of water(300, 1400)) expect(why).toBe('радиатор на этом месте: уточнить');
  });

  it('tells a pipe from where to where it stands, and names in its heading what there is', () => {
    const scene = floor(cooking, {
      items: [{ ...gasHob, fuel: 'induction' }],
      obstacles: [{ id: 'o1', kind: 'gas_pipe', wall: 'A', at: 2900, width: 30, bottom: 700 }],
    });
    const words = connectionsSheets(scene).flatMap(({ paper }) =>
      paper.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [])),
    );
    expect(words).toContain('700–2700');
    expect(words).not.toContain('1700');
    expect(words.filter((text) => text.startsWith('Подключения:'))).toEqual(['Подключения: электричество, М 1:20']);
  });

  it('is numbered beside the signs, on none of them', () => {
    const nodes = [node('n1', 0, 'BS', 600), node('n2', 600, 'FD', 600), node('n3', 1200, 'BO', 600)];
    const items: Order['items'] = [
      { id: 'i1', kind: 'sink', node: 'n1' },
      { id: 'i2', kind: 'dishwasher', node: 'n2' },
      { id: 'i3', kind: 'hob', fuel: 'gas', node: 'n3' },
    ];
    for (const { paper } of connectionsSheets(floor(nodes, { items }))) {
      const circles = paper.marks.flatMap((mark) => (mark.kind === 'ellipse' ? [mark] : []));
      const [badges, signs] = [
        circles.filter(({ pen }) => pen === PENS.badge),
        circles.filter(({ pen }) => pen !== PENS.badge),
      ];
      expect(badges.length).toBeGreaterThan(6);
      const apart = (a: (typeof circles)[number], b: (typeof circles)[number]) =>
        Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]) - a.rx - b.rx;
      for (const badge of badges) for (const sign of signs) expect(apart(badge, sign)).toBeGreaterThanOrEqual(-0.01);
    }
  });
});
