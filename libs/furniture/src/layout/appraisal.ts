/** What `compose` asks of an order that it has made: is it what people would expect, and what must they be told? */
import { CONSTANTS } from '../catalogue/catalogue.js';
import { isCornerUnit, isDiagonalCorner, isFiller, isHoodCabinet, isOrdinary } from '../catalogue/traits.js';
import type { Finding } from '../checks/finding.js';
import { place } from '../geometry/place.js';
import type { Item, Order, OrderNode } from '../order/order.js';
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

/** Two fillers beside each other in a floor row or in the mezzanines. */
export const hasFillersTogether = ({ runs }: Order): boolean =>
  runs.some(({ tier, nodes }) => (tier === 'base' || tier === 'upper') && fillersIn(nodes, isFiller) > 0);

/** Fillers between two units of the wall rows: at a hood. */
export const fillersInside = ({ runs }: Order): number =>
  runs.reduce((sum, { tier, nodes }) => sum + (tier === 'wall' ? fillersIn(nodes, isInRow, isInRow) : 0), 0);

const isInRow = (code: string): boolean => isOrdinary(code) && !isCornerUnit(code);

/** Fillers with such a neighbour behind them, or also with one before them. */
function fillersIn(nodes: readonly OrderNode[], isNext: OfCode, isPrevious?: OfCode): number {
  const touch = (a: OrderNode | undefined, b: OrderNode | undefined): boolean =>
    a !== undefined && b !== undefined && Number(a.at) + a.w === Number(b.at);
  return nodes.filter((node, i) => {
    const [before, after] = [nodes[i - 1], nodes[i + 1]];
    if (!isFiller(node.code) || !after || !touch(node, after) || !isNext(after.code)) return false;
    return !isPrevious || (before !== undefined && touch(before, node) && isPrevious(before.code));
  }).length;
}

type OfCode = (code: string) => boolean;

/** Hood cabinets that end above their row, because the hob's fuel asks for more below them (HOB-HOOD). */
export function highHoods(order: Order): AppliedDefault[] {
  const hung = place(order).filter(({ tier, module }) => tier === 'wall' && isOrdinary(module));
  return hung
    .filter(({ module }) => isHoodCabinet(module))
    .flatMap((hood): AppliedDefault[] => {
      const row = hung.filter((p) => p.wallIndex === hood.wallIndex && !isHoodCabinet(p.module)).map(({ z1 }) => z1);
      const above = row.length > 0 ? hood.z1 - Math.max(...row) : 0;
      if (above <= 0) return [];
      const clear = hood.z0 - CONSTANTS.worktopTop;
      return [{ code: 'hood_high', text: `шкаф вытяжки на ${above} мм выше ряда: до вытяжки ${clear} мм` }];
    });
}

/** A diagonal unit in a corner of the wall row that nobody asked for, there or on the floor. */
export function cutCorners({ runs }: Order, { fixtures }: Brief): AppliedDefault[] {
  const asked = fixtures.some((f) => f.kind === 'unit' && isDiagonalCorner(f.code));
  const hung = runs.some(({ tier, nodes }) => tier === 'wall' && nodes.some(({ code }) => isDiagonalCorner(code)));
  if (asked || !hung) return [];
  const text = 'в углу верхнего ряда диагональный шкаф: рядом с вытяжкой прямому нет места';
  return [{ code: 'diagonal_corner', text }];
}

/** Hobs with hardly any worktop on a side, where no finding says so (HOB-LAND, HOB-TALL): the customer is told. */
export function tightHobs({ items, room: { walls }, runs }: Order, findings: readonly Finding[]): AppliedDefault[] {
  if (findings.some(({ code }) => code === 'HOB-LAND' || code === 'HOB-TALL')) return [];
  const cookers = items.filter(({ kind }) => kind === 'hob' || kind === 'stove');
  const fridges = new Set(items.filter(({ kind }) => kind === 'fridge').map(({ node }) => node));
  return walls.flatMap(({ id, length, turn, ends }, i): AppliedDefault[] => {
    const nodes = runs
      .filter(({ wall }) => wall === id)
      .flatMap((run) => run.nodes.map((node) => ({ ...node, tier: run.tier, from: Number(node.at) })));
    const limits = nodes
      .filter(({ code, tier }) => tier === 'tall' && isOrdinary(code))
      .map((n) => ({ from: n.from, to: n.from + n.w, name: fridges.has(n.id) ? 'холодильник' : 'пенал' }));
    if (turn === 'right') limits.push({ from: 0, to: CONSTANTS.frontPlaneBase, name: 'угол' });
    else if (ends.left === 'wall') limits.push({ from: 0, to: 0, name: 'стена' });
    if (walls[i + 1]?.turn === 'right') {
      limits.push({ from: length - CONSTANTS.frontPlaneBase, to: length, name: 'угол' });
    } else if (ends.right === 'wall') limits.push({ from: length, to: length, name: 'стена' });
    return cookers.flatMap(({ kind, node }): AppliedDefault[] => {
      const hob = nodes.find((n) => n.id === node);
      if (!hob) return [];
      const end = hob.from + hob.w;
      const sides = [
        ...limits
          .filter(({ to }) => to <= hob.from)
          .map(({ to, name }) => ({ mm: hob.from - to, hand: 'слева', name })),
        ...limits.filter(({ from }) => from >= end).map(({ from, name }) => ({ mm: from - end, hand: 'справа', name })),
      ];
      const [tight] = sides.sort((a, b) => a.mm - b.mm);
      if (!tight || tight.mm >= AIM.hobShort) return [];
      const from = `${tight.hand} от ${kind === 'stove' ? 'плиты' : 'варочной'}`;
      return [{ code: 'hob_tight', text: `${from} ${tight.mm} мм столешницы, дальше ${tight.name}` }];
    });
  });
}
