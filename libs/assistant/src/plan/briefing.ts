import { type Finding, given, type Order } from '#libs/furniture';
import { isObstacle, type Place, partiesOf, type Statement } from '../meaning/meaning.js';
import { taking } from './answers.js';
import { plannedOf } from './brief/brief.js';
import { laidOut, type Missed } from './brief/layout.js';
import { layOut } from './brief/offers.js';
import type { Room } from './brief/places.js';
import { type ObstacleAsk, obstaclesOf, UNASKED, wallsOf } from './brief/room.js';
import { placedAnyhow, withoutObstacle, withPlaces } from './brief/room-wishes.js';
import { isLowerOnly, isUpperOnly } from './brief/rows.js';
import { NO_WISHES, settles, told, type Wish, type Wishes, withImplied } from './brief/wishes.js';
import type { Conversation, Open, Step } from './conversation.js';
import { type Ask, asking, type Became, type Decision, decided, REPLY } from './decision.js';
import { isOfKitchen } from './mentions.js';
import { COOKERS, unmadeWidth } from './things.js';

/** A message about a kitchen that is being planned; `order` stands meanwhile. */
export function briefed(talk: Conversation, statements: readonly Statement[], order?: Order): Step {
  const { brief: before = NO_WISHES, open, message } = talk;
  const taken = taking(talk, statements);
  if (taken) return { decision: taken };
  const said = told(before, statements, message, open?.asks ?? []);
  if (order && !statements.some(isOfKitchen) && statements.some(({ say }) => say === 'talk'))
    return { decision: REPLY, brief: said, ...given({ open }) };
  const isTried = talk.effort !== undefined;
  const first = planned(said, message, isTried);
  const again = !isTried && statements.some((one) => isOfKitchen(one) || one.say === 'answer');
  const brief = again ? settled(said, first, open) : said;
  const decision = brief === said ? first : planned(brief, message);
  const { act } = decision;
  const asks = act.kind === 'ask' ? act.asks : [];
  return { decision, brief, open: { statements, asks, offers: act.kind === 'refused' ? act.offers : [] } };
}

/** The same question a second time in a row: an opening is put somewhere, a pipe is left out, and the note says so. */
function settled(wishes: Wishes, { act }: Decision, open: Open | undefined): Wishes {
  const [[ask], [before]] = [act.kind === 'ask' ? act.asks : [], open?.asks ?? []];
  if (ask?.ask !== 'obstacle' || JSON.stringify(ask) !== JSON.stringify(before)) return wishes;
  const { kind } = ask.obstacle;
  if (kind !== 'door' && kind !== 'window') return withoutObstacle(wishes, kind);
  return { ...wishes, obstacles: wishes.obstacles.map((one) => (one.kind === kind ? placedAnyhow(one) : one)) };
}

/** The wishes as a kitchen, or what is missing for one; `tried`: a refusal needs no ways out. */
export function planned(said: Wishes, message: number, tried = false): Decision {
  const wishes = withImplied(said);
  const { unsupported } = wishes;
  const offWall = (unsupported ? [unsupported] : []).map(({ at, shape }) =>
    notDone({ at, why: { because: 'shape', shape } }, message),
  );
  // An island is left out beside a wall that is known; two rows face to face are another kitchen.
  if (unsupported && (wishes.lengths.length === 0 || unsupported.shape === 'parallel'))
    return asking([{ ask: 'length', shapeToo: true, known: wishes.lengths.map(({ mm }) => mm) }], [], offWall);
  const walled = wallsOf(wishes);
  if ('ask' in walled) {
    const rest = missingOf(wishes, []).filter(({ ask }) => ask !== 'appliances' || walled.ask === 'length');
    return asking([walled, ...rest], [], offWall);
  }
  const { walls, shape } = walled;
  if (shape === 'straight' && here(wishes) !== wishes) return planned(here(wishes), message, tried);
  const { obstacles, asks: open, assumed } = obstaclesOf(obstaclesOn(wishes), walls);
  const room: Room = { walls, shape, obstacles };
  const asks = missingOf(wishes, open);
  if (asks.length > 0) {
    const unmade = asks.flatMap((ask) => (ask.ask === 'width' ? [ask.finding] : []));
    return asking(asks, [...unmade, ...impossible(wishes, room)], offWall);
  }
  const layout = tried ? laidOut(wishes, room) : layOut(wishes, room);
  if (!layout.ok) {
    const { ok: _, ...refused } = layout;
    return decided({ kind: 'refused', offers: [], ...refused });
  }
  const { operations, order: made } = layout;
  const became = [...offWall, ...layout.missed.map((missed) => notDone(missed, message))];
  const all = [...walled.assumed, ...assumed, ...layout.assumed];
  return decided({ kind: 'operations', operations, made }, became, all);
}

/** «на правой мойка под окном»: the window is on the wall of what stands at it. */
function obstaclesOn({ obstacles, things }: Wishes): Wishes['obstacles'] {
  return obstacles.map((one) => {
    const isAtIt = ({ places }: Wish): boolean =>
      places.some((place) => partiesOf(place).some((of) => isObstacle(of) && of.obstacle === one.kind));
    const wall = things.find(isAtIt)?.places.find((place) => place.at === 'wall');
    return wall && one.places.every(({ at }) => at !== 'wall') ? { ...one, places: [...one.places, wall] } : one;
  });
}

/** In a straight kitchen what is on another wall is no part of it, and its corners are the ends of the row. */
function here(said: Wishes): Wishes {
  // «короб в правом углу, холодильник в этот угол»
  const corners = said.obstacles.flatMap(({ places }) => places).filter((place) => place.at === 'corner');
  const named = corners.find(({ hand }) => hand)?.hand;
  const handOf = (place: Place): 'left' | 'right' | undefined =>
    place.at === 'corner' ? (place.hand ?? named) : undefined;
  const atEnd = (place: Place): Place => {
    const hand = handOf(place);
    return hand ? { at: 'side', hand, end: true } : place;
  };
  const wishes = said.things.some(({ places }) => places.some(handOf))
    ? withPlaces(said, (places) => places.map(atEnd))
    : said;
  const isAway = ({ places }: Pick<Wish, 'places'>): boolean =>
    places.some((place) => place.at === 'wall' && place.wall === 'other');
  const away = wishes.things.filter(isAway).map(({ thing }) => thing);
  const obstacles = wishes.obstacles.filter((one) => !isAway(one));
  if (away.length === 0 && obstacles.length === wishes.obstacles.length) return wishes;
  const things = wishes.things.filter((wish) => !isAway(wish));
  return { ...wishes, things, obstacles, refused: [...wishes.refused, ...away] };
}

const notDone = ({ at, why }: Missed, message: number): Became => ({
  is: 'not_done',
  why,
  ...(at?.message === message ? { statement: at.statement } : {}),
});

/** All that keeps a kitchen on known walls from being laid out, most pressing first; `obstacles`: what is open of them. */
function missingOf(wishes: Wishes, obstacles: readonly ObstacleAsk[]): Ask[] {
  const width = plannedOf(wishes).planned.flatMap(({ thing }) => unmadeWidth(thing) ?? []);
  const unread: Ask[] = wishes.unread ? [{ ask: 'number', ...wishes.unread }] : [];
  return [...unread, ...obstacles, ...unplaced(wishes), ...width.slice(0, 1), ...missingAppliance(wishes)];
}

/** Obstacles by which a thing was to stand, though nobody said where they are. */
function unplaced({ things, obstacles }: Wishes): ObstacleAsk[] {
  const places = things.flatMap((wish) => wish.places).filter(({ at }) => at !== 'instead');
  const named = places.flatMap(partiesOf).flatMap((of) => (isObstacle(of) ? [of.obstacle] : []));
  const known = new Set([...UNASKED, ...obstacles.map(({ kind }) => kind)]);
  return [...new Set(named).difference(known)].map((kind) => ({
    ask: 'obstacle',
    obstacle: { kind, places: [] },
    lacks: kind === 'window' ? ['place', 'width'] : ['place'],
  }));
}

/** A kitchen needs at least a sink and something to cook on, unless they were said not to be there. */
function missingAppliance(wishes: Wishes): Ask[] {
  if (isUpperOnly(wishes) || isLowerOnly(wishes)) return [];
  const [sink, cooker] = [settles(wishes, ['sink']), settles(wishes, COOKERS)];
  if (!sink && !cooker) return [{ ask: 'appliances' }];
  if (!cooker) return [{ ask: 'cooker', oven: settles(wishes, ['oven']) }];
  return sink ? [] : [{ ask: 'sink' }];
}

/** Middle wall of a U shape under which rows may be too close, mm; the engine decides. */
const NARROW_U_MM = 2600;

/** What cannot be built whatever the answers are; too little space is not among it. */
function impossible(wishes: Wishes, room: Room): readonly Finding[] {
  const close = room.walls.length === 3 && (room.walls[1]?.length ?? 0) < NARROW_U_MM;
  if (!close && !room.obstacles.some(({ kind }) => kind === 'window')) return [];
  const made = laidOut(wishes, room);
  return made.ok ? [] : made.findings.filter(({ code, severity }) => severity === 'error' && code !== 'GEO-SUM');
}
