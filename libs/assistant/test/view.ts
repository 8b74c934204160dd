import {
  type Appliance,
  type Bom,
  type Fuel,
  findModule,
  isCornerUnit,
  isGap,
  isOrdinary,
  itemsIn,
  type Order,
  type OrderNode,
  orderBom,
  type Tier,
} from '#libs/furniture';
import type { TurnOutcome } from '../src/turn/run-turn.js';

/** A node in the terms of assertions: wall number from 1, Russian code, items. */
export interface NodeView {
  readonly id: string;
  readonly code: string;
  readonly ascii: string;
  readonly wall: number;
  readonly tier: Tier;
  readonly at: number;
  readonly end: number;
  readonly width: number;
  readonly h: number;
  readonly appliances: readonly Appliance[];
  /** Of the cooker that stands in it. */
  readonly fuel: Fuel | undefined;
}

/** The part of an outcome that assertions examine. */
export type ReportedOutcome = Pick<TurnOutcome, 'note' | 'why' | 'findings'>;

export interface View {
  readonly order: Order | undefined;
  readonly before: Order | undefined;
  readonly versions: readonly (Order | undefined)[];
  readonly nodes: readonly NodeView[];
  readonly outcome: ReportedOutcome;
  readonly bom: Bom | undefined;
  readonly reply: string;
}

export const isFiller = (node: NodeView): boolean => !isOrdinary(node.ascii);

function seen(order: Order, node: OrderNode, wall: string, tier: Tier): NodeView {
  const module = findModule(node.code);
  const own = module && !module.alternatives ? module.appliances : [];
  const items = itemsIn(order, node.id);
  return {
    id: node.id,
    code: module?.code ?? node.code,
    ascii: node.code,
    wall: order.room.walls.findIndex(({ id }) => id === wall) + 1,
    tier,
    at: Number(node.at),
    end: Number(node.at) + node.w,
    width: node.w,
    h: node.h ?? module?.heights[0] ?? 0,
    appliances: [...new Set([...items.map(({ kind }) => kind), ...own])],
    fuel: items.find(({ fuel }) => fuel)?.fuel,
  };
}

/** All nodes but gaps, where nothing stands. */
export const nodesIn = (order: Order | undefined): NodeView[] =>
  (order?.runs ?? []).flatMap(({ wall, tier, nodes }) =>
    nodes.filter(({ code }) => !isGap(code)).flatMap((node) => (order ? [seen(order, node, wall, tier)] : [])),
  );

export const viewOf = (
  order: Order | undefined,
  before: Order | undefined,
  versions: View['versions'],
  outcome: ReportedOutcome,
  bom: Bom | undefined = order && orderBom(order),
): View => ({
  order,
  before,
  versions,
  nodes: nodesIn(order),
  outcome,
  bom,
  reply: `${outcome.note} ${outcome.why ?? ''}`,
});

const filters = (text: string): string[][] =>
  text.split(',').map((one) => /^(\w+)(!?=)(.*)$/.exec(one)?.slice(1) ?? []);

/** What a filter compares; by default the node's own property. */
const FILTERS: Readonly<Record<string, (node: NodeView, want: string) => boolean>> = {
  code: (node, want) => findModule(want)?.ascii === node.ascii,
  appliance: (node, want) => node.appliances.some((kind) => kind === want),
  type: (node, want) => want === 'drawers' && /^BD\d/.test(node.ascii),
  corner: (node, want) => String(isCornerUnit(node.ascii)) === want,
  tier: (node, want) => want.split('+').includes(node.tier),
};

/** Nodes matching `node[code=ШП,tier=base]`; all of them for `node[*]`. */
export const pick = (nodes: readonly NodeView[], text: string): NodeView[] =>
  text === '' || text === '*'
    ? [...nodes]
    : nodes.filter((node) =>
        filters(text).every(([key = '', sign, want = '']) => {
          const matches =
            FILTERS[key]?.(node, want) ?? String(Object.entries(node).find(([name]) => name === key)?.[1]) === want;
          return matches === (sign === '=');
        }),
      );

export const named = (view: View, expression: string): NodeView | undefined => {
  const [, kind, inner] = /^(node|item)\[(.*?)\]/.exec(expression) ?? [];
  return pick(view.nodes, kind === 'item' ? `appliance=${inner}` : (inner ?? ''))[0];
};
