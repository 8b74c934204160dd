import { CONSTANTS } from '../../catalogue/catalogue.js';
import { isEndPanel, isFiller, isMachineFront, isNiche } from '../../catalogue/traits.js';
import type { SceneNode } from '../scene/scene.js';
import { drawNiches, drawSigns } from './appliances.js';
import { elevation, type Frame } from './frame.js';
import { drawHandles, drawPanel } from './fronts.js';

/** Every unit: carcass, fronts, what stands in it, handles. */
export function drawNodes(frame: Frame): void {
  for (const node of frame.scene.nodes) drawNode(frame, node);
}

/** `5. ШНЯ3, Шкаф нижний: три ящика, 600 × 720 мм` */
export function nodeTitle({ number, module, unit }: SceneNode): string {
  return `${number}. ${module.code}, ${module.title}, ${unit.width} × ${unit.height} мм`;
}

function drawNode(frame: Frame, node: SceneNode): void {
  const { canvas } = frame;
  const b = elevation(frame, node);
  canvas.open({ 'data-node': node.node.id }, nodeTitle(node));
  const hollow = isNiche(node.module) || isFiller(node.module) || isMachineFront(node.module);
  if (!hollow && !isEndPanel(node.module)) canvas.rect('k', b.x, b.y, b.w, b.h);
  if (isNiche(node.module)) canvas.rect('gapline', b.x, b.y, b.w, b.h);
  for (const panel of node.panels) drawPanel(frame, node, panel);
  drawNiches(frame, node);
  drawHandles(frame, node);
  drawSigns(frame, node);
  canvas.close();
}

/** Plinth below the units, set back and darker; worktop over them as thick as it is (38). */
export function drawPlinths(frame: Frame): void {
  for (const { wallIndex, x0, x1 } of frame.scene.plinths) {
    frame.canvas.rect('p', frame.x(wallIndex, x0), -CONSTANTS.legs, x1 - x0, CONSTANTS.legs);
  }
}

export function drawWorktops(frame: Frame): void {
  const { canvas, scene } = frame;
  for (const { wallIndex, x0, x1 } of scene.worktops) {
    canvas.rect('w', frame.x(wallIndex, x0), -CONSTANTS.worktopTop, x1 - x0, CONSTANTS.worktop);
  }
}
