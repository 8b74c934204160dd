import {
  atOf,
  type Brief,
  type Composition,
  compose,
  endOf,
  type Finding,
  type Fixture,
  itemsIn,
  nodesOf,
  type Order,
  type OrderNode,
  type Run,
} from '#libs/furniture';
import type { Operation } from '../../port.js';

/** Nominative, instrumental and genitive of what customers place things by. */
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

interface Spot {
  readonly node: OrderNode;
  readonly run: Run;
}

const COOKERS = ['hob', 'stove', 'oven'];

function spotOf(order: Order, name: string): Spot | undefined {
  const floor = nodesOf(order).filter(({ run }) => run.tier === 'base' || run.tier === 'tall');
  const has = (kinds: readonly string[]): Spot | undefined =>
    floor.find(({ node }) => node.code === name || itemsIn(order, node.id).some(({ kind }) => kinds.includes(kind)));
  return has([name]) ?? (COOKERS.includes(name) ? has(COOKERS) : undefined);
}

const floorOf = (order: Order, wall: string): OrderNode[] =>
  order.runs
    .filter((run) => run.wall === wall && (run.tier === 'base' || run.tier === 'tall'))
    .flatMap(({ nodes }) => nodes)
    .filter(({ code }) => !['FL', 'FLC', 'EP', 'GAP'].includes(code))
    .toSorted((a, b) => atOf(a) - atOf(b));

/** What a distance that the rules ask for may put between two things that are to be side by side, mm. */
const BETWEEN = 600;

function besides(order: Order, one: Spot, of: string): boolean {
  const other = spotOf(order, of);
  if (!other || other.node.id === one.node.id) return true;
  if (other.run.wall !== one.run.wall) return false;
  return Math.max(atOf(one.node), atOf(other.node)) - Math.min(endOf(one.node), endOf(other.node)) <= BETWEEN;
}

function onSide(order: Order, one: Spot, { of, hand }: NonNullable<Fixture['side']>): boolean {
  const other = spotOf(order, of);
  if (!other || other.node.id === one.node.id) return true;
  const place = ({ node, run }: Spot): number => run.wall.charCodeAt(0) * 100_000 + atOf(node);
  return hand === 'right' ? place(one) > place(other) : place(one) < place(other);
}

/** Wishes of a fixture that the order does not fulfil, as words. */
function missedBy(order: Order, fixture: Fixture): string[] {
  const key = fixture.kind === 'unit' ? fixture.code : fixture.kind;
  const one = spotOf(order, key);
  const names = NAMES[key];
  if (!one || !names) return [];
  const [name] = names;
  const row = floorOf(order, one.run.wall);
  const at = row.findIndex(({ id }) => id === one.node.id);
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

const wishes = ({ wall, where, nextTo, side }: Fixture): boolean =>
  [wall, where, nextTo, side].some((wish) => wish !== undefined);

/** A window may leave a hob without its hood. */
const doubtful = ({ obstacles = [], wallTier }: Brief): boolean =>
  wallTier?.walls !== 'none' &&
  wallTier?.hood !== false &&
  obstacles.some(({ kind }) => kind === 'window' || kind === 'boiler');

/** Places of these fixtures that the order does not keep, in a sentence. */
export function missedIn(order: Order, fixtures: readonly Fixture[]): string | undefined {
  const missed = [...new Set(fixtures.filter(wishes).flatMap((fixture) => missedBy(order, fixture)))];
  return missed.length > 0 ? `По месту не вышло, как просили: ${missed.slice(0, MISSED_TOLD).join('; ')}.` : undefined;
}

const MISSED_TOLD = 3;

/** What of the customer's places the layout could not keep: said, never passed over in silence. */
export function unmetReply(brief: Brief): string | undefined {
  const wished = brief.fixtures.filter(wishes);
  if (wished.length === 0 && !doubtful(brief)) return undefined;
  const made = draftOf(brief);
  if (!made.ok) return undefined;
  const missed = missedIn(made.order, wished);
  const told = missed === undefined ? [] : [missed];
  if (doubtful(brief)) told.push(...(hoodReply(undefined, made.order) ?? []));
  return told.length > 0 ? told.join(' ') : undefined;
}

const hasHood = (order: Order): boolean => order.runs.some(({ nodes }) => nodes.some(({ code }) => code === 'WH'));
const cooks = (order: Order): boolean => order.items.some(({ kind }) => kind === 'hob' || kind === 'stove');

/** A hob that has no hood, or that lost it: told. */
export const hoodReply = (before: Order | undefined, order: Order): string[] | undefined =>
  cooks(order) && !hasHood(order) && (before === undefined || hasHood(before))
    ? ['Шкаф с вытяжкой над варочной не поместился.']
    : undefined;

/** Errors that another place of the hob may mend; the engine weighs no distances round a corner. */
const OF_THE_HOB = /^(HOB-SINK|HOB-FRIDGE|HOB-TALL|HOB-WINDOW)$/;
/** mm between the places that are tried, and how many at most: each is a layout of some milliseconds. */
const STEP = 150;
const PLACES_MOST = 12;
const USUAL_WIDTH = 600;

const isCooker = ({ kind }: Fixture): boolean => kind === 'hob' || kind === 'stove';

/**
 * A plan that failed for its hob's place alone, with the hob put where it is lawful; nothing where no place is, or where
 * the customer fixed it.
 */
export function withHobElsewhere(
  operations: readonly Operation[],
  findings: readonly Finding[],
): Operation[] | undefined {
  const plan = operations.find((one) => one.op === 'plan_kitchen');
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (plan?.op !== 'plan_kitchen' || errors.length === 0 || !errors.every(({ code }) => OF_THE_HOB.test(code)))
    return undefined;
  const cooker = plan.brief.fixtures.find(isCooker);
  if (!cooker || cooker.at !== undefined || plan.brief.ordered) return undefined;
  const brief = placesOf(plan.brief, cooker)
    .slice(0, PLACES_MOST)
    .find((one) => {
      const made = compose(one, { orderId: 'draft' });
      return made.ok && missedIn(made.order, plan.brief.fixtures) === undefined;
    });
  return brief && operations.map((one) => (one === plan ? { ...plan, brief } : one));
}

/** The brief with its hob at places of the walls that it may stand at, from the outer end of the last wall on. */
function placesOf(brief: Brief, cooker: Fixture): Brief[] {
  const walls = brief.walls.map(({ length }, i) => ({ id: String.fromCharCode(65 + i), length }));
  return walls
    .filter(({ id }) => cooker.wall === undefined || cooker.wall === id)
    .toReversed()
    .flatMap(({ id, length }) =>
      Array.from({ length: Math.max(0, Math.floor((length - USUAL_WIDTH) / STEP)) }, (_, i) => {
        const { nextTo: _next, side: _side, where: _where, ...rest } = cooker;
        const from = id === 'A' && walls.length > 1 ? i * STEP : length - USUAL_WIDTH - i * STEP;
        const placed: Fixture = { ...rest, wall: id, at: from };
        return { ...brief, fixtures: brief.fixtures.map((one) => (one === cooker ? placed : one)) };
      }),
    );
}

/** Drafts of this turn's briefs: several questions are asked of one layout, and it takes milliseconds. */
const drafts = new WeakMap<Brief, Composition>();

/** The brief laid out on trial. A brief is never changed once it is made, so it is laid out once. */
export function draftOf(brief: Brief): Composition {
  const known = drafts.get(brief);
  if (known) return known;
  const made = compose(brief, { orderId: 'draft' });
  drafts.set(brief, made);
  return made;
}
