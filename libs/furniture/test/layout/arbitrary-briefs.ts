import fc from 'fast-check';
import { modules } from '../../src/catalogue/catalogue.js';
import { isOrdinary } from '../../src/catalogue/traits.js';
import type { Brief, BriefObstacle, BriefWall, Fixture } from '../../src/layout/brief.js';

/** Lengths as customers name them: mostly round, sometimes not; mm. */
const length = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 10, max: 50 }).map((n) => n * 100) },
  { weight: 1, arbitrary: fc.integer({ min: 900, max: 5200 }) },
);
const end = fc.constantFrom<('wall' | 'free' | undefined)[]>('wall', 'free', undefined);

const walls: fc.Arbitrary<BriefWall[]> = fc
  .tuple(
    fc.constantFrom(1, 1, 2, 2, 2, 3, 3, 4),
    fc.array(fc.tuple(length, fc.constantFrom(undefined, undefined, undefined, 'left' as const)), {
      minLength: 4,
      maxLength: 4,
    }),
    end,
    end,
  )
  .map(([count, drawn, left, right]) =>
    drawn.slice(0, count).map(([mm, turn], i) => {
      const ends = { ...(i === 0 && left ? { left } : {}), ...(i === count - 1 && right ? { right } : {}) };
      return { length: mm, ends, ...(i > 0 && turn ? { turn } : {}) };
    }),
  );

/** Units that a customer may name: every module that is one; a niche is named with its appliance. */
const CODES = modules()
  .filter((module) => isOrdinary(module) && module.ascii !== 'NB')
  .map(({ ascii }) => ascii);

const fuel = fc.constantFrom<('gas' | 'electric' | 'induction' | undefined)[]>(
  'gas',
  'electric',
  'induction',
  undefined,
);
const where = fc.constantFrom<Fixture['where'][]>(undefined, undefined, undefined, 'start', 'end', 'centre', 'window');

const fixture: fc.Arbitrary<Fixture> = fc
  .tuple(fc.nat(12), fuel, where, fc.boolean(), fc.constantFrom(...CODES), fc.nat(40))
  .map(([n, f, place, flag, code, at]): Fixture => {
    const wish = place === undefined ? {} : { where: place };
    const fuelled = f === undefined ? {} : { fuel: f };
    switch (n) {
      case 0:
      case 1:
        return { kind: 'sink', ...wish, ...(flag ? { width: 600 } : {}) };
      case 2:
        return { kind: 'dishwasher', ...(flag ? { width: 450 } : {}), nextTo: 'sink' };
      case 3:
      case 4:
        return { kind: 'hob', oven: flag, ...fuelled };
      case 5:
      case 6:
        return { kind: 'fridge', builtIn: flag, ...wish };
      case 7:
        return { kind: 'oven', tall: true, microwave: flag };
      case 8:
        return { kind: 'stove', ...fuelled };
      case 9:
        return { kind: 'washer' };
      case 10:
        return { kind: 'unit', code, ...wish, ...(at % 4 === 0 ? { nextTo: flag ? 'sink' : 'hob' } : {}) };
      case 12:
        return { kind: 'sink', ...(flag ? { where: 'corner' } : { wall: 'A', at: at * 100 }) };
      default:
        return { kind: 'microwave' };
    }
  });

const obstacle = (count: number): fc.Arbitrary<BriefObstacle> =>
  fc
    .tuple(
      fc.constantFrom<BriefObstacle['kind'][]>(
        'door',
        'window',
        'riser',
        'gas_pipe',
        'radiator',
        'boiler',
        'socket',
        'water',
        'niche',
      ),
      fc.nat(count - 1),
      fc.integer({ min: 0, max: 50 }),
      fc.integer({ min: 5, max: 15 }),
      fc.boolean(),
    )
    .map(([kind, wall, at, width, low]) => ({
      kind,
      wall: String.fromCharCode(65 + wall),
      at: at * 100,
      width:
        kind === 'gas_pipe' ? 30 : kind === 'riser' ? 200 : kind === 'socket' || kind === 'water' ? 80 : width * 100,
      ...(kind === 'window' ? { bottom: low ? 900 : 800, top: 2100 } : {}),
    }));

/** Briefs of any room: one to three walls, up to three obstacles, up to seven fixtures with wishes. */
export const briefs: fc.Arbitrary<Brief> = walls.chain((room) =>
  fc
    .record({
      fixtures: fc.uniqueArray(fixture, {
        maxLength: 7,
        selector: (f) => (f.kind === 'unit' ? `${f.kind}${f.code}` : f.kind),
      }),
      obstacles: fc.array(obstacle(room.length), { maxLength: 3 }),
      ordered: fc.boolean(),
      hung: fc.constantFrom<NonNullable<Brief['wallTier']>[]>(
        { walls: 'all' },
        { walls: 'all' },
        { walls: 'none' },
        { walls: ['A'] },
        { walls: 'all', toCeiling: true },
        { walls: 'all', hood: false },
        { walls: 'all', height: 900 },
        { walls: 'all', height: 600 },
      ),
      ceiling: fc.constantFrom(2500, 2700, 3000),
    })
    .map(
      ({ fixtures, obstacles, ordered, hung, ceiling }): Brief => ({
        walls: room,
        fixtures,
        obstacles: obstacles.filter((o) => o.at + o.width <= (room[o.wall.charCodeAt(0) - 65]?.length ?? 0)),
        ordered,
        wallTier: hung,
        ceiling,
      }),
    ),
);
