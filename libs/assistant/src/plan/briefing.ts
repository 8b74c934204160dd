import { type Finding, given, type Order } from '#libs/furniture';
import type { Place, Statement } from '../meaning/meaning.js';
import { taking } from './answers.js';
import { plannedOf } from './brief/brief.js';
import { laidOut, type Missed } from './brief/layout.js';
import { MAX_ASKS, missingOf } from './brief/missing.js';
import { layOut } from './brief/offers.js';
import type { Room } from './brief/places.js';
import { obstaclesOf, wallsOf } from './brief/room.js';
import { placedAnyhow, withoutObstacle } from './brief/room-wishes.js';
import { told, type Wish, type Wishes, withImplied } from './brief/wishes.js';
import type { Conversation, Open, Step } from './conversation.js';
import { type Ask, type Became, type Decision, decided, REPLY } from './decision.js';
import { isOfKitchen } from './mentions.js';

export const asking = (
  asks: readonly Ask[],
  findings: readonly Finding[] = [],
  became: readonly Became[] = [],
): Decision =>
  decided({ kind: 'ask', asks: asks.slice(0, MAX_ASKS), ...(findings.length > 0 ? { findings } : {}) }, became);

/** A message about a kitchen that is being planned; `order` stands meanwhile. */
export function briefed(
  talk: Conversation,
  before: Wishes,
  statements: readonly Statement[],
  order: Order | undefined,
): Step {
  const { open, message } = talk;
  const taken = taking(talk, statements);
  if (taken) return { decision: taken };
  const said = told(before, statements, message, open?.asks ?? []);
  if (order && !statements.some(isOfKitchen) && statements.some(({ say }) => say === 'talk'))
    return { decision: REPLY, brief: said, ...given({ open }) };
  const first = planned(said, message, talk.tried);
  const again = !talk.tried && statements.some((one) => isOfKitchen(one) || one.say === 'answer');
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
  const offWall = unsupported
    ? [notDone({ at: unsupported.at, why: { because: 'shape', shape: unsupported.shape } }, message)]
    : [];
  // An island is left out beside a wall that is known; two rows face to face are another kitchen.
  if (unsupported && (wishes.lengths.length === 0 || unsupported.shape === 'parallel'))
    return asking([{ ask: 'length', shapeToo: true, known: wishes.lengths.map(({ mm }) => mm) }], [], offWall);
  const resolved = wallsOf(wishes);
  const things = plannedOf(wishes).planned;
  if (!resolved.ok) {
    const rest = missingOf(wishes, things, []).filter(
      ({ ask }) => ask !== 'appliances' || resolved.ask.ask === 'length',
    );
    return asking([resolved.ask, ...rest], [], offWall);
  }
  const { walls, shape } = resolved;
  if (shape === 'straight' && here(wishes) !== wishes) return planned(here(wishes), message, tried);
  const { obstacles, asks: open, assumed } = obstaclesOf(wishes.obstacles, walls);
  const room: Room = { walls, shape, obstacles };
  const asks = missingOf(wishes, things, open);
  if (asks.length > 0)
    return asking(
      asks,
      [...asks.flatMap((ask) => (ask.ask === 'width' ? [ask.finding] : [])), ...impossible(wishes, room)],
      offWall,
    );
  const layout = tried ? laidOut(wishes, room) : layOut(wishes, room);
  if (!layout.ok) {
    const { ok: _, ...refused } = layout;
    return decided({ kind: 'refused', offers: [], ...refused });
  }
  const { operations, order: made } = layout;
  const became = [...offWall, ...layout.missed.map((missed) => notDone(missed, message))];
  return decided({ kind: 'operations', operations, anew: false, made }, became, [
    ...resolved.assumed,
    ...assumed,
    ...layout.assumed,
  ]);
}

/** In a straight kitchen what is on another wall is no part of it, and its corners are the ends of the row. */
function here(said: Wishes): Wishes {
  // «короб в правом углу, холодильник в этот угол»
  const named = said.obstacles.flatMap(({ places }) =>
    places.flatMap((one) => (one.at === 'corner' ? (one.hand ?? []) : [])),
  );
  const handOf = (place: Place): 'left' | 'right' | undefined =>
    place.at === 'corner' ? (place.hand ?? named[0]) : undefined;
  const atEnd = (place: Place): Place => {
    const hand = handOf(place);
    return hand ? { at: 'side', hand, end: true } : place;
  };
  const wishes = said.things.some(({ places }) => places.some(handOf))
    ? { ...said, things: said.things.map((wish) => ({ ...wish, places: wish.places.map(atEnd) })) }
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

/** Middle wall of a U shape under which rows may be too close, mm; the engine decides. */
const NARROW_U_MM = 2600;

/** What cannot be built whatever the answers are; too little space is not among it. */
function impossible(wishes: Wishes, room: Room): readonly Finding[] {
  const close = room.walls.length === 3 && (room.walls[1]?.length ?? 0) < NARROW_U_MM;
  if (!close && !room.obstacles.some(({ kind }) => kind === 'window')) return [];
  const made = laidOut(wishes, room);
  return made.ok ? [] : made.findings.filter(({ code, severity }) => severity === 'error' && code !== 'GEO-SUM');
}
