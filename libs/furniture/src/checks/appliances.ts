import { findModule, modules } from '../catalogue/catalogue.js';
import { carries, isHoodCabinet, isNiche } from '../catalogue/traits.js';
import { cornerAfter, isNear } from '../geometry/corners.js';
import type { Appliance, Item, OrderNode } from '../order/order.js';
import { applianceName } from '../reading/names.js';
import {
  apart,
  clearTo,
  hasLandings,
  isSmall,
  itemPath,
  type Kitchen,
  landings,
  named,
  nodePath,
  ofKind,
  type PlacedItem,
  pathOf,
} from './context.js';
import { type Finding, finding, wordedFinding } from './finding.js';
import { RULES } from './rules/index.js';

/** A stretch of worktop belongs to what stands this near to its end, mm: a filler or panel may stand between. */
const BESIDE = 70;

/** FR-LAND: worktop on one side of a fridge at least. FR-OVEN: no oven's tall unit directly beside it. */
export function besideFridges(kitchen: Kitchen): Finding[] {
  const { landing } = RULES['FR-LAND'].limits;
  const { clear } = RULES['FR-OVEN'].limits;
  return ofKind(kitchen, 'fridge').flatMap((fridge) => {
    const { host } = fridge;
    const next = kitchen.worktops.filter((w) => w.wallIndex === host.wallIndex && apart(w, host) < BESIDE);
    const place = Math.max(0, ...next.map((w) => w.x1 - w.x0));
    const ovens = ofKind(kitchen, 'oven').filter((o) => o.host.tier === 'tall' && o.host.wallIndex === host.wallIndex);
    const hot = ovens.some((o) => apart(o.host, host) >= 0 && apart(o.host, host) < clear);
    return [
      ...(place < landing ? [finding('FR-LAND', pathOf(fridge))] : []),
      ...(hot ? [finding('FR-OVEN', pathOf(fridge))] : []),
    ];
  });
}

/** DW-SINK: the machine is near the sink. SINK-NONE: there is one. */
export function dishwasherBySink(kitchen: Kitchen): Finding[] {
  const { far } = RULES['DW-SINK'].limits;
  const sinks = ofKind(kitchen, 'sink');
  return ofKind(kitchen, 'dishwasher').flatMap((machine) => {
    if (sinks.length === 0) return [finding('SINK-NONE', pathOf(machine))];
    const d = clearTo(kitchen, machine, sinks) ?? 0;
    return d > far ? [finding('DW-SINK', pathOf(machine), { d })] : [];
  });
}

/** DW-CORNER: room to stand before an open machine, between it and the front of the row round the corner. */
export function dishwasherInCorner(kitchen: Kitchen): Finding[] {
  const { clear: n } = RULES['DW-CORNER'].limits;
  return ofKind(kitchen, 'dishwasher').flatMap((machine) => {
    const { host } = machine;
    const right = cornerAfter(kitchen.order, host.wallIndex, 'base', kitchen.placed);
    const left = cornerAfter(kitchen.order, host.wallIndex - 1, 'base', kitchen.placed);
    const distances = [
      ...(right && isNear(right.after, 'left', right.measures.clear)
        ? [host.wall.length - right.measures.plane - host.x1]
        : []),
      ...(left && isNear(left.before, 'right', left.measures.clear) ? [host.x0 - left.measures.plane] : []),
    ];
    const d = Math.min(...distances);
    return d < n ? [finding('DW-CORNER', pathOf(machine), { d, n })] : [];
  });
}

/** HOB-LAND, SINK-LAND: worktop on both sides of a hob or sink; info in small kitchens. */
const landingOf = (kind: 'hob' | 'sink', code: 'HOB-LAND' | 'SINK-LAND') => (kitchen: Kitchen) => {
  const { one, other } = RULES[code].limits;
  return ofKind(kitchen, kind).flatMap((item) => {
    const sides = landings(kitchen, item);
    if (hasLandings(sides, one, other)) return [];
    return [finding(code, pathOf(item), { ...sides }, isSmall(kitchen) ? { severity: 'info' } : {})];
  });
};
export const hobLanding = landingOf('hob', 'HOB-LAND');
export const sinkLanding = landingOf('sink', 'SINK-LAND');

/** REQ-APPL: every item stands in a node made for it, and every node made for an appliance has one, hoods excepted. */
export function housing(kitchen: Kitchen): Finding[] {
  const nodes = new Map(kitchen.order.runs.flatMap((run) => run.nodes.map((node) => [node.id, node])));
  const unhoused = kitchen.order.items
    .filter((item) => !holds(nodes.get(item.node), item))
    .map((item) =>
      finding('REQ-APPL', itemPath(item), { appliance: applianceName({ kind: item.kind }), modules: homes(item.kind) }),
    );
  return [...unhoused, ...kitchen.placed.flatMap((p) => empty(kitchen, p))];
}

function holds(node: OrderNode | undefined, item: Item): boolean {
  const module = node && findModule(node.code);
  return !!module && carries(module, item.kind);
}

const homes = (kind: Appliance): string =>
  modules()
    .filter((m) => carries(m, kind))
    .map((m) => m.code)
    .join(' или ');

function empty(kitchen: Kitchen, p: PlacedItem['host']): Finding[] {
  if (isHoodCabinet(p.module)) return [];
  const here = kitchen.order.items.filter((item) => item.node === p.node.id).map((item) => item.kind);
  const missing = p.module.appliances.filter((kind) => !here.includes(kind));
  const lacks = p.module.alternatives ? missing.length === p.module.appliances.length : missing.length > 0;
  if (!lacks || p.module.appliances.length === 0) return [];
  const wanted = missing.map((kind) => applianceName({ kind })).join(p.module.alternatives ? ' или ' : ', ');
  const msg = `Узел ${named(p)} есть, а прибора в заказе нет: ${wanted}.`;
  const hint = isNiche(p.module)
    ? 'Назвать, что стоит в нише, или убрать её.'
    : 'Добавить прибор или заменить узел обычным.';
  return [wordedFinding('REQ-APPL', nodePath(p), msg, hint)];
}
