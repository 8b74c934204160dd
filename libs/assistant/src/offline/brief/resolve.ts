import { type Brief, type BriefWall, type Fixture, given, type Placement, STANDARD, wallIdAt } from '#libs/furniture';
import { COOKERS, type Facts, type FixtureFact, type Place, type Shape } from './facts.js';
import { obstacleOf } from './obstacles.js';
import { wallId } from './walls.js';
import { nicheWidth } from './width.js';

export function placementOf(place: Place, walls: readonly BriefWall[], shape: Shape, width: number): Placement {
  const placement: Placement = {};
  if (place.wall) placement.wall = wallId(place.wall, walls);
  const long = walls.findIndex(({ length }) => length === place.wallLength);
  if (long >= 0) placement.wall ??= wallIdAt(long);
  if (place.nextTo) placement.nextTo = place.nextTo;
  if (place.side) placement.side = place.side;
  if (place.at) {
    placement.wall ??= 'A';
    const length = walls[placement.wall.charCodeAt(0) - 65]?.length ?? 0;
    placement.at = Math.max(0, place.at.from === 'left' ? place.at.mm : length - place.at.mm - width);
  }
  if (place.where === 'edge') {
    const last =
      shape !== 'straight' &&
      (placement.wall === wallId('right', walls) || (placement.wall === undefined && place.hand === 'right'));
    placement.where = last || place.hand === 'right' ? 'end' : 'start';
    return placement;
  }
  const end = place.hand === 'left' ? 'start' : 'end';
  if (place.hand && shape !== 'straight' && (place.where === 'start' || place.where === 'end'))
    placement.wall ??= wallId(place.hand, walls);
  if (place.where === 'window' || place.where === 'start' || place.where === 'end') placement.where = place.where;
  else if (place.where === 'corner' && shape !== 'straight' && (!place.hand || shape === 'u')) {
    placement.where = 'corner';
    if (place.hand) placement.wall ??= place.hand === 'left' ? 'A' : 'B';
  } else if (place.where === 'centre') {
    if (shape === 'u') placement.wall ??= 'B';
    else placement.where = 'centre';
  } else if (place.hand && shape === 'straight') placement.where = end;
  else if (place.hand) {
    placement.wall ??= place.hand === 'left' ? 'A' : wallId('right', walls);
    if (place.where === 'corner') placement.where = end;
  }
  return placement;
}

/** Hob and oven share a unit unless the oven is in a tall unit or they are placed apart. */
function withHobAndOven(fixtures: readonly FixtureFact[], allBuiltIn: boolean): FixtureFact[] {
  let list = fixtures.map((fixture) => ({ ...fixture }));
  const stove = list.find(({ kind }) => kind === 'stove');
  const oven = list.find(({ kind }) => kind === 'oven');
  if (
    stove &&
    (allBuiltIn ||
      stove.builtIn ||
      oven?.builtIn ||
      (oven && (oven.tall || (oven.joined !== 'with' && stove.joined !== 'with'))))
  ) {
    stove.kind = 'hob';
    if (!oven) list.push({ kind: 'oven', place: {}, joined: 'with' });
  } else if (stove) list = list.filter(({ kind }) => kind !== 'oven');
  return list;
}

const placed = (fact: FixtureFact): boolean => Object.keys(fact.place).length > 0;
const sameUnit = (hob: FixtureFact, oven: FixtureFact): boolean =>
  !oven.tall &&
  !(
    placed(hob) &&
    placed(oven) &&
    !hob.joined &&
    !oven.joined &&
    JSON.stringify(hob.place) !== JSON.stringify(oven.place)
  );

export function fixturesOf(facts: Facts, walls: readonly BriefWall[], shape: Shape): Fixture[] {
  const fixtures = withHobAndOven(facts.fixtures, facts.allBuiltIn === true);
  const hob = fixtures.find(({ kind }) => kind === 'hob');
  const oven = fixtures.find(({ kind }) => kind === 'oven');
  const microwave = fixtures.find(({ kind }) => kind === 'microwave');
  if (oven && microwave?.tall) oven.tall = true;
  const shared = hob && oven && sameUnit(hob, oven);
  const withMicrowave = Boolean(oven?.tall && microwave);
  if (oven && microwave && withMicrowave) oven.place = { ...microwave.place, ...oven.place };
  placeBetween(fixtures);
  return fixtures.flatMap((fact): Fixture[] => {
    if (fact === oven && shared && fixtures.indexOf(hob) < fixtures.indexOf(oven)) return [];
    if (fact === hob && shared && fixtures.indexOf(oven) < fixtures.indexOf(hob)) return [];
    if (fact === microwave && withMicrowave) return [];
    const merged = shared && (fact === hob || fact === oven) ? mergeCooking(hob, oven) : fact;
    const placement = placementOf(merged.place, walls, shape, merged.width ?? 600);
    return [{ ...placement, ...fixtureOf(merged, Boolean(shared), withMicrowave, facts.allBuiltIn === true) }];
  });
}

/** «между мойкой и плитой»: next to the first, and the second next to it. */
function placeBetween(fixtures: readonly FixtureFact[]): void {
  for (const fact of fixtures) {
    const [one, two] = fact.place.between ?? [];
    const name = fact.kind === 'unit' ? fact.code : fact.kind;
    const other = fixtures.find(({ kind, code }) => kind === two || code === two || sameCooker(kind, two));
    if (!one || !other || !name) continue;
    fact.place = {
      ...fact.place,
      nextTo: fixtures.some(({ kind }) => kind === one) ? one : (cookerOf(fixtures) ?? one),
    };
    if (!placed(other)) other.place = { nextTo: name };
  }
}

const sameCooker = (kind: string, of: string | undefined): boolean =>
  of !== undefined && COOKERS.includes(kind) && COOKERS.includes(of);
const cookerOf = (fixtures: readonly FixtureFact[]): string | undefined =>
  fixtures.find(({ kind }) => kind === 'hob' || kind === 'stove')?.kind;

/** A fixture named only as a reference is in the kitchen too: «тумба рядом с плитой». */
export function withImplied(facts: Facts): Facts {
  const named = facts.fixtures.flatMap(({ place }) => [place.nextTo, place.side?.of, ...(place.between ?? [])]);
  const over = facts.wallTier.over ?? [];
  const missing = [...new Set([...named, ...over])].flatMap((of): FixtureFact[] => {
    const kind = IMPLIED.find((known) => known === of);
    const stands = facts.fixtures.some((fixture) => fixture.kind === kind || sameCooker(fixture.kind, kind));
    return kind && !stands && !facts.absent.includes(kind) ? [{ kind, place: {} }] : [];
  });
  return missing.length > 0 ? { ...facts, fixtures: [...facts.fixtures, ...missing] } : facts;
}

const IMPLIED = ['sink', 'dishwasher', 'hob', 'stove', 'washer', 'fridge'] as const;

function mergeCooking(hob: FixtureFact, oven: FixtureFact): FixtureFact {
  const width = hob.width ?? oven.width;
  const place = { ...oven.place, ...hob.place };
  if (place.nextTo === 'oven' || place.nextTo === 'hob') delete place.nextTo;
  if (place.side?.of === 'oven' || place.side?.of === 'hob') delete place.side;
  return { ...hob, place, ...given({ width }) };
}

/** The fixture without its placement. */
function fixtureOf(fact: FixtureFact, shared: boolean, withMicrowave: boolean, allBuiltIn: boolean): Fixture {
  const { kind, width, bowl, fuel } = fact;
  const builtIn = fact.builtIn ?? allBuiltIn;
  const niche = (code: string) => (width === undefined ? undefined : nicheWidth(code, width));
  switch (kind) {
    case 'sink':
      return { kind, ...given({ width, bowl }) };
    case 'dishwasher': {
      const made = niche(STANDARD.dishwasher);
      return { kind, ...given({ width: made === 450 || made === 600 ? made : undefined }) };
    }
    case 'hob':
      return { kind, ...given({ fuel, width, oven: shared || undefined }) };
    case 'oven':
      return { kind, ...given({ tall: fact.tall, microwave: withMicrowave || undefined }) };
    case 'fridge':
      return { kind, builtIn, ...given({ width: niche(builtIn ? STANDARD.builtInFridge : STANDARD.fridge) }) };
    case 'stove':
      return { kind, ...given({ fuel, width: niche(STANDARD.stove) }) };
    case 'washer':
      return { kind, ...given({ width: niche(STANDARD.washer) }) };
    case 'microwave':
      return { kind };
    case 'unit':
      return { kind, code: fact.code ?? STANDARD.base, ...given({ width, count: fact.count || undefined }) };
  }
}

/** The brief for the facts. The caller has made sure that nothing is missing. */
export function briefOf(stated: Facts, shape: Shape, walls: BriefWall[]): Brief {
  const facts = { ...stated, fixtures: inSequence(stated.fixtures) };
  const obstacles = facts.obstacles.flatMap((fact) => obstacleOf(fact, facts, walls) ?? []);
  const fixtures = fixturesOf(facts, walls, shape);
  const direction = facts.ordered ? undefined : sequenceDirection(facts, shape);
  const { over, code, hand, without = [], dryer: _, ...tier } = facts.wallTier;
  if (over && tier.hood === undefined) tier.hood = over.includes('hob') || over.includes('stove');
  if (hand && shape !== 'straight') tier.walls = [hand];
  if (code) tier.walls = tier.walls === 'none' || tier.walls === undefined ? 'all' : tier.walls;
  const bare = without.map((name) => wallId(name, walls));
  const where = Array.isArray(tier.walls)
    ? [...new Set(tier.walls.map((name) => wallId(name, walls)))]
    : bare.length > 0
      ? walls.map((_, i) => wallIdAt(i)).filter((id) => !bare.includes(id))
      : (tier.walls ?? 'all');
  const sequence = direction ? asSequence(fixtures, direction === 'right-to-left') : fixtures;
  const isEmpty = (part: object): boolean => Object.keys(part).length === 0;
  const { height, hood, toCeiling } = tier;
  return {
    walls,
    ...given({ ceiling: facts.ceiling, obstacles: obstacles.length > 0 ? obstacles : undefined }),
    fixtures: facts.ordered === 'right-to-left' ? sequence.toReversed() : sequence,
    ...given({
      ordered: facts.ordered && true,
      wallTier:
        isEmpty(tier) && bare.length === 0 ? undefined : { walls: where, ...given({ height, hood, toCeiling }) },
      finish: isEmpty(facts.finish) ? undefined : facts.finish,
      handles: isEmpty(facts.handles) ? undefined : facts.handles,
      lighting: facts.lighting === undefined ? undefined : { under: facts.lighting },
    }),
  };
}

/** «слева холодильник, потом мойка, дальше плита»: direction in which fixtures are listed. */
function sequenceDirection({ sequential, fixtures }: Facts, shape: Shape): Facts['ordered'] {
  const hands = fixtures.map(({ place }) => place.hand);
  const own = fixtures.slice(1).some(({ place }, i) => {
    const closing =
      i === fixtures.length - 2 && (place.where === 'end' || place.where === 'edge' || isFarHand(place, hands[0]));
    return !closing && (place.hand || place.side || place.where || place.at);
  });
  if (!sequential || shape !== 'straight' || own) return undefined;
  const first = fixtures[0]?.place;
  return first?.hand === 'right' || first?.where === 'end' ? 'right-to-left' : 'left-to-right';
}

/** Fixtures not named in the new sequence follow it; the dishwasher next to the sink, the oven with its hob. */
function inSequence(fixtures: readonly FixtureFact[]): FixtureFact[] {
  const out = fixtures.filter(({ rest }) => !rest);
  for (const fact of fixtures.filter(({ rest }) => rest)) {
    const beside = fact.kind === 'dishwasher' ? 'sink' : fact.kind === 'oven' && !fact.tall ? 'hob' : undefined;
    const at = out.findIndex(({ kind }) => kind === beside);
    if (at < 0) out.push(fact);
    else out.splice(at + 1, 0, fact);
  }
  return out;
}

/** «мойка слева, потом …, холодильник справа»: the last one closes the row at the other end. */
const isFarHand = ({ hand, side, at }: Place, first: Place['hand']): boolean =>
  hand === (first === 'right' ? 'left' : 'right') && !side && !at;

/** Placements for a sequence: each fixture beyond the previous one, so that the engine can fill between. */
function asSequence(fixtures: readonly Fixture[], backwards: boolean): Fixture[] {
  const list = backwards ? fixtures.toReversed() : fixtures;
  return list.map((fixture, i) => {
    const before = list[i - 1];
    const of = before && (before.kind === 'unit' ? before.code : before.kind);
    if (!of) return { ...fixture, where: 'start' };
    return {
      ...fixture,
      side: { of, hand: 'right' },
      ...(i === list.length - 1 && fixture.kind === 'fridge' ? { where: 'end' } : {}),
    };
  });
}
