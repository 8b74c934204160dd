import type { Brief, BriefWall, Fixture, Placement } from '#libs/furniture';
import type { Facts, FixtureFact, Place, Shape } from './facts.js';
import { obstacleOf } from './room.js';
import { chained, inSequence, toldDirection } from './told.js';
import { wallId } from './walls-resolved.js';
import { nicheWidth } from './width.js';

export function wishOf(place: Place, walls: readonly BriefWall[], shape: Shape, width: number): Placement {
  const wish: Placement = {};
  if (place.wall) wish.wall = wallId(place.wall, walls);
  const long = walls.findIndex(({ length }) => length === place.wallLength);
  if (long >= 0) wish.wall ??= String.fromCharCode(65 + long);
  if (place.nextTo) wish.nextTo = place.nextTo;
  if (place.side) wish.side = place.side;
  if (place.at) {
    wish.wall ??= 'A';
    const length = walls[wish.wall.charCodeAt(0) - 65]?.length ?? 0;
    wish.at = Math.max(0, place.at.from === 'left' ? place.at.mm : length - place.at.mm - width);
  }
  if (place.where === 'edge') {
    const last =
      shape !== 'straight' &&
      (wish.wall === wallId('right', walls) || (wish.wall === undefined && place.hand === 'right'));
    wish.where = last || place.hand === 'right' ? 'end' : 'start';
    return wish;
  }
  const end = place.hand === 'left' ? 'start' : 'end';
  if (place.hand && shape !== 'straight' && (place.where === 'start' || place.where === 'end'))
    wish.wall ??= wallId(place.hand, walls);
  if (place.where === 'window' || place.where === 'start' || place.where === 'end') wish.where = place.where;
  else if (place.where === 'corner' && shape !== 'straight' && (!place.hand || shape === 'u')) {
    wish.where = 'corner';
    if (place.hand) wish.wall ??= place.hand === 'left' ? 'A' : 'B';
  } else if (place.where === 'centre') {
    if (shape === 'u') wish.wall ??= 'B';
    else wish.where = 'centre';
  } else if (place.hand && shape === 'straight') wish.where = end;
  else if (place.hand) {
    wish.wall ??= place.hand === 'left' ? 'A' : wallId('right', walls);
    if (place.where === 'corner') wish.where = end;
  }
  return wish;
}

/** Hob and oven share a unit unless the oven stands in a tall one or the customer set them apart. */
function cooking(fixtures: readonly FixtureFact[], allBuiltIn: boolean): FixtureFact[] {
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
  const facts2 = cooking(facts.fixtures, facts.allBuiltIn === true);
  const hob = facts2.find(({ kind }) => kind === 'hob');
  const oven = facts2.find(({ kind }) => kind === 'oven');
  const microwave = facts2.find(({ kind }) => kind === 'microwave');
  if (oven && microwave?.tall) oven.tall = true;
  const shared = hob && oven && sameUnit(hob, oven);
  const withMicrowave = Boolean(oven?.tall && microwave);
  if (oven && microwave && withMicrowave) oven.place = { ...microwave.place, ...oven.place };
  seat(facts2);
  return facts2.flatMap((fact): Fixture[] => {
    if (fact === oven && shared && facts2.indexOf(hob) < facts2.indexOf(oven)) return [];
    if (fact === hob && shared && facts2.indexOf(oven) < facts2.indexOf(hob)) return [];
    if (fact === microwave && withMicrowave) return [];
    const merged = shared && (fact === hob || fact === oven) ? mergeCooking(hob, oven) : fact;
    const wish = wishOf(merged.place, walls, shape, merged.width ?? 600);
    return [{ ...wish, ...made(merged, Boolean(shared), withMicrowave, facts.allBuiltIn === true) }];
  });
}

/** «между мойкой и плитой» is beside the one, with the other beside it. */
function seat(fixtures: readonly FixtureFact[]): void {
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

const COOKERS: readonly string[] = ['hob', 'oven', 'stove'];
const sameCooker = (kind: string, of: string | undefined): boolean =>
  of !== undefined && COOKERS.includes(kind) && COOKERS.includes(of);
const cookerOf = (fixtures: readonly FixtureFact[]): string | undefined =>
  fixtures.find(({ kind }) => kind === 'hob' || kind === 'stove')?.kind;

/** What others are placed by stands in the kitchen too, though nobody named it on its own: «тумба рядом с плитой». */
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
  return { ...hob, place, ...(width === undefined ? {} : { width }) };
}

/** The fixture itself, without its place. */
function made(fact: FixtureFact, shared: boolean, withMicrowave: boolean, allBuiltIn: boolean): Fixture {
  const width = fact.width === undefined ? {} : { width: fact.width };
  const fuel = fact.fuel === undefined ? {} : { fuel: fact.fuel };
  const niche = (code: string) => (fact.width === undefined ? {} : { width: nicheWidth(code, fact.width) });
  switch (fact.kind) {
    case 'sink':
      return { kind: 'sink', ...width, ...(fact.bowl === undefined ? {} : { bowl: fact.bowl }) };
    case 'dishwasher': {
      const niche = fact.width === undefined ? undefined : nicheWidth('FD', fact.width);
      return { kind: 'dishwasher', ...(niche === 450 || niche === 600 ? { width: niche } : {}) };
    }
    case 'hob':
      return { kind: 'hob', ...fuel, ...width, ...(shared ? { oven: true } : {}) };
    case 'oven':
      return { kind: 'oven', ...(fact.tall ? { tall: true } : {}), ...(withMicrowave ? { microwave: true } : {}) };
    case 'fridge':
      return {
        kind: 'fridge',
        builtIn: fact.builtIn ?? allBuiltIn,
        ...niche((fact.builtIn ?? allBuiltIn) ? 'TF' : 'NF'),
      };
    case 'stove':
      return { kind: 'stove', ...fuel, ...niche('NB') };
    case 'washer':
      return { kind: 'washer', ...niche('NB') };
    case 'microwave':
      return { kind: 'microwave' };
    case 'unit':
      return { kind: 'unit', code: fact.code ?? 'B', ...width, ...(fact.count ? { count: fact.count } : {}) };
  }
}

/** The brief that the facts amount to; the caller has seen to what is missing. */
export function briefOf(said: Facts, shape: Shape, walls: BriefWall[]): Brief {
  const facts = { ...said, fixtures: inSequence(said.fixtures) };
  const obstacles = facts.obstacles.flatMap((fact) => obstacleOf(fact, facts, walls) ?? []);
  const fixtures = fixturesOf(facts, walls, shape);
  const told = facts.ordered ? undefined : toldDirection(facts, shape);
  const { over, code, hand, without = [], dryer: _, ...tier } = facts.wallTier;
  if (over && tier.hood === undefined) tier.hood = over.includes('hob') || over.includes('stove');
  if (hand && shape !== 'straight') tier.walls = [hand];
  if (code) tier.walls = tier.walls === 'none' || tier.walls === undefined ? 'all' : tier.walls;
  const bare = without.map((name) => wallId(name, walls));
  const where = Array.isArray(tier.walls)
    ? [...new Set(tier.walls.map((name) => wallId(name, walls)))]
    : bare.length > 0
      ? walls.map((_, i) => String.fromCharCode(65 + i)).filter((id) => !bare.includes(id))
      : (tier.walls ?? 'all');
  return {
    walls,
    ...(facts.ceiling === undefined ? {} : { ceiling: facts.ceiling }),
    ...(obstacles.length > 0 ? { obstacles } : {}),
    fixtures: told
      ? chained(fixtures, told === 'right-to-left')
      : facts.ordered === 'right-to-left'
        ? fixtures.toReversed()
        : fixtures,
    ...(facts.ordered ? { ordered: true } : {}),
    ...(Object.keys(tier).length > 0 || bare.length > 0
      ? {
          wallTier: {
            walls: where,
            ...(tier.height === undefined ? {} : { height: tier.height }),
            ...(tier.hood === undefined ? {} : { hood: tier.hood }),
            ...(tier.toCeiling === undefined ? {} : { toCeiling: tier.toCeiling }),
          },
        }
      : {}),
    ...(Object.keys(facts.finish).length > 0 ? { finish: facts.finish } : {}),
    ...(Object.keys(facts.handles).length > 0 ? { handles: facts.handles } : {}),
    ...(facts.lighting === undefined ? {} : { lighting: { under: facts.lighting } }),
  };
}
