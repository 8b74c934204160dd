import { findModule, isMadeWidth, nearestWidths, type ObstacleKind, STANDARD, wordedFinding } from '#libs/furniture';
import { codeOf } from '../../concepts/index.js';
import { isObstacle, type Mention, type Place, partiesOf } from '../../meaning/meaning.js';
import type { Ask } from '../decision.js';
import { COOKERS, kindOf, madeWidthFor } from '../things.js';
import type { Planned } from './brief.js';
import { type ObstacleAsk, UNASKED } from './room.js';
import { isLowerOnly, isUpperOnly } from './rows.js';
import { settles, type Wishes } from './wishes.js';

/** Questions per turn (spec.md: one or two). */
export const MAX_ASKS = 2;

/** Obstacles by which a thing was to stand, though nobody said where they are. */
function unplaced({ things, obstacles }: Wishes): ObstacleAsk[] {
  const named = things.flatMap(({ places }) => places.flatMap(obstaclesIn));
  const open = [...new Set(named)].filter(
    (kind) => !UNASKED.includes(kind) && !obstacles.some((one) => one.kind === kind),
  );
  return open.map((kind) => ({
    ask: 'obstacle',
    obstacle: { kind, places: [] },
    lacks: kind === 'window' ? ['place', 'width'] : ['place'],
  }));
}

const obstaclesIn = (place: Place): ObstacleKind[] =>
  place.at === 'instead' ? [] : partiesOf(place).flatMap((of) => (isObstacle(of) ? [of.obstacle] : []));

/** The module whose widths a thing has to keep; other appliances' units follow the appliance. */
function exactCode(thing: Mention): string | undefined {
  const kind = kindOf(thing);
  if (kind === 'dishwasher') return STANDARD.dishwasher;
  if (kind === 'sink') return thing.corner ? undefined : STANDARD.sink;
  return kind === undefined ? codeOf(thing) : undefined;
}

export type WidthAsk = Extract<Ask, { ask: 'width' }>;

/** A width that is not made, with the nearest that are. */
export function unmadeWidth(thing: Mention, code = exactCode(thing)): WidthAsk | undefined {
  const module = code === undefined ? undefined : findModule(code);
  const { width } = thing;
  if (!module || width === undefined || isMadeWidth(module, madeWidthFor(module.ascii, width))) return undefined;
  const made = nearestWidths(module, width).sort((a, b) => a - b);
  const msg = `Ширина ${width} мм для «${module.title}» не делается.`;
  const finding = wordedFinding('GEO-WIDTH', 'runs', msg, `Ближайшая ширина: ${made.join(' или ')}.`);
  return { ask: 'width', thing, wanted: width, made, finding };
}

/** A kitchen needs at least a sink and something to cook on, unless they were said not to be there. */
function appliance(wishes: Wishes): Ask | undefined {
  if (isUpperOnly(wishes) || isLowerOnly(wishes)) return undefined;
  const [sink, cooker] = [settles(wishes, ['sink']), settles(wishes, COOKERS)];
  if (!sink && !cooker) return { ask: 'appliances' };
  if (!cooker) return { ask: 'cooker', oven: settles(wishes, ['oven']) };
  return sink ? undefined : { ask: 'sink' };
}

/** All that keeps a kitchen on known walls from being laid out, most pressing first. */
export function missingOf(wishes: Wishes, planned: readonly Planned[], obstacles: readonly ObstacleAsk[]): Ask[] {
  const width = planned.flatMap(({ thing }) => unmadeWidth(thing) ?? []).slice(0, 1);
  const needed = appliance(wishes);
  const unread: Ask[] = wishes.unread ? [{ ask: 'number', ...wishes.unread }] : [];
  return [...unread, ...obstacles, ...unplaced(wishes), ...width, ...(needed ? [needed] : [])];
}
