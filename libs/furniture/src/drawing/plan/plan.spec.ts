import fc from 'fast-check';
import { anyOrder, node, orderOf, run, straightOrder, tidyOrder, wall } from '../../../test/drawing/orders.js';
import { boxOf, chainsOf, parseXml, textOverlaps, viewBox } from '../../../test/drawing/svg.js';
import { goldenOrder } from '../../../test/golden-order.js';
import { FINISHES } from '../../order/order.js';
import { sceneOf } from '../../scene/scene.js';
import { inside, overlap } from '../svg/canvas.js';
import { drawPlan, paintPlan } from './index.js';

const words = (svg: string) =>
  parseXml(svg)
    .filter((e) => e.name === 'text')
    .map((e) => e.text);
const ascending = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);
const drawn = (svg: string, cls: string) => parseXml(svg).filter((e) => e.attributes.class === cls);

describe('the plan', () => {
  it('is to scale: walls and units as long as they are', () => {
    const svg = drawPlan(orderOf([wall('A', 3000)], [run('A', 'tall', [node('n1', 700, 'T', 600)])]));
    const [body] = drawn(svg, 'k').flatMap((e) => boxOf(e) ?? []);
    const [cut] = drawn(svg, 'cut').flatMap((e) => boxOf(e) ?? []);
    expect(body).toMatchObject({ w: 600, h: 580 });
    expect((body?.x ?? 0) - (cut?.x ?? 0)).toBe(700 + 120);
  });

  it('dimensions the golden kitchen: rows, walls, depths', () => {
    const chains = chainsOf(drawPlan(goldenOrder()));
    const [row, whole] = chains.filter(({ of }) => of === 'A').map(({ numbers }) => ascending(numbers));
    expect([row, whole]).toEqual([[70, 600, 600, 600, 1130], [3000]]);
    expect(chains.find(({ of }) => of === 'depth')?.numbers).toEqual([320, 280]);
  });

  it('tells the passage between the facing rows of a U', () => {
    const row = (id: string) => run(id, 'base', [node(`n${id}`, 700, 'B', 600)]);
    const walls = [wall('A', 2000), wall('B', 2600, 'right'), wall('C', 2000, 'right')];
    const chains = chainsOf(drawPlan(orderOf(walls, ['A', 'C'].map(row))));
    expect(chains.filter(({ of }) => of === 'B').map(({ numbers }) => numbers)).toContainEqual([600, 1400, 600]);
  });

  it('lays the walls of a U left to right as the front view does', () => {
    const walls = [wall('A', 2000), wall('B', 2600, 'right'), wall('C', 2000, 'right')];
    const marks = drawn(drawPlan(orderOf(walls, [])), 'mk').flatMap((e) => boxOf(e) ?? []);
    const [a, b, c] = marks.map((box) => box.x + box.w / 2);
    expect((a ?? 0) < (b ?? 0) && (b ?? 0) < (c ?? 0)).toBe(true);
  });

  it('shows a mark for each wall, also where the room has no free floor', () => {
    const row = (id: string) => run(id, 'base', [node(`n${id}`, 0, 'B', 600)]);
    const walls = [wall('A', 900), wall('B', 900, 'right'), wall('C', 900, 'right')];
    const svg = drawPlan(orderOf(walls, ['A', 'B', 'C'].map(row)));
    expect(drawn(svg, 'mk')).toHaveLength(3);
    expect(words(svg)).toEqual(expect.arrayContaining(['A', 'B', 'C']));
  });

  it('shows sink, burners by fuel, fridge and machines', () => {
    const svg = drawPlan(straightOrder());
    expect(drawn(svg, 'bowl')).toHaveLength(1);
    expect(drawn(svg, 'gr')).toHaveLength(4);
    expect(words(svg)).toEqual(expect.arrayContaining(['Х', 'ПММ', 'СМА', 'духовка', 'СВЧ']));
    const induction = straightOrder({ items: [{ id: 'i2', kind: 'hob', node: 'b5', fuel: 'induction' }] });
    expect(drawn(drawPlan(induction), 'gr')).toEqual([]);
    expect(drawn(drawPlan(induction), 'agl')).toHaveLength(8);
  });

  it('shows windows, doors with their leaf, and names what stands before the walls', () => {
    const obstacles = [
      { id: 'o1', kind: 'door' as const, wall: 'A', at: 100, width: 800 },
      { id: 'o2', kind: 'window' as const, wall: 'A', at: 1200, width: 1000 },
      { id: 'o3', kind: 'riser' as const, wall: 'A', at: 2700, width: 200, depth: 150 },
    ];
    const svg = drawPlan(orderOf([wall('A', 3000)], [], { obstacles }));
    expect(words(svg)).toEqual(expect.arrayContaining(['дверь 800', 'окно 1000', 'короб']));
    expect(drawn(svg, 'dl').map((e) => boxOf(e)?.h)).toEqual([800]);
    expect(chainsOf(svg).map(({ numbers }) => ascending(numbers))).toEqual([
      [100, 300, 800, 800, 1000],
      [100, 200, 2700],
      [3000],
    ]);
  });

  it('shows a socket behind furniture dashed', () => {
    const socket = (bottom: number) =>
      drawPlan(
        orderOf([wall('A', 2000)], [run('A', 'base', [node('n1', 0, 'B', 600)])], {
          obstacles: [{ id: 'o1', kind: 'socket', wall: 'A', at: 260, width: 80, bottom }],
        }),
      );
    expect([drawn(socket(300), 'od').length, drawn(socket(1000), 'od').length]).toEqual([1, 0]);
  });

  it('numbers an end panel beside the door that opens towards it, not on its leaf', () => {
    const svg = drawPlan(
      orderOf([wall('A', 2000)], [run('A', 'base', [node('n1', 100, 'EP', 16, 820), node('n2', 116, 'B', 600)])]),
    );
    const [leaf] = drawn(svg, 'sl').flatMap((e) => boxOf(e) ?? []);
    const numbers = drawn(svg, 'num').flatMap((e) => boxOf(e) ?? []);
    if (!leaf) throw new Error('no leaf');
    expect(numbers.filter((number) => overlap(number, leaf))).toEqual([]);
    expect(Math.min(...numbers.map(({ x }) => x))).toBeLessThan(leaf.x);
  });

  it('numbers a diagonal unit clear of its front', () => {
    const rows = [run('A', 'base', [node('n1', 1100, 'BCD', 900)]), run('B', 'base', [node('n2', 900, 'B', 600)])];
    const svg = drawPlan(orderOf([wall('A', 2000), wall('B', 2400, 'right')], rows));
    const [insert] = drawn(svg, 'w').flatMap((e) => {
      const numbers = (e.attributes.d?.match(/-?\d+/g) ?? []).map(Number);
      return numbers.length === 6 ? [numbers] : [];
    });
    // The triangle of the worktop: its long side is the edge before the door.
    const [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0] = insert ?? [];
    const sides = [
      [ax, ay, bx, by],
      [bx, by, cx, cy],
      [cx, cy, ax, ay],
    ] as const;
    const length = ([x0, y0, x1, y1]: (typeof sides)[number]) => Math.hypot(x1 - x0, y1 - y0);
    const [edge] = sides.toSorted((a, b) => length(b) - length(a));
    const [number] = drawn(svg, 'num').map(({ attributes }) => [Number(attributes.cx), Number(attributes.cy)] as const);
    if (!edge || !number) throw new Error('no edge, or no number');
    const [x0, y0, x1, y1] = edge;
    const away = Math.abs((x1 - x0) * (number[1] - y0) - (y1 - y0) * (number[0] - x0)) / length(edge);
    expect(away).toBeGreaterThan(48);
  });

  it('says the same millimetres at every scale', () => {
    const said = (scale: number) => chainsOf(`<svg>${paintPlan(sceneOf(goldenOrder()), scale).canvas}</svg>`);
    const numbers = (scale: number) =>
      said(scale).map((chain) => ({ of: chain.of, numbers: ascending(chain.numbers) }));
    expect(numbers(0.45)).toEqual(numbers(1));
  });

  it('is the same bytes for the same order, in whole coordinates', () => {
    const svg = drawPlan(goldenOrder(), { facade: 'oak' });
    expect(drawPlan(structuredClone(goldenOrder()), { facade: 'oak' })).toBe(svg);
    expect(svg.replace(/<style>[\s\S]*<\/style>/, '')).not.toMatch(/="[^"]*\d\.\d[^"]*"/);
  });

  it('has no labels that overlap in any kitchen', () => {
    fc.assert(
      fc.property(tidyOrder, (order) => {
        expect(textOverlaps(parseXml(drawPlan(order)))).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('never throws and stays well-formed within its view box, whatever the order says', () => {
    fc.assert(
      fc.property(anyOrder, fc.constantFrom(...FINISHES), (order, facade) => {
        const elements = parseXml(drawPlan(order, { facade }));
        const view = viewBox(elements);
        for (const e of elements) {
          const box = e.name === 'text' ? undefined : boxOf(e);
          if (box) expect(inside(box, view)).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  it.each([1, 0.73, 0.5])('numbers mezzanines straight behind what hangs below them, at scale %d', (scale) => {
    const [hung, over] = [
      [node('n1', 100, 'W', 600), node('n2', 700, 'W', 500)],
      [node('n3', 100, 'A', 600, 420), node('n4', 700, 'A', 500, 420)],
    ];
    const order = orderOf([wall('A', 2000)], [run('A', 'wall', hung), run('A', 'upper', over)]);
    const { shapes } = paintPlan(sceneOf(order), scale).canvas;
    const numbers = shapes.flatMap((shape) => (shape.kind === 'text' && shape.line.cls === 'tn' ? [shape.line] : []));
    const at = (text: string) => numbers.find((line) => line.text === text)?.x;
    expect([at('3'), at('4')]).toEqual([at('1'), at('2')]);
    expect(shapes.filter((shape) => shape.kind === 'path' && shape.cls === 'lead')).toEqual([]);
  });
});
