import { isOrdinary } from '../../src/catalogue/traits.js';
import type { Brief, Fixture } from '../../src/layout/brief.js';
import { compose } from '../../src/layout/compose.js';
import { wallIdAt } from '../../src/order/nodes.js';
import type { Order } from '../../src/order/order.js';
import { type Judged, judged } from './judged.js';
import { type Seen, seen } from './view.js';

/** A kitchen without errors with what a designer counts in it. */
interface Made {
  order: Order;
  judged: Judged;
  /** Codes of warnings, and of what the layout says it gave up. */
  said: string[];
}

/**
 * Whether any order without errors has the dishwasher beside the sink, in the same room with the same things in the same
 * widths: every way to share them among the walls is tried in every sequence, whatever the preferences say against it.
 */
export const canStandBeside = (brief: Brief): boolean =>
  arrangements(brief).some((made) => made.judged.apart.length === 0);

/**
 * Whether any order of the same things has fewer of a fault and is worse in nothing: no other fault, warning or word of what
 * was given up, no tall unit more between others, no less worktop beside the hob.
 */
export function canDoWithout(brief: Brief, fault: 'atCorner' | 'bare'): boolean {
  const now = madeOf(brief);
  if (!now) throw new Error('refused');
  const [said, talls, worktop] = [new Set(now.said), tallsInside(now.order), worktopAtHob(now.order)];
  return arrangements(brief).some(
    (made) =>
      made.judged[fault].length < now.judged[fault].length &&
      FAULTS.every((key) => made.judged[key].length <= now.judged[key].length) &&
      made.said.every((code) => said.has(code)) &&
      tallsInside(made.order) <= talls &&
      worktopAtHob(made.order) >= worktop,
  );
}

const FAULTS = [
  'inside',
  'atHood',
  'together',
  'atCorner',
  'spare',
  'slivers',
  'wide',
  'apart',
  'landing',
  'bare',
  'hood',
] as const satisfies readonly (keyof Judged)[];

const GIVEN_UP = ['hob_tight', 'diagonal_corner', 'hood_high'];

function madeOf(brief: Brief): Made | undefined {
  const made = compose(brief, { orderId: 'ord' });
  if (!made.ok) return undefined;
  const { order, findings, defaults } = made;
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  const given = defaults.filter(({ code }) => GIVEN_UP.includes(code));
  const said = [...warnings, ...given].map(({ code }) => code);
  return { order, judged: judged(order, { ...brief, ordered: false }, [...findings, ...defaults]), said };
}

/** The same things in every sequence on every wall. */
function arrangements(brief: Brief) {
  const inCorner = brief.fixtures.filter(({ where }) => where === 'corner');
  function* all(): Generator<Made> {
    for (const free of sequences(brief.fixtures.filter((f) => !inCorner.includes(f))))
      for (const walls of shares(free.length, brief.walls.length)) {
        const fixtures = [...inCorner, ...free.map((f, i) => ({ ...f, wall: wallIdAt(walls[i] ?? 0) }))];
        const made = madeOf({ ...brief, fixtures, ordered: true });
        if (made) yield made;
      }
  }
  return { some: (holds: (made: Made) => boolean): boolean => all().some(holds) };
}

function* sequences(fixtures: readonly Fixture[]): Generator<Fixture[]> {
  if (fixtures.length === 0) yield [];
  for (const first of fixtures)
    for (const rest of sequences(fixtures.filter((f) => f !== first))) yield [first, ...rest];
}

/** Walls of things in their sequence: each stands on the wall of the one before it or on a later one. */
function* shares(things: number, walls: number, from = 0): Generator<number[]> {
  if (things === 0) yield [];
  else
    for (let wall = from; wall < walls; wall++)
      for (const rest of shares(things - 1, walls, wall)) yield [wall, ...rest];
}

const floorRows = (order: Order): Seen[][] =>
  order.room.walls.map(({ id }) =>
    seen(order)
      .filter(({ wall, tier }) => wall === id && (tier === 'base' || tier === 'tall'))
      .sort((a, b) => a.at - b.at),
  );

/** Tall units with other units, or the filler of a corner, on both sides. */
const tallsInside = (order: Order): number =>
  floorRows(order).reduce((sum, row) => {
    const others = row.flatMap(({ code, tier }, i) => (tier !== 'tall' && code !== 'FL' && code !== 'EP' ? [i] : []));
    const [first = row.length, last = -1] = [others[0], others.at(-1)];
    return sum + row.filter(({ tier, code }, i) => tier === 'tall' && isOrdinary(code) && i > first && i < last).length;
  }, 0);

const ENOUGH = 300;

/** mm of worktop on both sides of the hob, as far as they matter. */
function worktopAtHob(order: Order): number {
  const sides = floorRows(order).flatMap((row) =>
    row.flatMap(({ kinds }, i) => {
      if (!kinds.includes('hob') && !kinds.includes('stove')) return [];
      const along = (units: readonly Seen[]): number => {
        const end = units.findIndex(({ tier }, k) => tier === 'tall' || (k > 0 && !touch(units[k - 1]!, units[k]!)));
        return (end < 0 ? units : units.slice(0, end)).reduce((mm, { w }) => mm + w, 0);
      };
      return [along(row.slice(i + 1)), along(row.slice(0, i).toReversed())];
    }),
  );
  return sides.reduce((sum, mm) => sum + Math.min(ENOUGH, mm), 0);
}

const touch = (a: Seen, b: Seen): boolean => a.end === b.at || b.end === a.at;
