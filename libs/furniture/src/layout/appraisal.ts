/** What `compose` asks of an order that it has made: is it what people would expect, and what must they be told? */
import { CONSTANTS } from '../catalogue/catalogue.js';
import { isOrdinary } from '../catalogue/traits.js';
import type { Finding } from '../checks/finding.js';
import type { Item, Order } from '../order/order.js';
import type { AppliedDefault, Brief } from './brief.js';
import { AIM } from './scoring.js';

/** A dishwasher away from the sink, though the customer named no place for either that asks for it. */
export function isApart(order: Order, { ordered, fixtures }: Brief): boolean {
  if (
    ordered ||
    fixtures.some((f) => (f.kind === 'dishwasher' || f.kind === 'sink') && (f.at !== undefined || f.wall !== undefined))
  )
    return false;
  const hosts = (kind: Item['kind']): string[] =>
    order.items.filter((item) => item.kind === kind).map((item) => item.node);
  const [sinks, machines] = [hosts('sink'), hosts('dishwasher')];
  if (sinks.length === 0 || machines.length === 0) return false;
  return !order.runs.some(({ nodes }) =>
    nodes.some((node, i) => {
      const next = nodes[i + 1];
      if (!next || Number(node.at) + node.w !== Number(next.at)) return false;
      const pair = [node.id, next.id];
      return pair.some((id) => sinks.includes(id)) && pair.some((id) => machines.includes(id));
    }),
  );
}

/** Hobs with hardly any worktop on a side, where no finding says so (HOB-LAND, HOB-TALL): the customer is told. */
export function tightHobs({ items, room: { walls }, runs }: Order, findings: readonly Finding[]): AppliedDefault[] {
  if (findings.some(({ code }) => code === 'HOB-LAND' || code === 'HOB-TALL')) return [];
  const hobs = new Set(items.filter(({ kind }) => kind === 'hob' || kind === 'stove').map(({ node }) => node));
  return walls.flatMap(({ id, length, turn, ends }, i) => {
    const nodes = runs
      .filter(({ wall }) => wall === id)
      .flatMap((run) => run.nodes.map((node) => ({ ...node, tier: run.tier })));
    const talls = nodes.filter(({ code, tier }) => tier === 'tall' && isOrdinary(code));
    const from = turn === 'right' ? CONSTANTS.frontPlaneBase : ends.left === 'wall' ? 0 : Number.NEGATIVE_INFINITY;
    const next = walls[i + 1]?.turn === 'right';
    const to = next ? length - CONSTANTS.frontPlaneBase : ends.right === 'wall' ? length : Number.POSITIVE_INFINITY;
    return nodes
      .filter((node) => hobs.has(node.id))
      .flatMap((hob): AppliedDefault[] => {
        const [at, end] = [Number(hob.at), Number(hob.at) + hob.w];
        const gaps = [from, ...talls.map((t) => Number(t.at) + t.w)].filter((x) => x <= at).map((x) => at - x);
        gaps.push(...[to, ...talls.map((t) => Number(t.at))].filter((x) => x >= end).map((x) => x - end));
        const mm = Math.min(...gaps);
        if (mm >= AIM.hobShort) return [];
        return [{ code: 'hob_tight', text: `у плиты с одной стороны ${mm} мм столешницы` }];
      });
  });
}
