import type { Quantity } from './token.js';

const FACTOR = { m: 1000, cm: 10, mm: 1 } as const;

/** Shortest and longest kitchen wall, mm (furniture.ru.md, section 6). */
const WALL_RANGE = { least: 400, most: 12_000 } as const;

const exact = ({ value, unit }: Quantity): number | undefined => (unit ? Math.round(value * FACTOR[unit]) : undefined);

/**
 * Length of a wall in mm; `undefined` where the unit has to be asked: bare figures up to 12 are metres, from 400 mm;
 * a spoken «двести сорок» is centimetres, since nobody says 240 mm of a wall.
 */
export function wallLength(quantity: Quantity): number | undefined {
  const { value } = quantity;
  const mm =
    exact(quantity) ??
    (value <= 12
      ? Math.round(value * 1000)
      : quantity.spoken && value >= 100 && value < 1000
        ? value * 10
        : Math.round(value));
  return mm >= WALL_RANGE.least && mm <= WALL_RANGE.most ? mm : undefined;
}

/** Width of a unit or an appliance in mm: «60» is centimetres, «600» millimetres, «0,6» metres. */
export function unitWidth(quantity: Quantity): number {
  const { value } = quantity;
  return exact(quantity) ?? Math.round(value < 2 ? value * 1000 : value < 130 ? value * 10 : value);
}

/** A distance or size in the room in mm (window, door, pipe): up to 9 metres, up to 350 centimetres, above millimetres. */
export function distanceOf(quantity: Quantity): number {
  const { value } = quantity;
  return (
    exact(quantity) ??
    Math.round(
      value < 10 && !Number.isInteger(value)
        ? value * 1000
        : value < 5 && value > 0
          ? value * 1000
          : value <= 350
            ? value * 10
            : value,
    )
  );
}

/** How much wider or narrower, in mm: «на 10» is centimetres, «на 100» millimetres. */
export function changeOf(quantity: Quantity): number {
  const { value } = quantity;
  return exact(quantity) ?? Math.round(value < 1 ? value * 1000 : value < 60 ? value * 10 : value);
}

/** Ceiling in mm: «2,7», «270», «2700». */
export function ceilingOf(quantity: Quantity): number | undefined {
  const { value } = quantity;
  const mm = exact(quantity) ?? Math.round(value < 10 ? value * 1000 : value < 1000 ? value * 10 : value);
  return mm >= 1800 && mm <= 6000 ? mm : undefined;
}
