import { deadZones } from '../../geometry/corners.js';
import { subtract } from '../../geometry/intervals.js';
import { casing } from '../../geometry/obstacles.js';
import type { Span } from '../../geometry/world.js';
import type { Line } from '../svg/canvas.js';
import { TEXT } from '../svg/chain.js';
import { textWidth } from '../svg/text.js';
import { type Frame, onWall, write } from './frame.js';

/** Narrower gaps are told by their number in the chain alone, mm. */
const MIN_NAMED = 40;
/** Heights of the names above the floor, mm. */
const HEIGHTS = [450, 650, 250, 850, 1100];

/** Names what a wall's floor row leaves open: neither furniture, nor a door, nor the neighbour's row in a corner. */
export function nameGaps(frame: Frame): void {
  const { order, nodes, diagonals } = frame.scene;
  order.room.walls.forEach((wall, i) => {
    const floor = onWall(frame, i).filter((n) => n.tier === 'base' || n.tier === 'tall');
    if (floor.length === 0) return;
    const dead = deadZones(order, i, 'base', nodes);
    const halves = diagonals.halves.filter((half) => half.wallIndex === i && half.node.tier === 'base');
    const passed = frame.obstacles
      .filter((v) => v.wallIndex === i && v.z0 < 100)
      .map((v) => (v.obstacle.kind === 'door' ? casing(v) : v));
    const taken = [...floor, ...halves, ...passed].map(({ x0, x1 }) => ({ from: x0, to: x1 }));
    for (const { from, to } of subtract({ from: dead.left, to: wall.length - dead.right }, taken)) {
      if (to - from >= MIN_NAMED) write(frame, frame.labels.place(spots(frame, i, { x0: from, x1: to })) ?? []);
    }
  });
}

function* spots(frame: Frame, wallIndex: number, { x0, x1 }: Span): Generator<readonly Line[]> {
  const text = `свободно ${x1 - x0}`;
  const x = Math.round(frame.x(wallIndex, (x0 + x1) / 2));
  const vertical = textWidth(text, TEXT.code) + 20 > x1 - x0;
  for (const z of HEIGHTS) yield [{ cls: 'tm', x, y: -z, size: TEXT.code, text, style: { vertical } }];
}
