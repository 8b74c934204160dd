import { findModule } from '../../catalogue/catalogue.js';
import type { Finding } from '../../checks/finding.js';
import { issuedNumbers, type Numbers } from '../../order/ids.js';
import type { Order, OrderNode, Run, Tier, Wall } from '../../order/order.js';
import type { Alternative, AppliedDefault } from '../brief.js';
import { emptyRun, rankOf } from '../model.js';
import type { KnownRows } from '../wall-units/known-rows.js';

/** A copy of an order that a batch of edits changes, with what they did; dropped as a whole when one is refused. */
export interface Draft {
  order: Order;
  changed: Set<string>;
  defaults: AppliedDefault[];
  /** The highest numbers of ids issued so far. */
  issued: Numbers;
  /** Wall rows that its trials have laid already. */
  rows: KnownRows;
}

/** Thrown by an edit that names what is not there (`unknown`) or asks for what does not fit. */
export class Refused extends Error {
  constructor(
    readonly unknown: string | undefined,
    readonly findings: Finding[] = [],
    readonly alternatives: Alternative[] = [],
    readonly missing?: number,
  ) {
    super(unknown ?? findings[0]?.msg ?? 'refused');
  }
}

export const unknown = (text: string): Refused => new Refused(text);

export const draftOf = (order: Order): Draft => ({
  order: structuredClone(order),
  changed: new Set(),
  defaults: [],
  issued: issuedNumbers(order),
  rows: new Map(),
});

export interface Found {
  run: Run;
  node: OrderNode;
  wallIndex: number;
}

/** A node by its id; refuses an id that the order does not have. */
export function nodeById({ order }: Draft, id: string): Found {
  for (const run of order.runs) {
    const node = run.nodes.find((n) => n.id === id);
    if (node) return { run, node, wallIndex: order.room.walls.findIndex((w) => w.id === run.wall) };
  }
  throw unknown(`в заказе нет узла ${id}`);
}

export function wallById({ order }: Draft, id: string): { wall: Wall; index: number } {
  const index = order.room.walls.findIndex((w) => w.id === id);
  const wall = order.room.walls[index];
  if (!wall) throw unknown(`в заказе нет стены ${id}, есть ${order.room.walls.map((w) => w.id).join(', ')}`);
  return { wall, index };
}

/** The run of a wall's tier, created where missing; runs stay sorted by wall and by RUN_TIERS. */
export function runOf({ order }: Draft, wall: string, tier: Tier): Run {
  const known = order.runs.find((run) => run.wall === wall && run.tier === tier);
  if (known) return known;
  const run = emptyRun(wall, tier);
  order.runs.push(run);
  sortRuns(order);
  return run;
}

export function sortRuns(order: Order): void {
  const rank = (run: Run): number => order.room.walls.findIndex((w) => w.id === run.wall) * 10 + rankOf(run.tier);
  order.runs.sort((a, b) => rank(a) - rank(b));
}

export const moduleOf = (code: string) => {
  const module = findModule(code);
  if (!module) throw unknown(`в каталоге нет модуля ${code}`);
  return module;
};
