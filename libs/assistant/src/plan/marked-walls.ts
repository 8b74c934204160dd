import type { Order } from '#libs/furniture';
import type { MarkedWall, ObstacleSaid, Place, Statement, WallRef } from '../meaning/meaning.js';
import type { Conversation } from './conversation.js';
import { withPlaces } from './mentions.js';

/** Statements with «стена с окном» and «глухая стена» as the walls that this message, the plan or the kitchen says they are. */
export function onMarkedWalls(
  statements: readonly Statement[],
  { wishes, versions }: Pick<Conversation, 'wishes' | 'versions'>,
): readonly Statement[] {
  const told = statements.flatMap((said) => (said.say === 'obstacle' && said.act === 'is' ? [said.obstacle] : []));
  const lengths = [...statements.flatMap((said) => (said.say === 'walls' ? said.lengths : [])), ...wishes.lengths].map(
    ({ mm }) => mm,
  );
  const order = versions.at(-1)?.order;
  const known = (wall: WallRef): WallRef => {
    if (typeof wall !== 'object' || 'length' in wall) return wall;
    const marked = wallSaid(wall, [...told, ...wishes.obstacles].toReversed()) ?? wallIn(order, wall);
    return (wall.without ? marked && otherThan(marked, lengths) : marked) ?? wall;
  };
  const settled = (place: Place): Place => (place.at === 'wall' ? { ...place, wall: known(place.wall) } : place);
  return statements.map((said) =>
    said.say === 'row' && said.walls ? { ...said, walls: said.walls.map(known) } : withPlaces(said, settled),
  );
}

/** Where an obstacle of the kind was said to be. */
function wallSaid({ obstacle }: MarkedWall, said: readonly ObstacleSaid[]): WallRef | undefined {
  const walls = said.flatMap(({ kind, places }) => (kind === obstacle ? places : []));
  return walls.flatMap((place) => (place.at === 'wall' ? [place.wall] : []))[0];
}

/** The only wall of a kitchen with such an obstacle. */
function wallIn(order: Order | undefined, { obstacle }: MarkedWall): WallRef | undefined {
  const { room: { walls } = { walls: [] }, obstacles = [] } = order ?? {};
  const [id, more] = new Set(obstacles.flatMap(({ kind, wall }) => (kind === obstacle ? [wall] : [])));
  const at = walls.findIndex((wall) => wall.id === id);
  if (at < 0 || more !== undefined) return undefined;
  return at === 0 ? 'left' : at === walls.length - 1 ? 'right' : 'middle';
}

const OTHERS: Readonly<Record<string, WallRef>> = {
  ...{ left: 'right', right: 'left', long: 'short', short: 'long', first: 'second', second: 'first' },
};

/** The other of two walls. */
function otherThan(wall: WallRef, lengths: readonly number[]): WallRef | undefined {
  if (typeof wall === 'string') return OTHERS[wall];
  const [other, more] = 'length' in wall ? lengths.filter((mm) => mm !== wall.length) : [];
  return other === undefined || more !== undefined ? undefined : { length: other };
}
