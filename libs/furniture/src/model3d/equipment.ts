import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Cutout } from '../geometry/cutouts.js';
import { visorOf } from '../scene/panels.js';
import type { SceneNode } from '../scene/scene.js';
import type { WallShapes } from './mesh.js';

const TOP = CONSTANTS.worktopTop;
/** What a sink's and a hob's rim covers of the worktop around the cut-out. */
const RIM = { sink: 10, hob: 15 };
const BOWL_DEPTH = 180;
const WALL = 4;

/** A sink or hob in the worktop, mm. */
export function addCutIn(shapes: WallShapes, cutout: Cutout, node: SceneNode): void {
  if (cutout.kind === 'sink') addSink(shapes, cutout);
  else addHob(shapes, cutout, isGas(node));
}

const isGas = ({ items }: SceneNode): boolean => items.some(({ fuel }) => fuel === 'gas');

/** A rim, a bowl below the worktop, a tap between it and the wall. */
function addSink(shapes: WallShapes, { x0, x1, y0, y1 }: Cutout): void {
  const { sink: rim } = RIM;
  const flat = { z0: TOP, z1: TOP + 3 };
  const low = { z0: TOP - BOWL_DEPTH, z1: TOP + 3 };
  shapes.box('steel', { x0: x0 - rim, x1: x0, y0: y0 - rim, y1: y1 + rim, ...flat });
  shapes.box('steel', { x0: x1, x1: x1 + rim, y0: y0 - rim, y1: y1 + rim, ...flat });
  shapes.box('steel', { x0, x1, y0: y0 - rim, y1: y0, ...flat });
  shapes.box('steel', { x0, x1, y0: y1, y1: y1 + rim, ...flat });
  const bench = y0 + 40;
  shapes.box('steel', { x0, x1, y0, y1: bench, ...flat });
  shapes.box('steel', { x0, x1: x0 + WALL, y0: bench, y1, ...low });
  shapes.box('steel', { x0: x1 - WALL, x1, y0: bench, y1, ...low });
  shapes.box('steel', { x0: x0 + WALL, x1: x1 - WALL, y0: bench, y1: bench + WALL, ...low });
  shapes.box('steel', { x0: x0 + WALL, x1: x1 - WALL, y0: y1 - WALL, y1, ...low });
  shapes.box('steel', { x0, x1, y0: bench, y1, z0: low.z0 - WALL, z1: low.z0 });
  const cx = (x0 + x1) / 2;
  shapes.disc('machine', [cx, (bench + y1) / 2], 40, low.z0, low.z0 + 2);
  shapes.disc('steel', [cx, y0 + 15], 24, TOP + 3, TOP + 12);
  shapes.disc('steel', [cx, y0 + 15], 11, TOP + 3, TOP + 300);
  shapes.box('steel', { x0: cx - 10, x1: cx + 10, y0: y0 + 5, y1: y0 + 210, z0: TOP + 285, z1: TOP + 303 });
  shapes.disc('steel', [cx, y0 + 200], 9, TOP + 245, TOP + 288);
  shapes.box('steel', { x0: cx + 10, x1: cx + 60, y0: y0 + 9, y1: y0 + 21, z0: TOP + 60, z1: TOP + 70 });
}

function addHob(shapes: WallShapes, { x0, x1, y0, y1 }: Cutout, gas: boolean): void {
  const { hob: rim } = RIM;
  shapes.box('dark', { x0: x0 - rim, x1: x1 + rim, y0: y0 - rim, y1: y1 + rim, z0: TOP, z1: TOP + 6 });
  addBurners(shapes, { x0, x1, y0, y1 }, TOP + 6, gas);
}

/** Where the four burners are: shares of the hob's width and depth, and their radius, mm. */
const BURNERS = [
  [0.25, 0.29, 72],
  [0.75, 0.29, 92],
  [0.25, 0.71, 92],
  [0.75, 0.71, 72],
] as const;

/** Gas: burners under a grate; else rings on the glass. */
export function addBurners(
  shapes: WallShapes,
  { x0, x1, y0, y1 }: Pick<Cutout, 'x0' | 'x1' | 'y0' | 'y1'>,
  z: number,
  gas: boolean,
): void {
  const [w, d] = [x1 - x0, y1 - y0];
  for (const [u, v, r] of BURNERS) {
    const centre = [x0 + w * u, y0 + d * v] as const;
    const radius = Math.min(r, w / 5, d / 5);
    if (gas) {
      shapes.disc('steel', centre, radius * 0.5, z, z + 14);
      shapes.disc('machine', centre, radius * 0.34, z + 14, z + 20);
      continue;
    }
    shapes.disc('ring', centre, radius, z, z + 1);
    shapes.disc('dark', centre, radius - 6, z + 1, z + 1.6);
  }
  if (!gas) return;
  for (const half of [0, 1]) {
    const [a, b] = [x0 + 12 + (half * w) / 2, x0 + w / 2 - 12 + (half * w) / 2];
    const bar = { z0: z + 30, z1: z + 40 };
    for (const y of [y0 + 20, (y0 + y1) / 2, y1 - 20]) {
      shapes.box('machine', { x0: a, x1: b, y0: y - 5, y1: y + 5, ...bar });
    }
    for (const x of [a, (a + b) / 2, b]) {
      shapes.box('machine', { x0: x - 5, x1: x + 5, y0: y0 + 20, y1: y1 - 20, ...bar });
    }
    for (const x of [a, b]) {
      for (const y of [y0 + 20, y1 - 20]) {
        shapes.box('machine', { x0: x - 5, x1: x + 5, y0: y - 5, y1: y + 5, z0: z, z1: z + 30 });
      }
    }
  }
}

/** A hood built into the cabinet over the hob, in the place of its bottom: the visor, the body, the filter in it. */
export function addHood(shapes: WallShapes, node: SceneNode): void {
  const { x0, x1, y0, y1, z0 } = node;
  shapes.box('steel', visorOf(node));
  shapes.box('steel', { x0: x0 + 16, x1: x1 - 16, y0: y0 + 16, y1: y1 - 22, z0: z0 + 3, z1: z0 + 45 });
  shapes.box('machine', { x0: x0 + 50, x1: x1 - 50, y0: y0 + 50, y1: y1 - 50, z0, z1: z0 + 3 });
}
