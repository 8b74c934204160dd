import type { BriefWall } from '#libs/furniture';
import type { Facts, Shape, WallName } from './facts.js';

/** Walls as they can be built, or what has to be asked of them. */
export type Walls =
  | { readonly ok: true; readonly shape: Shape; readonly walls: BriefWall[] }
  | { readonly ok: false; readonly ask: WallQuestion };

export type WallQuestion =
  | 'units'
  | 'length'
  | 'length_and_shape'
  | 'shape'
  | 'second_length'
  | 'u_lengths'
  | 'contradiction'
  | 'room';

const LEFTWARD: readonly WallName[] = ['left', 'first', 'long', 'centre'];
const RIGHTWARD: readonly WallName[] = ['second', 'short', 'right', 'third'];

export const WALLS_OF: Readonly<Record<Shape, number>> = { straight: 1, corner: 2, u: 3 };

/** Lengths from left to right: those named by place at their side, the bare ones between. */
function lengthsOf(facts: Facts): number[] {
  const named = (names: readonly WallName[]): number[] => names.flatMap((name) => facts.named[name] ?? []);
  const all = [...named(LEFTWARD), ...named(RIGHTWARD)];
  // Walls that are all named leave no place for a length said before they were.
  const complete = facts.shape !== undefined && facts.shape !== 'straight' && all.length === WALLS_OF[facts.shape];
  return complete ? all : [...named(LEFTWARD), ...facts.lengths, ...named(RIGHTWARD)];
}

/** The corner is meant where something stands in it, or wall units run along both walls. */
const meansCorner = (facts: Facts): boolean =>
  facts.fixtures.some(({ place }) => place.where === 'corner' && !place.hand) ||
  Object.keys(facts.named).length === 2 ||
  (facts.named.second !== undefined && facts.lengths.length === 1);

function shapeOf(facts: Facts, count: number): Shape | undefined {
  if (facts.shape) return facts.shape;
  if (count === 1) return 'straight';
  if (count === 3) return 'u';
  return count === 2 && meansCorner(facts) ? 'corner' : undefined;
}

/** Decides the walls of the kitchen (spec.md: the assistant asks which wall and its length, never more). */
export function wallsOf(facts: Facts): Walls {
  const lengths = lengthsOf(facts);
  const ask = (question: WallQuestion): Walls => ({ ok: false, ask: question });
  if (facts.unclear.length > 0 && lengths.length === 0) return ask('units');
  if (lengths.length === 0)
    return ask(
      facts.roomSize
        ? 'room'
        : facts.shape === undefined
          ? 'length_and_shape'
          : facts.shape === 'u'
            ? 'u_lengths'
            : 'length',
    );
  const shape = shapeOf(facts, lengths.length);
  if (!shape) return ask(lengths.length > WALLS_OF.u ? 'contradiction' : 'shape');
  const wanted = WALLS_OF[shape];
  if (lengths.length > wanted) return ask('contradiction');
  if (facts.unclear.length > 0 && lengths.length < wanted) return ask('units');
  if (lengths.length < wanted) return ask(shape === 'u' ? 'u_lengths' : 'second_length');
  const last = lengths.length - 1;
  const walls = lengths.map((length, i): BriefWall => {
    const ends = {
      ...(i === 0 && facts.ends.left ? { left: facts.ends.left } : {}),
      ...(i === last && facts.ends.right ? { right: facts.ends.right } : {}),
    };
    return { length, ...(i > 0 ? { turn: 'right' } : {}), ...(Object.keys(ends).length > 0 ? { ends } : {}) };
  });
  return { ok: true, shape, walls };
}

const ID = ['A', 'B', 'C'];

/** The wall that a name points at: `A`, `B`, `C`. */
export function wallId(name: WallName, walls: readonly BriefWall[]): string {
  const lengths = walls.map(({ length }) => length);
  const index: Record<WallName, number> = {
    left: 0,
    first: 0,
    centre: walls.length > 2 ? 1 : 0,
    second: Math.min(1, walls.length - 1),
    third: Math.min(2, walls.length - 1),
    right: walls.length - 1,
    long: lengths.indexOf(Math.max(...lengths)),
    short: lengths.indexOf(Math.min(...lengths)),
  };
  return ID[index[name]] ?? 'A';
}
