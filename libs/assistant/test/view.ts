import { type Bom, findModule, itemsIn, type Order, type OrderNode, orderBom, type Tier } from '#libs/furniture';
import type { TurnOutcome } from '../src/turn/run-turn.js';

/** A node in the terms of assertions: wall number from 1, Russian code, items. */
export interface NodeView {
  readonly code: string;
  readonly ascii: string;
  readonly wall: number;
  readonly tier: Tier;
  readonly at: number;
  readonly end: number;
  readonly width: number;
  readonly h: number;
  readonly appliances: readonly string[];
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

const FILLERS = ['ФП', 'ФПУ', 'БП'];
export const isFiller = (node: NodeView): boolean => FILLERS.includes(node.code);

function seen(order: Order, node: OrderNode, wall: string, tier: Tier): NodeView {
  const module = findModule(node.code);
  const own = module && !module.alternatives ? module.appliances : [];
  return {
    code: module?.code ?? node.code,
    ascii: node.code,
    wall: order.room.walls.findIndex(({ id }) => id === wall) + 1,
    tier,
    at: Number(node.at),
    end: Number(node.at) + node.w,
    width: node.w,
    h: node.h ?? module?.heights[0] ?? 0,
    appliances: [...new Set([...itemsIn(order, node.id).map(({ kind }) => kind), ...own])],
  };
}

export const nodesIn = (order: Order | undefined): NodeView[] =>
  order ? order.runs.flatMap(({ wall, tier, nodes }) => nodes.map((node) => seen(order, node, wall, tier))) : [];

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

/** Nodes matching `node[code=ШП,tier=base]`. */
export const pick = (nodes: readonly NodeView[], text: string): NodeView[] =>
  nodes.filter((node) =>
    filters(text).every(([key, sign, want]) => {
      const matches =
        key === 'code'
          ? node.code === want || node.ascii === want
          : key === 'appliance'
            ? node.appliances.includes(want ?? '')
            : key === 'type'
              ? want === 'drawers' && /^ШНЯ/.test(node.code)
              : key === 'corner'
                ? String(/^Ш[НВ]У/.test(node.code)) === want
                : key === 'tier'
                  ? (want ?? '').split('+').includes(node.tier)
                  : String(node.wall) === want;
      return matches === (sign === '=');
    }),
  );

export const named = (view: View, expression: string): NodeView | undefined => {
  const [, kind, inner] = /^(node|item)\[(.*?)\]/.exec(expression) ?? [];
  return pick(view.nodes, kind === 'item' ? `appliance=${inner}` : (inner ?? ''))[0];
};
