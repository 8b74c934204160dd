import type { Panel } from '../scene/panels.js';
import type { SceneNode } from '../scene/scene.js';
import type { Frame } from './frame.js';
import { panelBox } from './fronts.js';

/** Sizes of 4.1 and 1.1, mm: bow 160 × 12, gola 26 below the worktop and 2 × 29 between drawers, end profile. */
const BOW = { length: 160, thick: 12, inset: 40, end: 60 };
const GOLA = { top: 26, joint: 29 };
const PROFILE = 16;
/** A door whose middle is above this is opened by its lower edge, mm above the floor. */
const REACH = 1100;

const OPENS: ReadonlySet<Panel['kind']> = new Set(['door', 'drawer', 'lift', 'drop', 'pullout', 'glass']);

/** Handles of a node by the kind of its row; mezzanines and wall fronts have no end profile (1.1). */
export function drawHandles(frame: Frame, node: SceneNode): void {
  const kind = frame.scene.order.handles[node.tier] ?? 'grip';
  if (kind === 'gola' && node.tier === 'base') {
    drawGola(frame, node);
    return;
  }
  for (const panel of node.panels) {
    if (!OPENS.has(panel.kind)) continue;
    const own = node.tier !== 'upper' && !(node.tier === 'tall' && panel.kind === 'lift');
    if (kind === 'bar' && own) drawBow(frame, node, panel);
    else if (kind === 'grip' && own && node.tier !== 'wall') drawProfile(frame, node, panel);
    else if (panel.kind === 'drawer' || panel.kind === 'pullout') drawPull(frame, node, panel);
  }
}

const low = (panel: Panel): boolean => panel.kind !== 'lift' && panel.z + panel.h / 2 < REACH;

function drawProfile(frame: Frame, node: SceneNode, panel: Panel): void {
  const b = panelBox(frame, node, panel);
  frame.canvas.rect('h', b.x, low(panel) ? b.y : b.y + b.h - PROFILE, b.w, Math.min(PROFILE, b.h));
}

function drawBow(frame: Frame, node: SceneNode, panel: Panel): void {
  const b = panelBox(frame, node, panel);
  const { length, thick, inset, end } = BOW;
  if (panel.hinge) {
    const x = panel.hinge === 'left' ? b.x + b.w - inset : b.x + inset - thick;
    const long = Math.min(length, Math.max(0, b.h - 40));
    const y = low(panel) ? b.y + Math.min(end, (b.h - long) / 2) : b.y + b.h - Math.min(end, (b.h - long) / 2) - long;
    frame.canvas.rect(panel.kind === 'glass' ? 'hg' : 'h', x, y, thick, long, 6);
    frame.labels.block({ x, y, w: thick, h: long });
    return;
  }
  const long = Math.min(length, Math.max(0, b.w - 40));
  const y = low(panel) ? b.y + inset - thick : b.y + b.h - inset;
  frame.canvas.rect('h', b.x + (b.w - long) / 2, y, long, thick, 6);
  frame.labels.block({ x: b.x + (b.w - long) / 2, y, w: long, h: thick });
}

/** A drawer without a handle: a short arrow outwards. */
function drawPull(frame: Frame, node: SceneNode, panel: Panel): void {
  const b = panelBox(frame, node, panel);
  const [cx, top] = [b.x + b.w / 2, b.y + 16];
  frame.labels.block({ x: cx - 14, y: top, w: 28, h: 40 });
  frame.canvas.lines('in', [
    [
      [cx, top],
      [cx, top + 40],
    ],
    [
      [cx - 14, top + 24],
      [cx, top + 40],
      [cx + 14, top + 24],
    ],
  ]);
}

function drawGola(frame: Frame, node: SceneNode): void {
  const { canvas, labels } = frame;
  const fronts = node.panels.filter((p) => p.kind !== 'blind' && p.kind !== 'filler' && p.kind !== 'panel');
  const top = Math.max(...fronts.map((p) => p.z + p.h));
  for (const panel of fronts) {
    const b = panelBox(frame, node, panel);
    if (panel.z + panel.h === top && panel.kind !== 'open') canvas.rect('gola', b.x, b.y, b.w, GOLA.top);
    const above = fronts.some((p) => p.kind === 'drawer' && p.z === panel.z + panel.h + 4);
    if (panel.kind === 'drawer' && above) {
      const joint = { x: b.x, y: b.y - 2 - GOLA.joint, w: b.w, h: 2 * GOLA.joint };
      canvas.rect('gola', joint.x, joint.y, joint.w, joint.h);
      labels.block(joint);
    }
  }
}
