import type { Quantity } from './token.js';

const FACTOR = { m: 1000, cm: 10, mm: 1 } as const;

/** Range of a kitchen wall, mm (furniture.ru.md, section 6). */
const WALL_RANGE_MM = { min: 400, max: 12_000 } as const;

const exact = ({ value, unit }: Quantity): number | undefined => (unit ? Math.round(value * FACTOR[unit]) : undefined);

/**
 * Length of a wall in mm; undefined if the unit has to be asked. Bare numbers up to 12 are metres; a spoken «двести
 * сорок» is centimetres, as no wall is 240 mm long.
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
  return mm >= WALL_RANGE_MM.min && mm <= WALL_RANGE_MM.max ? mm : undefined;
}

/** Width of a unit or appliance in mm: «60» is in centimetres, «600» in millimetres, «0,6» in metres. */
export function unitWidth(quantity: Quantity): number {
  const { value } = quantity;
  return exact(quantity) ?? Math.round(value < 2 ? value * 1000 : value < 130 ? value * 10 : value);
}

/**
 * Distance or size in the room in mm (window, door, pipe). Bare numbers: under 5 and fractions under 10 are metres, up
 * to 350 centimetres, else millimetres.
 */
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

/** Change of width in mm: «на 10» is in centimetres, «на 100» in millimetres. */
export function changeOf(quantity: Quantity): number {
  const { value } = quantity;
  return exact(quantity) ?? Math.round(value < 1 ? value * 1000 : value < 60 ? value * 10 : value);
}

/** Ceiling height in mm: «2,7», «270», «2700»; undefined out of range. */
export function ceilingOf(quantity: Quantity): number | undefined {
  const { value } = quantity;
  const mm = exact(quantity) ?? Math.round(value < 10 ? value * 1000 : value < 1000 ? value * 10 : value);
  return mm >= 1800 && mm <= 6000 ? mm : undefined;
}
