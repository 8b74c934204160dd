import type { Item, ObstacleKind, Order, Wall } from '#libs/furniture';
import type { ApiFinding } from '../../src/index.js';
import { isFiller, type NodeView, nodesIn } from '../view.js';

/** What the assistant answered to one message, and the order as it then stands. */
export interface Reply {
  readonly status: string;
  readonly note: string;
  readonly why?: string | undefined;
  readonly findings?: readonly ApiFinding[] | undefined;
  readonly order: Order | undefined;
}

/** A place along a wall, mm from its left end. */
export interface Span {
  /** From 1, left to right. */
  readonly wall: number;
  readonly at: number;
  readonly end: number;
  readonly width: number;
}

export interface ObstacleView extends Span {
  readonly id: string;
  readonly kind: ObstacleKind;
  readonly bottom?: number;
  readonly top?: number;
}

/** The order and the answer after one turn, as elements and assertions see them. */
export interface Scene {
  readonly order: Order | undefined;
  readonly walls: readonly Wall[];
  readonly nodes: readonly NodeView[];
  readonly items: readonly Item[];
  readonly obstacles: readonly ObstacleView[];
  readonly status: string;
  /** The note, and why where there is one. */
  readonly note: string;
  readonly findings: readonly ApiFinding[];
}

export function sceneOf({ status, note, why = '', findings = [], order }: Reply): Scene {
  const walls = order?.room.walls ?? [];
  const obstacles = (order?.obstacles ?? []).map((one) => ({
    ...one,
    wall: walls.findIndex(({ id }) => id === one.wall) + 1,
    end: one.at + one.width,
  }));
  const said = `${note} ${why}`.trim();
  return { order, walls, nodes: nodesIn(order), items: order?.items ?? [], obstacles, status, note: said, findings };
}

/** Before the first message. */
export const EMPTY = sceneOf({ status: 'none', note: '', order: undefined });

/** In the row of wall units or above it. */
export const isHigh = ({ tier }: NodeView): boolean => tier === 'wall' || tier === 'upper';

/** A base or tall unit. */
export const isFloorUnit = (node: NodeView): boolean => !isFiller(node) && !isHigh(node);

/** Base and tall units from left to right, wall by wall. */
export const floorRow = ({ nodes }: Scene): NodeView[] =>
  nodes.filter(isFloorUnit).sort((a, b) => a.wall - b.wall || a.at - b.at);

/** The distance of two spans of one wall; negative where they overlap. */
export const gapOf = (a: Span, b: Span): number => Math.max(a.at - b.end, b.at - a.end);

/** How much two spans overlap; -1 on different walls. */
export const overlapOf = (a: Span, b: Span): number =>
  a.wall === b.wall ? Math.min(a.end, b.end) - Math.max(a.at, b.at) : -1;

/** The whole order as text with all ids, for comparison. */
export const layoutOf = ({ order, walls, nodes, obstacles }: Scene): string =>
  JSON.stringify([
    walls.map(({ length, ends }) => [length, ends]),
    order?.ceiling,
    nodes.map((n) => [n.id, n.ascii, n.wall, n.tier, n.at, n.width, n.h, [...n.appliances].sort(), n.fuel]),
    obstacles,
    order?.finish ?? {},
    order?.handles ?? {},
    order?.lighting ?? {},
  ]);

const nodeLine = ({ code, width, at, appliances, fuel }: NodeView): string =>
  `${code}${width}@${at}${appliances.length > 0 ? `(${appliances}${fuel ? `/${fuel}` : ''})` : ''}`;

const obstacleLine = ({ kind, wall, at, width, bottom }: ObstacleView): string =>
  `${kind} ${wall}@${at}+${width}${bottom === undefined ? '' : `^${bottom}`}`;

/** The order in one line: `walls 3000 | A-base: ШНМ600@0(sink) … | window 1@400+1200^900 | {"base":"white"}`. */
export function orderLine({ order, walls, nodes, obstacles }: Scene): string {
  if (!order) return 'no order';
  const runs = order.runs.map(({ id, wall, tier }) => {
    const own = nodes.filter((node) => node.tier === tier && walls[node.wall - 1]?.id === wall);
    return `${id}: ${own.map(nodeLine).join(' ')}`;
  });
  const looks = [order.finish, order.handles].filter((part) => Object.keys(part).length > 0);
  return [
    `walls ${walls.map(({ length }) => length).join(' ')}`,
    ...runs,
    ...(obstacles.length > 0 ? [obstacles.map(obstacleLine).join(', ')] : []),
    ...looks.map((part) => JSON.stringify(part)),
  ].join(' | ');
}
