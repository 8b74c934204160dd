import data from '../../data/preferences.json' with { type: 'json' };

/** The points of a table of preferences, by name. */
const pointsOf = <Name extends string>(
  table: Readonly<Record<Name, { points: number }>>,
): Readonly<Record<Name, number>> =>
  Object.fromEntries(Object.entries<{ points: number }>(table).map(([name, { points }]) => [name, points])) as Record<
    Name,
    number
  >;

/** What the wall rows and mezzanines are weighed by: they follow the units below them. */
export const WALL_ROW = pointsOf(data.wallRow);
