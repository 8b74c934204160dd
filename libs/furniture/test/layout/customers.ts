import fc from 'fast-check';
import type { Brief, BriefObstacle, BriefWall, Fixture } from '../../src/layout/brief.js';

/**
 * Briefs as customers ask for them, the same ones on every run: straight, L and U rooms of walls from 1.6 to 4.5 m with a
 * sink and a cooker, mostly a fridge and a dishwasher, some with a larder, a washer, a window, a door; uppers or none.
 */
export const customers = (count: number): Brief[] => fc.sample(customer, { numRuns: count, seed: SEED });

const SEED = 16;

const often = <T>(some: number, value: T): fc.Arbitrary<T | undefined> =>
  fc.integer({ min: 1, max: 100 }).map((n) => (n <= some ? value : undefined));

const length = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: Math.ceil(min / 100), max: Math.floor(max / 100) }).map((n) => n * 100) },
    { weight: 1, arbitrary: fc.integer({ min: Math.ceil(min / 10), max: Math.floor(max / 10) }).map((n) => n * 10) },
  );

/** Outer ends as named, or left to the default. */
const ends: fc.Arbitrary<[BriefWall['ends'], BriefWall['ends']]> = fc.constantFrom(
  [{}, {}],
  [{}, {}],
  [{ left: 'wall' }, {}],
  [{}, { right: 'wall' }],
  [{ left: 'wall' }, { right: 'wall' }],
);

const walls: fc.Arbitrary<BriefWall[]> = fc
  .tuple(
    fc.constantFrom('straight', 'straight', 'l', 'l', 'l', 'u'),
    length(1600, 4500),
    length(1600, 4500),
    length(2200, 4000),
    ends,
  )
  .map(([shape, first, second, middle, [left, right]]) => {
    if (shape === 'straight') return [{ length: first, ends: { ...left, ...right } }];
    const outer: BriefWall[] = [
      { length: first, ends: { ...left } },
      { length: second, ends: { ...right } },
    ];
    return shape === 'l' ? outer : [outer[0]!, { length: middle }, outer[1]!];
  });

const FRIDGES: readonly (Fixture | undefined)[] = [
  { kind: 'fridge', builtIn: true },
  { kind: 'fridge', builtIn: true },
  { kind: 'fridge', builtIn: false },
  { kind: 'fridge', builtIn: false, width: 650 },
  undefined,
];

const COOKERS: readonly Fixture[][] = [
  [{ kind: 'hob', fuel: 'induction', oven: true }],
  [{ kind: 'hob', fuel: 'electric', oven: true }],
  [{ kind: 'hob', oven: true }],
  [{ kind: 'hob', fuel: 'gas', oven: true }],
  [
    { kind: 'hob', fuel: 'induction' },
    { kind: 'oven', tall: true },
  ],
  [{ kind: 'stove', fuel: 'gas' }],
];

const DISHWASHERS: readonly (Fixture | undefined)[] = [
  { kind: 'dishwasher' },
  { kind: 'dishwasher', width: 450 },
  { kind: 'dishwasher', width: 600 },
  { kind: 'dishwasher', width: 600, nextTo: 'sink' },
  undefined,
];

const HUNG: readonly (Brief['wallTier'] | undefined)[] = [
  undefined,
  { walls: 'all' },
  { walls: 'all', hood: true },
  { walls: 'all', hood: true },
  { walls: 'all', toCeiling: true },
  { walls: 'all', height: 900 },
  { walls: 'all', hood: false },
  { walls: 'none' },
];

const customer: fc.Arbitrary<Brief> = walls.chain((room) => {
  const corner = room.length > 1 ? fc.constantFrom(undefined, undefined, 'corner' as const) : fc.constant(undefined);
  const sink = fc.tuple(fc.constantFrom(undefined, undefined, 500, 600, 800), corner).map(
    ([width, where]): Fixture => ({
      kind: 'sink',
      ...(width && !where ? { width } : {}),
      ...(where ? { where } : {}),
    }),
  );
  const opening = fc
    .tuple(fc.nat(room.length - 1), fc.integer({ min: 0, max: 100 }), fc.constantFrom('window', 'window', 'door'))
    .map(([wall, percent, kind]): BriefObstacle => {
      const width = kind === 'window' ? 1200 : 800;
      const spare = (room[wall]?.length ?? 0) - width;
      const at = Math.round((spare * percent) / 10_000) * 100;
      const place = { wall: String.fromCharCode(65 + wall), at: Math.min(at, spare), width };
      return kind === 'window' ? { kind, ...place, bottom: 900, top: 2100 } : { kind: 'door', ...place };
    });
  return fc
    .tuple(
      sink,
      fc.constantFrom(...COOKERS),
      fc.constantFrom(...FRIDGES),
      fc.constantFrom(...DISHWASHERS),
      often<Fixture>(15, { kind: 'unit', code: 'T' }),
      often<Fixture>(15, { kind: 'washer' }),
      often<Fixture>(20, { kind: 'unit', code: 'BD3' }),
      fc.array(opening, { maxLength: 1 }),
      fc.constantFrom(...HUNG),
      fc.constantFrom(undefined, 2500, 2700, 3000),
    )
    .map(([asked, cooker, fridge, dishwasher, larder, washer, drawers, openings, wallTier, ceiling]): Brief => {
      const fixtures = [asked, ...cooker, fridge, dishwasher, larder, washer, drawers].filter((f) => f !== undefined);
      return {
        walls: room,
        fixtures,
        ...(openings.length > 0 ? { obstacles: openings } : {}),
        ...(wallTier ? { wallTier } : {}),
        ...(ceiling ? { ceiling } : {}),
      };
    });
});
