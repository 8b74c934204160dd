import { type Alternative, type Brief, compose, type Finding, type Fixture } from '#libs/furniture';
import type { Operation } from '../../port.js';
import { missedIn } from './unmet.js';

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

/** Each way out once: two cabinets of one kind are one to the customer. */
export const distinct = (ways: readonly Alternative[]): Alternative[] =>
  ways.filter(({ text }, i) => ways.findIndex((other) => other.text === text) === i);
