import { snowflake } from '../../scene/faces.js';
import type { SceneNode } from '../../scene/scene.js';
import { lineBox, type Point, segment } from '../svg/canvas.js';
import { TEXT } from '../svg/chain.js';
import { boxOn, drawBox, drawLines, type PlanFrame } from './frame.js';
import { along } from './walls.js';

/** Sizes of what lies in the worktop where the order does not say them, mm. */
const BOWL = { width: 500, back: 110, front: 530, rim: 40 };
const HOB = { width: 590, back: 50, front: 560, two: 400 };
const BURNER = { large: 95, small: 75 };

/** What stands or lies in a unit, as it is seen from above: bowl and tap, burners by fuel, a fridge's sign, else a word. */
export function drawAppliances(plan: PlanFrame): void {
  for (const node of plan.scene.nodes) {
    if (node.tier !== 'base' && node.tier !== 'tall') continue;
    const { appliances } = node;
    if (appliances.has('sink')) drawSink(plan, node);
    if (appliances.has('hob')) drawHob(plan, node);
    if (appliances.has('stove')) drawStove(plan, node);
    if (appliances.has('fridge')) drawFridge(plan, node);
    const words = wordsOf(node);
    words.forEach((word, i) => {
      // Before the wall units' dashed line.
      const y = (node.tier === 'base' ? 450 : node.y1 / 2) + ((i - (words.length - 1) / 2) * 70) / plan.scale;
      write(plan, node, word, y);
    });
  }
}

/** What is not seen from above is named. */
function wordsOf({ appliances, tier }: SceneNode): string[] {
  const words: string[] = [];
  if (appliances.has('dishwasher')) words.push('ПММ');
  if (appliances.has('washer')) words.push('СМА');
  if (tier === 'tall' && appliances.has('oven')) words.push('духовка');
  if (tier === 'tall' && appliances.has('microwave')) words.push('СВЧ');
  return words;
}

function write(plan: PlanFrame, node: SceneNode, text: string, y: number): void {
  const line = along(plan, node.wallIndex, plan.at(node.wallIndex, middle(node), y), text, TEXT.code);
  const bold = { ...line, style: { ...line.style, bold: true } };
  for (const placed of plan.labels.place([[bold]], { over: true }) ?? []) {
    const b = lineBox(placed);
    // Over the cross of a tall unit.
    if (node.tier === 'tall') plan.canvas.rect('bb', b.x - 6, b.y, b.w + 12, b.h);
    plan.canvas.text(placed);
  }
}

const middle = ({ front: { x0, x1 } }: SceneNode): number => (x0 + x1) / 2;

function drawSink(plan: PlanFrame, node: SceneNode): void {
  const { x0, x1 } = node.front;
  const named = node.items.find(({ kind }) => kind === 'sink')?.w;
  const half = Math.max(100, Math.min(named ?? BOWL.width, x1 - x0 - 40) / 2);
  const [mid, { back, front, rim }] = [middle(node), BOWL];
  drawBox(plan, 'sp', node.wallIndex, { x0: mid - half, x1: mid + half, y0: back, y1: front }, 60);
  plan.labels.keep(boxOn(plan, node.wallIndex, { x0: mid - half, x1: mid + half, y0: back, y1: front }));
  plan.labels.keep(boxOn(plan, node.wallIndex, { x0: mid - 26, x1: mid + 26, y0: back - 68, y1: back }));
  drawBox(
    plan,
    'bowl',
    node.wallIndex,
    { x0: mid - half + rim, x1: mid + half - rim, y0: back + rim, y1: front - rim },
    50,
  );
  circle(plan, 's', node, mid, (back + front) / 2, 32);
  circle(plan, 'sp', node, mid, back - 42, 26);
  drawLines(plan, 'tk', node.wallIndex, [segment(mid, back - 42, mid, back + 130)]);
}

function drawHob(plan: PlanFrame, node: SceneNode): void {
  const { x0, x1 } = node.front;
  const item = node.items.find(({ kind }) => kind === 'hob');
  const half = Math.min(item?.w ?? HOB.width, x1 - x0) / 2;
  const mid = middle(node);
  const gas = item?.fuel === 'gas';
  const box = { x0: mid - half, x1: mid + half, y0: HOB.back, y1: HOB.front };
  drawBox(plan, gas ? 'sp' : 'ag', node.wallIndex, box, 14);
  plan.labels.keep(boxOn(plan, node.wallIndex, box));
  drawBurners(plan, node, box, gas);
}

function drawStove(plan: PlanFrame, node: SceneNode): void {
  const gas = node.items.find(({ kind }) => kind === 'stove')?.fuel === 'gas';
  const { x0, x1, y0, y1 } = node;
  drawBox(plan, 'sp', node.wallIndex, { x0: x0 + 5, x1: x1 - 5, y0: y0 + 20, y1 }, 10);
  drawLines(plan, 's', node.wallIndex, [segment(x0 + 5, y1 - 50, x1 - 5, y1 - 50)]);
  drawBurners(plan, node, { x0: x0 + 5, x1: x1 - 5, y0: y0 + 30, y1: y1 - 50 }, gas);
}

/** Gas: burners with their grates; electric and induction: rings on the glass. Two of them on a narrow hob. */
function drawBurners(
  plan: PlanFrame,
  node: SceneNode,
  { x0, x1, y0, y1 }: { x0: number; x1: number; y0: number; y1: number },
  gas: boolean,
): void {
  const columns = x1 - x0 <= HOB.two ? [0.5] : [0.27, 0.73];
  columns.forEach((u, i) => {
    [0.28, 0.72].forEach((v, k) => {
      const [x, y] = [x0 + (x1 - x0) * u, y0 + (y1 - y0) * v];
      const r = (i + k) % 2 === 0 ? BURNER.large : BURNER.small;
      if (!gas) {
        circle(plan, 'agl', node, x, y, r);
        circle(plan, 'agl', node, x, y, r * 0.55);
        return;
      }
      circle(plan, 's', node, x, y, r * 0.62);
      circle(plan, 'sd', node, x, y, r * 0.3);
      const arm = r * 1.05;
      drawLines(plan, 'gr', node.wallIndex, [segment(x - arm, y, x + arm, y), segment(x, y - arm, x, y + arm)]);
    });
  });
}

function drawFridge(plan: PlanFrame, node: SceneNode): void {
  const { wallIndex, x0, x1, y0, y1, module } = node;
  // A free-standing one stands in its niche without touching it.
  if (module.traits.has('niche')) drawBox(plan, 'sp', wallIndex, { x0: x0 + 10, x1: x1 - 10, y0: y0 + 20, y1 }, 16);
  const [cx, cy] = plan.at(wallIndex, (x0 + x1) / 2, (y0 + y1) / 2);
  const letter = {
    cls: 't',
    x: Math.round(cx),
    y: Math.round(cy - 70),
    size: 2 * TEXT.dimension,
    text: 'Х',
    style: { bold: true },
  };
  for (const line of plan.labels.place([[letter]], { over: true }) ?? []) plan.canvas.text(line);
  plan.canvas.lines('s', snowflake([cx, cy + 80], 60));
}

function circle(
  { canvas, scale, at }: PlanFrame,
  cls: string,
  { wallIndex }: SceneNode,
  x: number,
  y: number,
  r: number,
): void {
  const [cx, cy]: Point = at(wallIndex, x, y);
  canvas.circle(cls, cx, cy, r * scale);
}
