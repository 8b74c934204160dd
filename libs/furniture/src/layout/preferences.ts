import data from '../../data/preferences.json' with { type: 'json' };

/** The points of a table of preferences, by name. */
const pointsOf = <Name extends string>(
  table: Readonly<Record<Name, { points: number }>>,
): Readonly<Record<Name, number>> =>
  Object.fromEntries(Object.entries<{ points: number }>(table).map(([name, { points }]) => [name, points])) as Record<
    Name,
    number
  >;

/** On which wall each unit of the floor stands. */
export const WALLS = pointsOf(data.walls);
/** The sequence of a wall's units. */
export const SEQUENCE = pointsOf(data.sequence);
/** The plain units, as worktop, on the sides of an appliance. */
export const GAP = pointsOf(data.gap);
/** The place of a unit on its wall. */
export const PLACE = pointsOf(data.place);
/** How a floor row ends. */
export const ENDS = pointsOf(data.ends);
/** Wall rows and mezzanines, which follow the units below them. */
export const WALL_ROW = pointsOf(data.wallRow);
