/** Reading: an order, its parts and its numbers as Russian words (data/spoken.json, data/finishes.json). */
import spoken from '../../data/spoken.json' with { type: 'json' };
import { CONSTANTS, findModule } from '../catalogue/catalogue.js';
import { hasTrait, isGap } from '../catalogue/traits.js';
import { innerCornerAfter } from '../geometry/place.js';
import { atOf, endOf, itemsIn } from '../order/nodes.js';
import { type Obstacle, type Order, type OrderNode, TIERS, type Tier, type Wall } from '../order/order.js';
import { finishName, nodeName, obstacleName } from './names.js';
import { capital, formatMm, listed } from './words.js';

/** Narrower gaps are not named, as in the drawings, mm. */
const MIN_GAP = 40;

/** «Угловая кухня, 3000 × 2000 мм». */
export function shapeOf({ room: { walls } }: Order): string {
  const lengths = `${walls.map((wall) => wall.length).join(' × ')}\u00a0мм`;
  const inner = walls.slice(1).every((wall) => wall.turn === 'right');
  if (walls.length === 1) return `Прямая кухня, ${lengths}`;
  if (inner && walls.length === 2) return `Угловая кухня, ${lengths}`;
  if (inner && walls.length === 3) return `П-образная кухня, ${lengths}`;
  return `Кухня на ${walls.length} стенах${inner ? '' : ' с наружным углом'}, ${lengths}`;
}

/** What lies in an empty stretch of a wall: its door, or how much is free. */
function gapName(order: Order, wall: Wall, from: number, to: number): string {
  const door = order.obstacles.find(
    (o) => o.kind === 'door' && o.wall === wall.id && o.at < to && from < o.at + o.width,
  );
  return door ? `дверь ${door.width}` : `свободно ${to - from}`;
}

/** A row's nodes left to right, alike ones that stand together counted, empty stretches named. */
function rowWords(order: Order, wall: Wall, index: number, tiers: readonly Tier[]): string[] {
  const runs = order.runs.filter((run) => run.wall === wall.id && tiers.includes(run.tier));
  const nodes = runs.flatMap((run) => run.nodes).sort((a, b) => atOf(a) - atOf(b));
  const onFloor = tiers.includes('base');
  const words: string[] = [];
  let at = 0;
  let group: OrderNode[] = [];
  const say = () => {
    const [first] = group;
    if (first) words.push(nodeName(order, first, group.length));
    group = [];
  };
  const alike = (node: OrderNode) => {
    const [first] = group;
    const bare = itemsIn(order, node.id).length === 0;
    return !!first && bare && first.code === node.code && first.w === node.w && first.h === node.h;
  };
  for (const node of nodes) {
    const intoCorner = at === 0 && innerCornerAfter(order, index - 1);
    const gap = onFloor && !intoCorner && atOf(node) - at >= MIN_GAP;
    if (gap || !alike(node) || itemsIn(order, group[0]?.id ?? '').length > 0) say();
    if (gap) words.push(gapName(order, wall, at, atOf(node)));
    if (onFloor && isGap(node.code)) words.push(gapName(order, wall, atOf(node), endOf(node)));
    if (!hasTrait(node.code, 'unspoken')) group.push(node);
    at = Math.max(at, endOf(node));
  }
  say();
  const rest = wall.length - at;
  const meets = innerCornerAfter(order, index) && rest <= CONSTANTS.deadBase;
  if (onFloor && nodes.length > 0 && rest >= MIN_GAP && !meets) words.push(gapName(order, wall, at, wall.length));
  return words;
}

function obstacleWords({ kind, at, width, bottom, top }: Obstacle): string {
  const axis = kind === 'socket' ? at + Math.round(width / 2) : at;
  const place = width > 0 && kind !== 'socket' ? `${at}–${at + width}` : `на ${axis}`;
  const sill = kind === 'window' && bottom !== undefined ? `, подоконник ${bottom}` : '';
  const height = kind === 'window' && top !== undefined ? `, верх ${top}` : '';
  return `${obstacleName(kind)} ${place}${sill}${height}`;
}

/** A wall aloud: «Стена A, 3000 мм. Внизу слева направо: …. Вверху: ….» */
export function readWall(order: Order, id: string): string {
  const index = order.room.walls.findIndex((wall) => wall.id === id);
  const wall = order.room.walls[index];
  if (!wall) return '';
  const rows = [
    ['внизу слева направо', rowWords(order, wall, index, ['base', 'tall'])],
    ['вверху', rowWords(order, wall, index, ['wall'])],
    ['антресоли', rowWords(order, wall, index, ['upper'])],
    [
      'на стене',
      order.obstacles
        .filter((o) => o.wall === id)
        .sort((a, b) => a.at - b.at)
        .map(obstacleWords),
    ],
  ] as const;
  const told = rows
    .filter(([, words]) => words.length > 0)
    .map(([where, words]) => `${capital(where)}: ${words.join(', ')}.`);
  return [`Стена ${id}, ${formatMm(wall.length)}.`, ...(told.length > 0 ? told : ['Пусто.'])].join(' ');
}

function finishWords({ finish, handles, lighting }: Order): string[] {
  const tiers = TIERS.filter((tier) => finish.facade?.[tier]);
  const facades = tiers.map((tier) => {
    const name = finish.facade?.[tier];
    return name ? `${spoken.rows[tier]} ${finishName(name)}` : '';
  });
  const grips = new Set(TIERS.flatMap((tier) => handles[tier] ?? []).map((handle) => spoken.handles[handle]));
  return [
    facades.length > 0 ? `фасады: ${facades.join(', ')}` : '',
    finish.carcass ? `корпус ${finishName(finish.carcass)}` : '',
    finish.worktop ? `столешница ${finishName(finish.worktop)}` : '',
    listed([...grips]),
    lighting.under ? 'подсветка под верхними шкафами' : '',
  ].filter((words) => words !== '');
}

/**
 * The order aloud, as a designer reads it to the customer: shape and sizes, each wall left to right with its appliances,
 * then finishes, handles and lighting where the order names them. Russian, plain text; sizes in mm.
 */
export function readOrder(order: Order): string {
  const hasCabinets = order.runs.some((run) => run.nodes.some((node) => findModule(node.code)));
  const walls = order.room.walls.map((wall) => readWall(order, wall.id));
  const last = finishWords(order);
  return [
    `${shapeOf(order)}, потолок ${order.ceiling}.`,
    ...(hasCabinets ? walls : []),
    ...(last.length > 0 ? [`${capital(last.join('; '))}.`] : []),
  ].join('\n');
}
