import { atOf, type BriefWall, type Fixture, type Order } from '#libs/furniture';
import { noFacts, type Place, type Shape } from '../brief/facts.js';
import { readFacts } from '../brief/read.js';
import { fixturesOf, wishOf } from '../brief/resolve.js';
import type { Token } from '../text/token.js';
import { nodeOfReference } from './refer.js';

export const wallsIn = (order: Order): BriefWall[] => order.room.walls.map(({ length }) => ({ length }));
export const shapeIn = (order: Order): Shape =>
  order.room.walls.length === 1 ? 'straight' : order.room.walls.length === 2 ? 'corner' : 'u';

/** The fixtures that a clause names, read as in a brief. */
export function fixturesIn(order: Order, clause: readonly Token[]): { fixtures: Fixture[]; places: Place[] } {
  const facts = noFacts();
  readFacts(clause, facts);
  return {
    fixtures: fixturesOf(facts, wallsIn(order), shapeIn(order)),
    places: facts.fixtures.map(({ place }) => place),
  };
}

/** A place as a spot beside a node or at a millimetre; nothing where the words name none. */
export function spotOf(
  order: Order,
  place: Place,
  width: number,
): { after?: string; before?: string; at?: number; wall?: string } | undefined {
  const wish = wishOf(place, wallsIn(order), shapeIn(order), width);
  if (wish.at !== undefined) return { at: wish.at, ...(wish.wall ? { wall: wish.wall } : {}) };
  const between = betweenSpot(order, place);
  if (between) return between;
  const side = wish.side && nodeOfReference(order, wish.side.of);
  if (side && wish.side) return wish.side.hand === 'right' ? { after: side.node.id } : { before: side.node.id };
  const near = wish.nextTo && nodeOfReference(order, wish.nextTo);
  if (near) return { after: near.node.id };
  if (wish.where === 'centre') {
    const wall = order.room.walls.find(({ id }) => id === (wish.wall ?? 'A'));
    return wall && { at: Math.round((wall.length - width) / 2), wall: wall.id };
  }
  if (wish.where === 'window') {
    const window = order.obstacles.find(({ kind }) => kind === 'window');
    return window && { at: Math.round(window.at + (window.width - width) / 2), wall: window.wall };
  }
  const row = endsOf(
    order,
    wish.wall ?? (place.hand === 'right' ? order.room.walls.at(-1)?.id : order.room.walls[0]?.id),
  );
  if (wish.where === 'start' && row[0]) return { before: row[0] };
  if (wish.where === 'end' && row[1]) return { after: row[1] };
  return wish.wall ? { wall: wish.wall } : undefined;
}

/** «между мойкой и плитой»: right behind the one further left. */
function betweenSpot(order: Order, { between }: Place): { after: string } | undefined {
  const [one, two] = (between ?? []).map((of) => nodeOfReference(order, of));
  if (!one || !two || one.run.wall !== two.run.wall) return undefined;
  return { after: (atOf(one.node) < atOf(two.node) ? one : two).node.id };
}

/** First and last unit on the floor of a wall, strips and panels not counted, nor those that are about to go. */
export function endsOf(
  order: Order,
  wall: string | undefined,
  gone: readonly string[] = [],
): [string | undefined, string | undefined] {
  const nodes = order.runs
    .filter((run) => run.wall === wall && (run.tier === 'base' || run.tier === 'tall'))
    .flatMap((run) => run.nodes)
    .filter(({ id, code }) => !['FL', 'FLC', 'EP', 'GAP'].includes(code) && !gone.includes(id))
    .sort((a, b) => Number(a.at) - Number(b.at));
  return [nodes[0]?.id, nodes.at(-1)?.id];
}
