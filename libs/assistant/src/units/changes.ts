import { type Finish, type Handle, type Obstacle, TIERS, type Tier } from '#libs/furniture';
import { isOnFloor, leftFirst, rank, type Standing, type Unit } from './units.js';

/** Where a colour lies: a tier's facades, or a part of the whole kitchen. */
export type Painted = Tier | 'carcass' | 'worktop';

export const isFacade = (part: Painted): part is Tier => part !== 'carcass' && part !== 'worktop';

/** A unit as it was and as it is. */
export interface Pair {
  readonly was: Unit;
  readonly now: Unit;
}

type Length = number | undefined;
type Colour = Finish | undefined;

/** One difference between an order and the one before it. Lengths are mm. */
export type Change =
  | { readonly change: 'gone' | 'added'; readonly unit: Unit }
  /**
   * `became`: another module, appliance, fuel, width or height; `moved`: to another wall, or past its neighbours; `renamed`:
   * the same unit under another id.
   */
  | (Pair & { readonly change: 'became' | 'moved' | 'renamed' })
  /** No unit of this tier is left on the wall. */
  | { readonly change: 'row_gone'; readonly tier: Tier; readonly wall: number }
  | { readonly change: 'wall'; readonly wall: number; readonly was: Length; readonly now: Length }
  | { readonly change: 'ends'; readonly wall: number }
  | { readonly change: 'ceiling'; readonly now: number }
  | { readonly change: 'obstacle'; readonly was: Obstacle | undefined; readonly now: Obstacle | undefined }
  | { readonly change: 'finish'; readonly part: Painted; readonly was: Colour; readonly now: Colour }
  | { readonly change: 'handles'; readonly tier: Tier; readonly now: Handle }
  | { readonly change: 'lighting'; readonly now: boolean };

/** Units that a change is of, before and after; none where it is of the room or the looks. */
export const unitsOf = (change: Change): readonly Unit[] => {
  if ('unit' in change) return [change.unit];
  return change.change === 'became' || change.change === 'moved' || change.change === 'renamed'
    ? [change.was, change.now]
    : [];
};

const kindsOf = ({ kinds }: Unit): string => [...kinds].sort().join('+');

/** Which unit is which: by id and module, then by module, size and appliances on the same wall, then by id. */
const ALIKE: readonly ((a: Unit, b: Unit) => boolean)[] = [
  (a, b) => a.id === b.id && a.code === b.code,
  (a, b) => a.code === b.code && a.width === b.width && a.wall === b.wall && kindsOf(a) === kindsOf(b),
  (a, b) => a.id === b.id,
  // There is one, and it follows what is cooked on.
  (a, b) => a.kinds.has('hood') && b.kinds.has('hood'),
];

function matched(before: Standing, now: Standing) {
  const gone = new Set(before.units.filter(({ isFiller }) => !isFiller));
  const added = new Set(now.units.filter(({ isFiller }) => !isFiller));
  const pairs: Pair[] = [];
  for (const alike of ALIKE)
    for (const was of [...gone]) {
      const mate = [...added].find((unit) => alike(was, unit));
      if (!mate) continue;
      pairs.push({ was, now: mate });
      gone.delete(was);
      added.delete(mate);
    }
  return { pairs, gone: [...gone], added: [...added] };
}

/** Everything that a customer may notice between two orders; fillers and the places of units within their row aside. */
export function changesOf(before: Standing, now: Standing): readonly Change[] {
  const { pairs, gone, added } = matched(before, now);
  const moved = [...pairs.filter(isElsewhere), ...reordered(pairs)];
  return [
    ...gone.map((unit): Change => ({ change: 'gone', unit })),
    ...added.map((unit): Change => ({ change: 'added', unit })),
    ...pairs.filter(isOther).map((pair): Change => ({ change: 'became', ...pair })),
    ...moved.map((pair): Change => ({ change: 'moved', ...pair })),
    ...pairs.filter(({ was, now: is }) => was.id !== is.id).map((pair): Change => ({ change: 'renamed', ...pair })),
    ...rowsGone(before, now),
    ...roomChanges(before, now),
    ...looks(before, now),
  ];
}

const isElsewhere = ({ was, now }: Pair): boolean => was.wall !== now.wall;

/** A hood cabinet's height follows the fuel below it. */
const isOther = ({ was, now }: Pair): boolean =>
  was.code !== now.code ||
  was.width !== now.width ||
  kindsOf(was) !== kindsOf(now) ||
  was.fuel !== now.fuel ||
  (was.height !== now.height && !now.kinds.has('hood'));

/** Appliances are told of rather than the cabinets that they passed. */
const weightOf = ({ now }: Pair): number => (now.kinds.size > 0 ? 3 : 2);

/** A sequence that kept its order, with the rank of its last unit. */
type Kept = { readonly weight: number; readonly pairs: readonly Pair[]; readonly end: number };

/** The pairs that moved past others on their wall: those outside the heaviest sequence that kept its order. */
export function reordered(pairs: readonly Pair[]): readonly Pair[] {
  const row = pairs.filter((pair) => isOnFloor(pair.was) && !isElsewhere(pair)).sort((a, b) => leftFirst(a.was, b.was));
  const none: Kept = { weight: 0, pairs: [], end: 0 };
  const heaviest = (list: readonly Kept[]): Kept => list.reduce((a, b) => (b.weight > a.weight ? b : a), none);
  const kept: Kept[] = [];
  for (const pair of row) {
    const end = rank(pair.now);
    const before = heaviest(kept.filter((one) => one.end < end));
    kept.push({ weight: before.weight + weightOf(pair), pairs: [...before.pairs, pair], end });
  }
  const best = heaviest(kept);
  return row.filter((pair) => !best.pairs.includes(pair));
}

/** All pairs of two orders that hold the same kind of thing. */
export const pairsOf = (before: Standing, now: Standing): readonly Pair[] => matched(before, now).pairs;

function rowsGone(before: Standing, now: Standing): Change[] {
  const has = (standing: Standing, tier: Tier, wall: number): boolean =>
    standing.units.some(
      (unit) => unit.tier === tier && unit.wallIndex === wall && !unit.isFiller && !unit.kinds.has('hood'),
    );
  return before.walls.flatMap((_, wall) =>
    (['wall', 'upper'] as const).flatMap((tier): Change[] =>
      has(before, tier, wall) && !has(now, tier, wall) ? [{ change: 'row_gone', tier, wall }] : [],
    ),
  );
}

function roomChanges(before: Standing, now: Standing): Change[] {
  const count = Math.max(before.walls.length, now.walls.length);
  const lengths = Array.from({ length: count }, (_, wall): Change[] => {
    const [was, is] = [before.walls[wall], now.walls[wall]];
    const ends = [before, now].map(({ order }) => JSON.stringify(order.room.walls[wall]?.ends));
    if (was !== is) return [{ change: 'wall', wall, was, now: is }];
    return ends[0] === ends[1] ? [] : [{ change: 'ends', wall }];
  });
  return [
    ...lengths.flat(),
    ...(before.order.ceiling === now.order.ceiling ? [] : [{ change: 'ceiling', now: now.order.ceiling } as const]),
    ...obstacleChanges(before.order.obstacles, now.order.obstacles),
  ];
}

function obstacleChanges(before: readonly Obstacle[], now: readonly Obstacle[]): Change[] {
  const textOf = (one: Obstacle): string => JSON.stringify({ ...one, id: '' });
  const notIn = (list: readonly Obstacle[]) => (one: Obstacle) => !list.map(textOf).includes(textOf(one));
  const [gone, added] = [before.filter(notIn(now)), now.filter(notIn(before))];
  const other = gone.map((was): Change => {
    const index = added.findIndex(({ kind }) => kind === was.kind);
    const [is] = index < 0 ? [] : added.splice(index, 1);
    return { change: 'obstacle', was, now: is };
  });
  return [...other, ...added.map((is): Change => ({ change: 'obstacle', was: undefined, now: is }))];
}

/** The colour of a part. */
export const finishOf = (part: Painted, { order: { finish } }: Standing): Finish | undefined =>
  isFacade(part) ? finish.facade?.[part] : finish[part];

export const handleOf = (tier: Tier, { order }: Standing): Handle => order.handles[tier] ?? 'grip';

const isLit = ({ order }: Standing): boolean => order.lighting.under === true;

function looks(before: Standing, now: Standing): Change[] {
  const facades = new Set(TIERS.map((tier) => finishOf(tier, before)));
  const repainted = ([...TIERS, 'carcass', 'worktop'] as const).flatMap((part): Change[] => {
    const [was, is] = [finishOf(part, before), finishOf(part, now)];
    // A row that came later takes the colour that the facades have.
    if (was === is || (was === undefined && isFacade(part) && facades.has(is))) return [];
    return [{ change: 'finish', part, was, now: is }];
  });
  const grips = TIERS.filter((tier) => handleOf(tier, before) !== handleOf(tier, now));
  return [
    ...repainted,
    ...grips.map((tier): Change => ({ change: 'handles', tier, now: handleOf(tier, now) })),
    ...(isLit(before) === isLit(now) ? [] : [{ change: 'lighting', now: isLit(now) } as const]),
  ];
}
