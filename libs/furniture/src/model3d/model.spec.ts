import fc from 'fast-check';
import { goldenOrder, straightOrder } from '../../test/golden-order.js';
import { kitchen, run } from '../../test/kitchen-of-rows.js';
import { briefs } from '../../test/layout/arbitrary-briefs.js';
import { CONSTANTS } from '../catalogue/catalogue.js';
import { type PlanBox, planBox, worldOf } from '../geometry/world.js';
import { compose } from '../layout/compose.js';
import type { Order } from '../order/order.js';
import { orderParts, unitName } from '../parts/order-parts.js';
import { sceneOf } from '../scene/scene.js';
import { type ModelObject, modelOf } from './model.js';
import { viewAzimuth } from './view.js';

/** The plan of an object, mm, whole. */
function planOf({ surfaces }: ModelObject): PlanBox & { z0: number; z1: number } {
  const axis = (k: number): [number, number] => {
    const values = surfaces.flatMap(({ positions }) => [...positions].filter((_, i) => i % 3 === k));
    return [Math.round(Math.min(...values) * 1000), Math.round(Math.max(...values) * 1000)];
  };
  const [[x0, x1], [z0, z1], [y0, y1]] = [axis(0), axis(1), axis(2)];
  return { x0, x1, y0, y1, z0, z1 };
}

/** What may stand out before a unit: handles, taps and hoods; mm. */
const STANDS_OUT = 40;
/** A front stands two millimetres within its unit, a machine of its own as far as it needs. */
const AIR = 12;

const kitchens = (check: (order: Order) => void, numRuns: number) =>
  fc.assert(
    fc.property(briefs, (brief) => {
      const made = compose(brief, { orderId: 'random' });
      if (made.ok) check(made.order);
    }),
    { numRuns },
  );

/** On faces towards the room of the first wall: how far one goes along the fibre for a metre of height, hundredths of a picture. */
function alongFibre({ positions, normals, uvs }: ModelObject['surfaces'][number]): number[] {
  const facing = Array.from({ length: positions.length / 3 }, (_, k) => k).filter(
    (k) => (normals[3 * k + 2] ?? 0) > 0.9,
  );
  return facing.flatMap((k, i) => {
    const next = i % 4 < 3 ? (facing[i + 1] ?? k) : k;
    const rise = (positions[3 * next + 1] ?? 0) - (positions[3 * k + 1] ?? 0);
    const turned = (uvs[2 * next + 1] ?? 0) - (uvs[2 * k + 1] ?? 0);
    return rise === 0 ? [] : [Math.round((100 * turned) / rise) + 0];
  });
}

describe('the model of a kitchen', () => {
  it('has a grain in wood alone, upright in doors and lying in drawers', () => {
    const facadesOf = (facade: 'oak' | 'white', module: string) => {
      const order = goldenOrder();
      const node = sceneOf(order).nodes.find(({ module: { ascii }, wallIndex }) => ascii === module && wallIndex === 0);
      const { objects } = modelOf(order, { facade });
      const own = objects.find(({ name }) => node && name.startsWith(`${node.number} `));
      return (own?.surfaces ?? []).filter(({ role }) => role === 'facade');
    };
    expect(facadesOf('white', 'W').map(({ uvs }) => uvs.length)).toEqual([0]);
    expect(new Set(facadesOf('oak', 'W').flatMap(alongFibre))).toEqual(new Set([42]));
    expect(new Set(facadesOf('oak', 'BD3').flatMap(alongFibre))).toEqual(new Set([0]));
  });

  it('has a fridge’s handles where the drawings have them, towards the worktop', () => {
    const order = kitchen([3000], [run('A', 'tall', [['NF', 0, 600]]), run('A', 'base', [['B', 600, 600]])]);
    const fridge = modelOf(order).objects.find(({ name }) => name.startsWith('1 '));
    const handles = fridge?.surfaces.find(({ role }) => role === 'handle');
    const xs = [...(handles?.positions ?? [])].filter((_, i) => i % 3 === 0);
    expect(xs.length).toBeGreaterThan(0);
    expect(Math.min(...xs)).toBeGreaterThan(0.5);
  });

  it('has nothing of a hood below its cabinet, from where the clearance is measured', () => {
    const order = kitchen([2000], [run('A', 'wall', [['WH', 0, 600, 500]])]);
    const [cabinet] = sceneOf(order).nodes;
    const hood = modelOf(order).objects.find(({ name }) => name.startsWith('1 '));
    const bodies = hood?.surfaces.filter(({ kind }) => kind !== 'lines') ?? [];
    const positions = bodies.flatMap((surface) => [...surface.positions]);
    const lowest = Math.min(...positions.filter((_, i) => i % 3 === 1));
    expect(Math.round(lowest * 1000)).toBe(cabinet?.z0);
  });

  it('has each unit by the number and name of the drawings, where the drawings have it', () => {
    kitchens((order) => {
      const { objects } = modelOf(order);
      const frames = worldOf(order);
      for (const node of sceneOf(order).nodes) {
        const object = objects.find(({ name }) => name === `${node.number} ${unitName(node)}`);
        const frame = frames[node.wallIndex];
        if (!object || !frame) throw new Error(`no object for ${node.number}`);
        const [own, place] = [planOf(object), planBox(frame, node)];
        const reach = node.outline.length > 4 ? node.x1 - node.x0 : STANDS_OUT;
        expect(own.x0).toBeGreaterThanOrEqual(place.x0 - reach);
        expect(own.x1).toBeLessThanOrEqual(place.x1 + reach);
        expect(own.y0).toBeGreaterThanOrEqual(place.y0 - reach);
        expect(own.y1).toBeLessThanOrEqual(place.y1 + reach);
        const along = frame.d.x === 0 ? [own.y0, own.y1, place.y0, place.y1] : [own.x0, own.x1, place.x0, place.x1];
        const [from = 0, to = 0, left = 0, right = 0] = along;
        if (node.outline.length === 4) {
          expect(Math.abs(from - left)).toBeLessThanOrEqual(AIR);
          expect(Math.abs(to - right)).toBeLessThanOrEqual(AIR);
        }
      }
    }, 40);
  });

  it('is in metres with Y up, the floor at zero, and every normal is a unit vector', () => {
    const { objects } = modelOf(goldenOrder());
    const floor = objects.find(({ name }) => name === 'Пол');
    expect(floor && planOf(floor)).toMatchObject({ x0: 0, x1: 3000, y0: 0, y1: 2000, z0: 0, z1: 0 });
    const wall = objects.find(({ name }) => name === 'Стена A');
    expect(wall && planOf(wall)).toMatchObject({ z0: 0, z1: 2700 });
    for (const { surfaces } of objects) {
      for (const { normals, indices, positions, kind } of surfaces) {
        expect(normals.length).toBe(kind === 'lines' ? 0 : positions.length);
        expect(Math.max(...indices)).toBeLessThan(positions.length / 3);
        for (let i = 0; i < normals.length; i += 3) expect(Math.hypot(...normals.subarray(i, i + 3))).toBeCloseTo(1, 5);
      }
    }
  });

  it('has the worktop of the bill of materials, less the openings for sink and hob', () => {
    const { objects } = modelOf(straightOrder());
    const top = objects.find(({ name }) => name === 'Столешница A');
    const surface = top?.surfaces.find(({ role }) => role === 'worktop');
    if (!surface) throw new Error('no worktop');
    const z = CONSTANTS.worktopTop / 1000;
    let area = 0;
    for (let i = 0; i < surface.indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => {
        const at = 3 * (surface.indices[i + k] ?? 0);
        return [...surface.positions.subarray(at, at + 3)];
      });
      if (!a || !b || !c || [a, b, c].some(([, y = 0]) => Math.abs(y - z) > 1e-4)) continue;
      const [ux = 0, uz = 0, vx = 0, vz = 0] = [b[0]! - a[0]!, b[2]! - a[2]!, c[0]! - a[0]!, c[2]! - a[2]!];
      area += Math.abs(ux * vz - uz * vx) / 2;
    }
    const [part] = orderParts(straightOrder()).worktops;
    const openings = part?.cutouts.reduce((sum, { length_mm, width_mm }) => sum + length_mm * width_mm, 0) ?? 0;
    expect(openings).toBeGreaterThan(0);
    expect(area).toBeCloseTo((3000 * 600 - openings) / 1e6, 4);
  });

  it('shows a diagonal corner unit over its footprint', () => {
    const order = kitchen([2000, 2400], [run('A', 'base', [['BCD', 1100, 900]]), run('B', 'base', [['B', 900, 600]])]);
    const unit = modelOf(order).objects.find(({ name }) => name.startsWith('1 '));
    const surfaces = unit?.surfaces.filter(({ role }) => role !== 'handle') ?? [];
    expect(planOf({ name: '', surfaces })).toMatchObject({ x0: 1100, x1: 2000, y0: 0, y1: 900 });
  });
});

describe('where a kitchen is looked at from', () => {
  it.each([
    ['one wall', kitchen([2400], [run('A', 'base', [['B', 0, 600]])]), -22],
    [
      'two walls of one length',
      kitchen([2000, 2000], [run('A', 'base', [['B', 0, 600]]), run('B', 'base', [['B', 700, 600]])]),
      -45,
    ],
    [
      'three walls: before the middle one',
      kitchen(
        [2000, 2400, 2000],
        ['A', 'B', 'C'].map((wall) => run(wall, 'base', [['B', 700, 600]])),
      ),
      -112,
    ],
    [
      'one wall with a tall unit at its left: from the right',
      kitchen([2400], [run('A', 'tall', [['T', 0, 600]]), run('A', 'base', [['B', 600, 600]])]),
      22,
    ],
  ])('%s', (_what, order, azimuth) => expect(viewAzimuth(order)).toBe(azimuth));
});
