import { given } from '#libs/furniture';
import { conceptOf } from '../../concepts/index.js';
import { handIn, isObstacle, type ObstacleSaid, type Place, type Statement } from '../../meaning/meaning.js';
import { millimetres } from '../../rules/quantities.js';
import type { Ask, Numbered, Shape } from '../decision.js';
import { type ObstacleAsk, WALLS_OF, wallLengthOf } from './room.js';
import type { At, Said, Wishes } from './wishes.js';

export function withShape(wishes: Wishes, { shape, not }: Said<'shape'>, at: At, asked: readonly Ask[]): Wishes {
  const { shape: known, unsupported: _, straightOnly: __, ...rest } = wishes;
  if (not) {
    if (shape === 'straight') return known === shape ? rest : wishes;
    return known === undefined || known === shape ? { ...rest, straightOnly: true } : wishes;
  }
  const made = madeShape(shape);
  if (!made) return { ...wishes, unsupported: { shape, at } };
  // Asked which of two lengths: of two that are near to each other the last is the one that was put right.
  const lengths = rest.lengths.map(({ mm }) => mm);
  const isNear = Math.max(...lengths) * 2 <= Math.min(...lengths) * 3;
  const isOne = made === 'straight' && isNear && asked.some(({ ask }) => ask === 'shape');
  return { ...rest, shape: made, lengths: isOne ? rest.lengths.slice(-1) : rest.lengths };
}

const madeShape = (shape: Said<'shape'>['shape']): Shape | undefined =>
  shape === 'g' ? 'corner' : shape === 'straight' || shape === 'corner' || shape === 'u' ? shape : undefined;

/** Of two shapes in one message the lengths tell which is the kitchen's: «угловая, на прямом участке». */
export function withFittingShape(wishes: Wishes, statements: readonly Statement[]): Wishes {
  const said = statements.flatMap((one) => (one.say === 'shape' && !one.not ? (madeShape(one.shape) ?? []) : []));
  const shape = said.length > 1 ? said.find((one) => WALLS_OF[one] === wishes.lengths.length) : undefined;
  return shape ? { ...wishes, shape } : wishes;
}

/** Lengths of a message replace those before it, unless they name other walls or the rest was asked for. */
export function withLengths(
  wishes: Wishes,
  { lengths, approximate, room }: Omit<Said<'walls'>, 'say' | 'source'>,
  asked: readonly Ask[],
): Wishes {
  // «плита газовая на 2,5»: of two walls that are known the one that is so long.
  const [one, other] = lengths;
  const isKnown = asked.length === 0 && wishes.lengths.length > 1 && wishes.lengths.some(({ mm }) => mm === one?.mm);
  if (isKnown && one && !other && !one.wall) return wishes;
  const { unclear: _, approximate: __, room: ___, ...rest } = wishes;
  const more = asked.some((ask) => ask.ask === 'length' && ask.known.length > 0);
  const named = lengths.flatMap(({ wall }) => wall ?? []);
  // «сделайте угловую, справа стена 1,8»
  const isMore = wishes.lengths.length + lengths.length === WALLS_OF[wishes.shape ?? 'straight'];
  const isKept = ({ wall }: Wishes['lengths'][number]): boolean =>
    wall === undefined ? more || isMore || named.includes('other') || named.includes('second') : !named.includes(wall);
  const isWhole = !more && wishes.shape !== undefined && lengths.length === WALLS_OF[wishes.shape];
  const kept = more || (named.length === lengths.length && !isWhole) ? wishes.lengths.filter(isKept) : [];
  // «стена длинная, 4,2 метра» says nothing of another one.
  const cornered = named.some(
    (wall) => wall === 'short' || wall === 'other' || (wall === 'long' && lengths.length > 1),
  );
  return {
    ...rest,
    lengths: [...kept, ...lengths],
    ...given({ approximate, room }),
    ...(cornered ? { cornered } : {}),
  };
}

/** A number as a unit's width, mm. */
export const unitWidthOf = ({ value, unit }: Numbered): number => millimetres({ value, unit }, 'width') ?? 0;

/** Whether a number may be a unit's size, mm; a bare one that is no multiple of 5 cm is a house, an age or a model. */
function isUnitSize(said: Numbered): boolean {
  const mm = unitWidthOf(said);
  return mm >= 150 && mm <= 1200 && (said.unit !== undefined || (said.value > 1 && mm % 50 === 0));
}

/** Bare numbers are walls where none are known; beside walls they may be sizes that were not understood. */
export function withNumbers(wishes: Wishes, statements: readonly Statement[], asked: readonly Ask[]): Wishes {
  const numbers = statements.filter((said) => said.say === 'number');
  const [first] = numbers;
  const isAsked = asked.some(({ ask }) => ask === 'length' || ask === 'contradiction' || ask === 'shape');
  if (wishes.lengths.length > 0 && (!isAsked || statements.some(({ say }) => say === 'walls'))) {
    const unread = numbers.find(isUnitSize);
    return { ...wishes, ...given({ unread }) };
  }
  const lengths = numbers.map(({ value, unit }) => wallLengthOf(value, unit));
  // «300 на 200» may be a room.
  const others = numbers.slice(1).map(({ value }) => value);
  const unclear =
    first && others.length > 0 && asked.length === 0
      ? { ...first, others }
      : numbers.find((_, i) => lengths[i] === undefined);
  if (unclear || !first) return { ...wishes, ...given({ unclear }) };
  return withLengths(wishes, { lengths: lengths.flatMap((mm) => (mm === undefined ? [] : [{ mm }])) }, asked);
}

/** A niche of this width is the room for a kitchen, mm; narrower ones are obstacles. */
const ROOM_NICHE_MM = 1200;

/** A second window of the same message is another one; said again later, it is described further. */
export function withObstacle(wishes: Wishes, said: ObstacleSaid, at?: At): Wishes {
  const { kind, width: mm = 0 } = said;
  if (kind === 'niche' && mm >= ROOM_NICHE_MM && wishes.lengths.length === 0)
    return withLengths({ ...wishes, ends: { left: 'wall', right: 'wall' } }, { lengths: [{ mm }] }, []);
  const index = wishes.obstacles.findLastIndex(({ kind }) => kind === said.kind);
  const known = wishes.obstacles[index];
  const isPlaced = ({ width, places }: ObstacleSaid): boolean => width !== undefined && places.length > 0;
  if (!known || (at && isPlaced(said) && isPlaced(known))) return { ...wishes, obstacles: [...wishes.obstacles, said] };
  const places = placesWith(known.places, said.places);
  return { ...wishes, obstacles: wishes.obstacles.with(index, { ...known, ...given(said), kind: said.kind, places }) };
}

/** «окна нет»: with the places that spoke of it. */
export function withoutObstacle(wishes: Wishes, kind: ObstacleSaid['kind']): Wishes {
  const isByIt = (place: Place): boolean => 'of' in place && isObstacle(place.of) && place.of.obstacle === kind;
  const obstacles = wishes.obstacles.filter((one) => one.kind !== kind);
  return { ...withPlaces(wishes, (places) => places.filter((place) => !isByIt(place))), obstacles };
}

/** The wishes with other places of all things. */
export const withPlaces = (wishes: Wishes, to: (places: readonly Place[]) => readonly Place[]): Wishes => ({
  ...wishes,
  things: wishes.things.map((wish) => ({ ...wish, places: to(wish.places) })),
});

/** Places of an obstacle with those that were said later: a side gives a distance its corner, a distance a side its millimetres. */
function placesWith(known: readonly Place[], all: readonly Place[]): Place[] {
  const said = all.filter((place) => !('of' in place && 'concept' in place.of && !conceptOf(place.of.concept)));
  const hand = said.find((place) => place.at === 'side' || place.at === 'corner')?.hand;
  const sided = hand === 'left' || hand === 'right' ? hand : undefined;
  const isOtherEnd = (a: Place, b: Place): boolean =>
    a.at === 'offset' && b.at === 'offset' && a.from !== b.from && a.from !== 'unsaid' && b.from !== 'unsaid';
  const kept = known
    .filter((place) => !said.some((one) => one.at === place.at && !isOtherEnd(one, place)))
    .map((place) =>
      sided && place.at === 'offset' && place.from === 'unsaid'
        ? { ...place, from: sided }
        : sided && place.at === 'beside'
          ? { ...place, hand: sided }
          : place,
    );
  // «с краю», then «справа»: at that edge.
  const atEdge = known.some((place) => place.at === 'side' && place.end);
  return [...kept, ...said.map((place) => (place.at === 'side' && atEdge ? { ...place, end: true } : place))];
}

/** An opening of whose place was asked in vain: a window in the middle of its wall, a door at an end. */
export function placedAnyhow({ places, ...said }: ObstacleSaid): ObstacleSaid {
  const hand = handIn(places) ?? (said.kind === 'window' ? 'centre' : 'right');
  const end = { at: 'side', hand, end: hand !== 'centre' } as const;
  const wall = places.some(({ at }) => at === 'wall') ? [] : [{ at: 'wall', wall: 'long' } as const];
  return { ...said, assumed: true, places: [...places.filter(({ at }) => at !== 'side'), end, ...wall] };
}

/** Numbers of a message that says nothing else, mm. */
export function onlyNumbers(statements: readonly Statement[]): number[] | undefined {
  const numbers = statements.flatMap((said) =>
    said.say === 'walls'
      ? said.lengths.map(({ mm }) => mm)
      : said.say === 'number'
        ? (millimetres({ value: said.value, unit: said.unit }, 'place') ?? [])
        : [],
  );
  const other = statements.some(({ say }) => !['walls', 'number', 'talk', 'context', 'answer'].includes(say));
  return numbers.length > 0 && !other ? numbers : undefined;
}

/** Numbers in the order in which they were asked for: distance, width, then sill or depth. */
export function filled(
  { obstacle: asked, lacks }: ObstacleAsk,
  numbers: readonly number[],
  statements: readonly Statement[],
): ObstacleSaid {
  // «слева метр»
  const walls = statements.flatMap((one) => (one.say === 'walls' ? one.lengths.map(({ wall }) => wall) : []));
  const hand = (['left', 'right'] as const).find((side) => walls.includes(side));
  const obstacle = hand ? { ...asked, places: placesWith(asked.places, [{ at: 'side', hand }]) } : asked;
  const rest = [...numbers];
  const next = (wanted: boolean): number | undefined => (wanted ? rest.shift() : undefined);
  // «120»: a distance needs its corner.
  const isWidth = numbers.length === 1 && lacks.includes('width') && !handIn(obstacle.places);
  const mm = next(lacks.includes('place') && !isWidth);
  const width = next(lacks.includes('width'));
  const depth = next(lacks.includes('depth'));
  const side = obstacle.places.some((place) => place.at === 'side' && place.hand === 'right') ? 'right' : 'left';
  const bottom = obstacle.kind === 'window' || obstacle.kind === 'boiler' ? rest.shift() : undefined;
  const place: Place[] = mm === undefined ? [] : [{ at: 'offset', mm, from: side }];
  return { ...obstacle, places: [...obstacle.places, ...place], ...given({ width, depth, bottom }) };
}
