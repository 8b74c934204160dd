import {
  atOf,
  type Brief,
  type Composition,
  compose,
  endOf,
  type Finding,
  type Fixture,
  isHoodCabinet,
  itemsIn,
  nodesOf,
  type Order,
  wallIdAt,
} from '#libs/furniture';
import type { Operation } from '../../port.js';
import { COOKERS } from '../brief/facts.js';
import { floorRow, NodeInRun } from '../edits/refer.js';

/** Nominative, instrumental and genitive. */
const NAMES: Readonly<Record<string, readonly [string, string, string]>> = {
  sink: ['мойка', 'мойкой', 'мойки'],
  dishwasher: ['посудомойка', 'посудомойкой', 'посудомойки'],
  hob: ['варочная', 'варочной', 'варочной'],
  oven: ['духовка', 'духовкой', 'духовки'],
  stove: ['плита', 'плитой', 'плиты'],
  washer: ['стиральная машина', 'стиральной машиной', 'стиральной машины'],
  fridge: ['холодильник', 'холодильником', 'холодильника'],
  microwave: ['микроволновка', 'микроволновкой', 'микроволновки'],
  T: ['пенал', 'пеналом', 'пенала'],
  TR: ['хозяйственный пенал', 'хозяйственным пеналом', 'хозяйственного пенала'],
  TC: ['колонна', 'колонной', 'колонны'],
  BB: ['бутылочница', 'бутылочницей', 'бутылочницы'],
  BD3: ['ящики', 'ящиками', 'ящиков'],
};

function unitNamed(order: Order, name: string): NodeInRun | undefined {
  const floor = nodesOf(order).filter(({ run }) => run.tier === 'base' || run.tier === 'tall');
  const has = (kinds: readonly string[]): NodeInRun | undefined =>
    floor.find(({ node }) => node.code === name || itemsIn(order, node.id).some(({ kind }) => kinds.includes(kind)));
  return has([name]) ?? (COOKERS.includes(name) ? has(COOKERS) : undefined);
}

/** Gap that distance norms may leave between two adjacent units, mm. */
const MAX_GAP_MM = 600;

function besides(order: Order, one: NodeInRun, of: string): boolean {
  const other = unitNamed(order, of);
  if (!other || other.node.id === one.node.id) return true;
  if (other.run.wall !== one.run.wall) return false;
  return Math.max(atOf(one.node), atOf(other.node)) - Math.min(endOf(one.node), endOf(other.node)) <= MAX_GAP_MM;
}

function onSide(order: Order, one: NodeInRun, { of, hand }: NonNullable<Fixture['side']>): boolean {
  const other = unitNamed(order, of);
  if (!other || other.node.id === one.node.id) return true;
  const place = ({ node, run }: NodeInRun): number => run.wall.charCodeAt(0) * 100_000 + atOf(node);
  return hand === 'right' ? place(one) > place(other) : place(one) < place(other);
}

/** Placements of a fixture that the order does not meet, in words. */
function missedBy(order: Order, fixture: Fixture): string[] {
  const key = fixture.kind === 'unit' ? fixture.code : fixture.kind;
  const one = unitNamed(order, key);
  const names = NAMES[key];
  if (!one || !names) return [];
  const [name] = names;
  const row = floorRow(order, one.run.wall);
  const at = row.findIndex(({ node }) => node.id === one.node.id);
  const window = order.obstacles.find(({ kind }) => kind === 'window');
  const { wall, where, nextTo, side } = fixture;
  const out: string[] = [];
  if (wall && one.run.wall !== wall) out.push(`${name} на стене ${wall}`);
  else if (where === 'start' && order.room.walls.length === 1 && at > (row.length - 1) / 2) out.push(`${name} слева`);
  else if (where === 'end' && order.room.walls.length === 1 && at < (row.length - 1) / 2) out.push(`${name} справа`);
  if (where === 'window' && window && (atOf(one.node) >= window.at + window.width || endOf(one.node) <= window.at))
    out.push(`${name} под окном`);
  if (nextTo && NAMES[nextTo] && !besides(order, one, nextTo)) out.push(`${name} рядом с ${NAMES[nextTo]?.[1]}`);
  if (side && NAMES[side.of] && !onSide(order, one, side))
    out.push(`${name} ${side.hand === 'left' ? 'слева' : 'справа'} от ${NAMES[side.of]?.[2]}`);
  return out;
}

const hasPlacement = ({ wall, where, nextTo, side }: Fixture): boolean =>
  [wall, where, nextTo, side].some((part) => part !== undefined);

/** A window or boiler may leave the hob without a hood. */
const mayLackHood = ({ obstacles = [], wallTier }: Brief): boolean =>
  wallTier?.walls !== 'none' &&
  wallTier?.hood !== false &&
  obstacles.some(({ kind }) => kind === 'window' || kind === 'boiler');

/** Placements that the order does not meet, as a sentence. */
export function missedPlacements(order: Order, fixtures: readonly Fixture[]): string | undefined {
  const missed = [...new Set(fixtures.filter(hasPlacement).flatMap((fixture) => missedBy(order, fixture)))];
  return missed.length > 0 ? `По месту не вышло, как просили: ${missed.slice(0, MAX_MISSED).join('; ')}.` : undefined;
}

const MAX_MISSED = 3;

/** Placements of the brief that the layout cannot meet; the reply names them. */
export function unmetPlacements(brief: Brief): string | undefined {
  const wished = brief.fixtures.filter(hasPlacement);
  if (wished.length === 0 && !mayLackHood(brief)) return undefined;
  const made = draftOf(brief);
  if (!made.ok) return undefined;
  const missed = missedPlacements(made.order, wished);
  const sentences = missed === undefined ? [] : [missed];
  if (mayLackHood(brief)) sentences.push(...(hoodReply(undefined, made.order) ?? []));
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

const hasHood = (order: Order): boolean =>
  order.runs.some(({ nodes }) => nodes.some(({ code }) => isHoodCabinet(code)));
const cooks = (order: Order): boolean => order.items.some(isCooker);

/** Says so if the hob has no hood, or lost it. */
export const hoodReply = (before: Order | undefined, order: Order): string[] | undefined =>
  cooks(order) && !hasHood(order) && (before === undefined || hasHood(before))
    ? ['Шкаф с вытяжкой над варочной не поместился.']
    : undefined;

/** Errors that moving the hob may fix: the engine does not measure distances around a corner. */
const HOB_PLACE_ERRORS = /^(HOB-SINK|HOB-FRIDGE|HOB-TALL|HOB-WINDOW)$/;
/** Step between trial places (mm) and their number: each costs a layout of some milliseconds. */
const HOB_STEP_MM = 150;
const MAX_HOB_PLACES = 12;
const USUAL_WIDTH_MM = 600;

const isCooker = ({ kind }: { kind: string }): boolean => kind === 'hob' || kind === 'stove';

/**
 * A plan refused only for its hob's place, with the hob at the first place that passes; undefined if there is none or
 * the customer fixed the place.
 */
export function withHobElsewhere(
  operations: readonly Operation[],
  findings: readonly Finding[],
): Operation[] | undefined {
  const plan = operations.find((one) => one.op === 'plan_kitchen');
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (plan?.op !== 'plan_kitchen' || errors.length === 0 || !errors.every(({ code }) => HOB_PLACE_ERRORS.test(code)))
    return undefined;
  const cooker = plan.brief.fixtures.find(isCooker);
  if (!cooker || cooker.at !== undefined || plan.brief.ordered) return undefined;
  const brief = placesOf(plan.brief, cooker)
    .slice(0, MAX_HOB_PLACES)
    .find((one) => {
      const made = compose(one, { orderId: 'draft' });
      return made.ok && missedPlacements(made.order, plan.brief.fixtures) === undefined;
    });
  return brief && operations.map((one) => (one === plan ? { ...plan, brief } : one));
}

/** The brief with the hob at each trial place, starting at the outer end of the last wall. */
function placesOf(brief: Brief, cooker: Fixture): Brief[] {
  const walls = brief.walls.map(({ length }, i) => ({ id: wallIdAt(i), length }));
  return walls
    .filter(({ id }) => cooker.wall === undefined || cooker.wall === id)
    .toReversed()
    .flatMap(({ id, length }) =>
      Array.from({ length: Math.max(0, Math.floor((length - USUAL_WIDTH_MM) / HOB_STEP_MM)) }, (_, i) => {
        const { nextTo: _next, side: _side, where: _where, ...rest } = cooker;
        const from = id === 'A' && walls.length > 1 ? i * HOB_STEP_MM : length - USUAL_WIDTH_MM - i * HOB_STEP_MM;
        const placed: Fixture = { ...rest, wall: id, at: from };
        return { ...brief, fixtures: brief.fixtures.map((one) => (one === cooker ? placed : one)) };
      }),
    );
}

/** Layouts of this turn's briefs: several checks share one layout of some milliseconds. */
const drafts = new WeakMap<Brief, Composition>();

/** Lays a brief out on trial, once: briefs are immutable. */
export function draftOf(brief: Brief): Composition {
  const known = drafts.get(brief);
  if (known) return known;
  const made = compose(brief, { orderId: 'draft' });
  drafts.set(brief, made);
  return made;
}
