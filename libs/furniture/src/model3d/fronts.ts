import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Handle } from '../order/order.js';
import { faceOf } from '../scene/faces.js';
import { handleArea, isClosing, isGrainUpright, type Panel } from '../scene/panels.js';
import type { SceneNode } from '../scene/scene.js';
import type { Role } from './materials.js';
import type { WallShapes } from './mesh.js';

/** Half of the gap between two fronts: behind it a dark plate is what is seen of the gap. */
const REVEAL = 2;
/** Width of the frame of a glass front. */
const GLASS_FRAME = 45;

/** Fronts before the carcass, appliances in its niches; `handle` as the row has it. mm. */
export function addPanels(shapes: WallShapes, node: SceneNode, handle: Handle): void {
  for (const panel of node.panels) addPanel(shapes, node, panel, handle);
}

/** The plane of the carcass: fronts stand a buffer before it. */
export const carcassPlane = (node: SceneNode): number => node.y1 - CONSTANTS.facade - CONSTANTS.gap;

function addPanel(shapes: WallShapes, node: SceneNode, panel: Panel, handle: Handle): void {
  switch (panel.kind) {
    case 'open':
    case 'filler':
    case 'panel':
    case 'gap':
      return;
    case 'niche':
      addAppliance(shapes, node, panel);
      return;
    case 'glass':
      addGlass(shapes, node, panel);
      return;
    default: {
      const { x, z, w, h, kind } = panel;
      const slab = { x0: x, x1: x + w, z0: z, z1: z + h };
      const around = { x0: x - REVEAL, x1: x + w + REVEAL, z0: z - REVEAL, z1: z + h + REVEAL };
      const plane = carcassPlane(node);
      shapes.box('gap', { ...around, y0: plane, y1: plane + CONSTANTS.gap });
      const front = { ...slab, y0: node.y1 - CONSTANTS.facade, y1: node.y1 };
      shapes.box(kind === 'blind' ? 'carcass' : 'facade', front, !isGrainUpright(panel));
      shapes.outline('edge', slab, node.y1);
      if (!isClosing(panel) && kind !== 'false') addHandle(shapes, node, handleArea(panel, node), handle);
    }
  }
}

/** As the drawings have them: at the edge towards the worktop, a bar on a door upright at its free side. */
function addHandle(shapes: WallShapes, { tier, y1 }: SceneNode, { x, z, w, h, kind, hinge }: Panel, handle: Handle) {
  if (tier === 'upper' || handle === 'push' || (handle !== 'bar' && tier === 'wall')) return;
  const low = kind !== 'lift' && z + h / 2 < 1100;
  const edge = low ? z + h : z;
  if (handle === 'gola') {
    shapes.box('handle', { x0: x, x1: x + w, y0: y1, y1: y1 + 1, z0: z + h - 26, z1: z + h });
    return;
  }
  if (handle === 'grip') {
    const [z0, z1] = low ? [edge - 2, edge + 1] : [edge - 1, edge + 2];
    shapes.box('handle', { x0: x, x1: x + w, y0: y1, y1: y1 + 16, z0, z1 });
    shapes.box('handle', {
      x0: x,
      x1: x + w,
      y0: y1 + 14,
      y1: y1 + 16,
      z0: low ? edge - 12 : edge,
      z1: low ? edge : edge + 12,
    });
    return;
  }
  const out = { y0: y1 + 22, y1: y1 + 32 };
  const stem = { y0: y1, y1: y1 + 22 };
  if (hinge) {
    const cx = hinge === 'left' ? x + w - 40 : x + 40;
    const [z0, z1] = low ? [edge - 220, edge - 60] : [edge + 60, edge + 220];
    shapes.box('handle', { x0: cx - 6, x1: cx + 6, ...out, z0, z1 });
    for (const at of [z0, z1 - 10]) shapes.box('handle', { x0: cx - 5, x1: cx + 5, ...stem, z0: at, z1: at + 10 });
    return;
  }
  const [cx, half] = [x + w / 2, Math.min(80, w / 3)];
  const cz = low ? edge - 40 : edge + 40;
  shapes.box('handle', { x0: cx - half, x1: cx + half, ...out, z0: cz - 6, z1: cz + 6 });
  for (const at of [cx - half, cx + half - 10]) {
    shapes.box('handle', { x0: at, x1: at + 10, ...stem, z0: cz - 5, z1: cz + 5 });
  }
}

function addGlass(shapes: WallShapes, node: SceneNode, { x, z, w, h }: Panel): void {
  const depth = { y0: node.y1 - CONSTANTS.facade, y1: node.y1 };
  shapes.outline('edge', { x0: x, x1: x + w, z0: z, z1: z + h }, node.y1);
  const [x1, z1, f] = [x + w, z + h, Math.min(GLASS_FRAME, w / 4, h / 4)];
  shapes.box('facade', { x0: x, x1: x + f, z0: z, z1, ...depth });
  shapes.box('facade', { x0: x1 - f, x1, z0: z, z1, ...depth });
  shapes.box('facade', { x0: x + f, x1: x1 - f, z0: z, z1: z + f, ...depth });
  shapes.box('facade', { x0: x + f, x1: x1 - f, z0: z1 - f, z1, ...depth });
  shapes.box('glass', { x0: x + f, x1: x1 - f, z0: z + f, z1: z1 - f, y0: node.y1 - 11, y1: node.y1 - 5 });
}

/** Classes of the drawings' faces as materials, and how far each stands out, mm. */
const MARKS: Readonly<Record<string, { role: Role; out: number }>> = {
  ab: { role: 'machine', out: 0 },
  ah: { role: 'steel', out: 28 },
  al: { role: 'steel', out: 14 },
  ag: { role: 'dark', out: 2 },
  sp: { role: 'white', out: 0 },
  hg: { role: 'handle', out: 28 },
  s: { role: 'steel', out: 10 },
};

/** What stands in a niche: a body as deep as the unit, with the face that the drawings give it. */
function addAppliance(shapes: WallShapes, { y0, y1 }: SceneNode, { x, z, w, h, appliance, hinge }: Panel): void {
  const marks = faceOf(appliance, w, h, hinge);
  const plane = y1 - CONSTANTS.facade;
  marks.forEach((mark, i) => {
    const { role, out } = MARKS[mark.cls] ?? { role: 'steel', out: 4 };
    const to = plane + 4 + out + i / 4;
    if ('rect' in mark) {
      const { rect } = mark;
      const face = { x0: x + rect.x, x1: x + rect.x + rect.w, z0: z + h - rect.y - rect.h, z1: z + h - rect.y };
      const body = { ...face, y0: out === 0 ? y0 + 40 : plane + 4, y1: to };
      shapes.box(role, body);
      if (out === 0) shapes.edges('rim', body);
    } else if ('circle' in mark) {
      const { circle } = mark;
      const inner =
        circle.r > 100 && marks.some((m) => 'circle' in m && m.circle.r > circle.r && m.circle.x === circle.x);
      shapes.knob(inner ? 'dark' : role, [x + circle.x, z + h - circle.y], circle.r, plane + 4, to);
    }
  });
}
