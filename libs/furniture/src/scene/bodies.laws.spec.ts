import fc from 'fast-check';
import { viewsOn } from '../../test/drawing/sight.js';
import { briefs } from '../../test/layout/arbitrary-briefs.js';
import { sumsOfBom, sumsOfParts } from '../../test/sums.js';
import { orderBom } from '../bom/order-bom.js';
import { CONSTANTS } from '../catalogue/catalogue.js';
import { isDiagonalCorner } from '../catalogue/traits.js';
import { BETWEEN_WALLS } from '../drawing/front/frame.js';
import { drawFront, paintWall } from '../drawing/front/index.js';
import { furnitureSolids } from '../drawing/iso/units.js';
import { paintPlan } from '../drawing/plan/index.js';
import type { Canvas, Shape } from '../drawing/svg/canvas.js';
import { inPlan } from '../geometry/footprint.js';
import type { Volume } from '../geometry/world.js';
import { compose } from '../layout/compose.js';
import { modelOf } from '../model3d/model.js';
import type { Order } from '../order/order.js';
import { orderParts, unitName } from '../parts/order-parts.js';
import { drawElevation, elevationOf } from '../sheets/elevation.js';
import { type Area, areaOf, Paper } from '../sheets/paper/paper.js';
import { type SceneNode, sceneOf } from './scene.js';

const kitchens = (law: (order: Order) => void, numRuns: number): void =>
  fc.assert(
    fc.property(briefs, (brief) => {
      const made = compose(brief, { orderId: 'ord' });
      if (made.ok) law(made.order);
    }),
    { numRuns },
  );

/** A body on a wall, mm: along it and above the floor. */
type Body = Pick<Volume, 'x0' | 'x1' | 'z0' | 'z1'>;

/** The body as an elevation of its own wall shows it: of a diagonal corner unit its front. */
const bodyOf = ({ x0, x1, z0, z1, front, module }: SceneNode): Body => ({
  ...(isDiagonalCorner(module) ? front : { x0, x1 }),
  z0,
  z1,
});

/** Classes of carcasses, fronts, fillers, panels and niches: what a unit's body is drawn with. */
const BODY: ReadonlySet<string> = new Set(['k', 'f', 'ff', 'kf', 'gapline']);

/** By the id of its node the extent of each body drawn; a unit is a group of shapes. */
function bodiesIn(shapes: readonly Shape[]): Map<string, Body> {
  const found = new Map<string, Body>();
  let id = '';
  for (const shape of shapes) {
    if (shape.kind === 'open') id = shape.attributes['data-node'] ?? id;
    if (shape.kind !== 'rect' || !BODY.has(shape.cls) || found.has(id) || id === '') continue;
    const { x, y, w, h } = shape;
    found.set(id, { x0: x, x1: x + w, z0: -y - h, z1: -y });
  }
  return found;
}

/** A front stands two millimetres within its unit; a filler is drawn out to its joints. */
const REVEAL = 2;

function expectSame(drawn: Body | undefined, body: Body): void {
  if (!drawn) throw new Error('not drawn');
  const off = (['x0', 'x1', 'z0', 'z1'] as const).map((side) => Math.abs(drawn[side] - body[side]));
  expect(Math.max(...off)).toBeLessThanOrEqual(REVEAL);
}

const linesOf = (canvas: Canvas): string[] => canvas.toString().split('\n');

/** An element of a wall that lies at `left` on the sheet, as it is where the wall lies at 0. */
const movedBack = (line: string, left: number): string =>
  line
    .replace(/ (c?x)="(-?\d+)"/g, (_, name, x) => ` ${name}="${Number(x) - left}"`)
    .replace(/([ML])(-?\d+) /g, (_, go, x) => `${go}${Number(x) - left} `)
    .replace(/rotate\(-90 (-?\d+)/g, (_, x) => `rotate(-90 ${Number(x) - left}`);

const lengthOf = (spans: readonly { x0: number; x1: number }[]): number =>
  spans.reduce((sum, { x0, x1 }) => sum + x1 - x0, 0);

describe('one kitchen, whatever shows it', () => {
  it('has each body in the front view where the geometry has it', () => {
    kitchens((order) => {
      const scene = sceneOf(order);
      order.room.walls.forEach((_, i) => {
        const drawn = bodiesIn(paintWall(scene, i).canvas.shapes);
        for (const node of scene.nodes) if (node.wallIndex === i) expectSame(drawn.get(node.node.id), bodyOf(node));
      });
    }, 60);
  });

  it('has nothing on a wall of the sheets that the front view has not, and at the same place', () => {
    kitchens((order) => {
      const scene = sceneOf(order);
      const front = drawFront(order).split('\n');
      let left = 0;
      order.room.walls.forEach(({ length }, i) => {
        const seen = new Set(front.map((line) => movedBack(line, left)));
        expect(linesOf(paintWall(scene, i).canvas).filter((line) => !seen.has(line))).toEqual([]);
        left += length + BETWEEN_WALLS;
      });
    }, 40);
  });

  it('has each body on its wall’s sheet, in scale', () => {
    kitchens((order) => {
      const scene = sceneOf(order);
      const scale = 20;
      order.room.walls.forEach((_, i) => {
        const paper = new Paper();
        const e = elevationOf(paper, scene, i, scale, [100, 150]);
        if (!e) throw new Error('no elevation');
        drawElevation(e);
        const areas = paper.marks.map(areaOf);
        for (const node of e.nodes) {
          const { x0, x1, z0, z1 } = bodyOf(node);
          const area = { x: 100 + x0 / scale, y: 150 - z1 / scale, w: (x1 - x0) / scale, h: (z1 - z0) / scale };
          expect(areas.some((drawn) => isSame(drawn, area, (2.01 * REVEAL) / scale))).toBe(true);
        }
      });
    }, 30);
  });

  it('has each body in the plan over its footprint', () => {
    kitchens((order) => {
      const scene = sceneOf(order);
      const plan = paintPlan(scene);
      const outlines = new Map<string, string>();
      let id = '';
      for (const shape of plan.canvas.shapes) {
        if (shape.kind === 'open') id = shape.attributes['data-node'] ?? '';
        if (shape.kind === 'path' && shape.closed && id !== '' && !outlines.has(id))
          outlines.set(id, (shape.lines[0] ?? []).join(' '));
      }
      for (const { node, wallIndex, outline } of scene.nodes) {
        const whole = outline.map(({ x, y }) => plan.at(wallIndex, x, y).map((v) => Math.round(v) + 0));
        expect(outlines.get(node.id)).toBe(whole.join(' '));
      }
    }, 60);
  });

  it('has each body in the isometric view over its footprint, from its lower to its upper edge', () => {
    kitchens((order) => {
      const scene = sceneOf(order);
      const shown = new Set<string>();
      for (const stage of viewsOn(order)) {
        for (const { node, plan, box } of furnitureSolids(stage)) {
          const own = node && scene.nodes.find((n) => n.node.id === node.node.id);
          const frame = node && stage.walls[node.wallIndex];
          if (!own || !frame || !stage.seen(node.wallIndex)) continue;
          shown.add(node.node.id);
          expect(corners(plan)).toEqual(corners(inPlan(frame, own.outline)));
          expect([box.z0, box.z1]).toEqual([own.z0, own.z1]);
        }
      }
      expect(shown.size).toBe(scene.nodes.length);
    }, 40);
  });

  it('has each unit by its number in model and list of parts, whose sums are the bill of materials', () => {
    kitchens((order) => {
      const scene = sceneOf(order);
      const names = new Set(modelOf(order).objects.map(({ name }) => name));
      const parts = orderParts(order);
      expect(sumsOfParts(parts)).toEqual(sumsOfBom(orderBom(order)));
      const counts = new Map<string, number>();
      for (const { unit, unit_name, qty } of parts.parts) {
        const key = `${unit} ${unit_name}`;
        if (unit !== null) counts.set(key, (counts.get(key) ?? 0) + qty);
      }
      const expected = scene.nodes.flatMap((node): [string, number][] => {
        const key = `${node.number} ${unitName(node)}`;
        expect(names).toContain(key);
        const made = node.unit.parts.reduce((sum, { qty }) => sum + qty, 0);
        return made > 0 ? [[key, made]] : [];
      });
      expect(counts).toEqual(new Map(expected));
    }, 60);
  });

  it('has the worktops and plinths of the bill of materials in every view', () => {
    kitchens((order) => {
      const scene = sceneOf(order);
      const parts = orderParts(order);
      order.room.walls.forEach(({ id }, i) => {
        const drawn = rects(paintWall(scene, i).canvas, 'w');
        const counted = parts.worktops.filter(({ wall }) => wall === id);
        expect(lengthOf(drawn)).toBe(counted.reduce((sum, { length_mm }) => sum + length_mm, 0));
        expect(drawn.every(({ z1 }) => z1 === CONSTANTS.worktopTop)).toBe(true);
        const plinths = parts.linear.filter(({ key, wall }) => key === 'plinth' && wall === id);
        const spans = scene.plinths.filter(({ wallIndex }) => wallIndex === i);
        expect(lengthOf(spans)).toBe(plinths.reduce((sum, { length_mm, qty }) => sum + length_mm * qty, 0));
      });
    }, 60);
  });
});

const isSame = (a: Area, b: Area, slack: number): boolean =>
  (['x', 'y', 'w', 'h'] as const).every((side) => Math.abs(a[side] - b[side]) <= slack);

const corners = (outline: readonly { x: number; y: number }[]): string[] =>
  outline.map(({ x, y }) => `${x + 0},${y + 0}`).sort();

const rects = ({ shapes }: Canvas, cls: string): Body[] =>
  shapes.flatMap((shape) =>
    shape.kind === 'rect' && shape.cls === cls
      ? [{ x0: shape.x, x1: shape.x + shape.w, z0: -shape.y - shape.h, z1: -shape.y }]
      : [],
  );
