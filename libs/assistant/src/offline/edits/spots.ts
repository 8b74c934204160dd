import { atOf, type BriefWall, type Fixture, given, type Order, type Spot } from '#libs/furniture';
import { noFacts, type Place, type Shape } from '../brief/facts.js';
import { readFacts } from '../brief/read.js';
import { fixturesOf, placementOf } from '../brief/resolve.js';
import type { Token } from '../text/token.js';
import { floorRow, nodeOfReference } from './refer.js';

export const wallsIn = (order: Order): BriefWall[] => order.room.walls.map(({ length }) => ({ length }));
export const shapeIn = (order: Order): Shape =>
  order.room.walls.length === 1 ? 'straight' : order.room.walls.length === 2 ? 'corner' : 'u';

/** Fixtures in a clause, read as in a brief. */
export function fixturesIn(order: Order, clause: readonly Token[]): { fixtures: Fixture[]; places: Place[] } {
  const facts = noFacts();
  readFacts(clause, facts);
  return {
    fixtures: fixturesOf(facts, wallsIn(order), shapeIn(order)),
    places: facts.fixtures.map(({ place }) => place),
  };
}

/** A place as a neighbour or an offset in mm; undefined if none is given. */
export function spotOf(order: Order, place: Place, width: number): Spot | undefined {
  const placement = placementOf(place, wallsIn(order), shapeIn(order), width);
  if (placement.at !== undefined) return { at: placement.at, ...given({ wall: placement.wall }) };
  const between = betweenSpot(order, place);
  if (between) return between;
  const side = placement.side && nodeOfReference(order, placement.side.of);
  if (side && placement.side)
    return placement.side.hand === 'right' ? { after: side.node.id } : { before: side.node.id };
  const near = placement.nextTo && nodeOfReference(order, placement.nextTo);
  if (near) return { after: near.node.id };
  if (placement.where === 'centre') {
    const wall = order.room.walls.find(({ id }) => id === (placement.wall ?? 'A'));
    return wall && { at: Math.round((wall.length - width) / 2), wall: wall.id };
  }
  if (placement.where === 'window') {
    const window = order.obstacles.find(({ kind }) => kind === 'window');
    return window && { at: Math.round(window.at + (window.width - width) / 2), wall: window.wall };
  }
  const row = endsOf(
    order,
    placement.wall ?? (place.hand === 'right' ? order.room.walls.at(-1)?.id : order.room.walls[0]?.id),
  );
  if (placement.where === 'start' && row[0]) return { before: row[0] };
  if (placement.where === 'end' && row[1]) return { after: row[1] };
  return placement.wall ? { wall: placement.wall } : undefined;
}

/** «между мойкой и плитой»: after the left one. */
function betweenSpot(order: Order, { between }: Place): { after: string } | undefined {
  const [one, two] = (between ?? []).map((of) => nodeOfReference(order, of));
  if (!one || !two || one.run.wall !== two.run.wall) return undefined;
  return { after: (atOf(one.node) < atOf(two.node) ? one : two).node.id };
}

/** First and last floor unit of a wall, without fillers, panels and the units in `gone`. */
export function endsOf(
  order: Order,
  wall: string | undefined,
  gone: readonly string[] = [],
): [string | undefined, string | undefined] {
  const row = floorRow(order, wall).filter(({ node }) => !gone.includes(node.id));
  return [row[0]?.node.id, row.at(-1)?.node.id];
}
