import { type PartSide } from '../catalogue/module.js';
import { type OrderParts, type PartRow } from './order-parts.js';

/**
 * The columns that OpenCutList's import takes (name, count, length, width, thickness, material, tags), then what it has
 * no column for: the thickness of each side's tape, mm. docs/how-to.md says how it is read.
 */
const COLUMNS: readonly (readonly [heading: string, cell: (row: PartRow) => string])[] = [
  ['Name', ({ mark, name }) => `${mark} ${name}`],
  ['Count', ({ qty }) => String(qty)],
  ['Length', ({ length_mm }) => String(length_mm)],
  ['Width', ({ width_mm }) => String(width_mm)],
  ['Thickness', ({ thickness_mm }) => String(thickness_mm)],
  ['Material', ({ material_name }) => material_name],
  // A comma would make two tags of one.
  ['Tags', ({ unit, unit_name }) => (unit === null ? '' : `${unit} ${unit_name?.replaceAll(',', '')}`)],
  ...(['L1', 'L2', 'W1', 'W2'] as const).map((side) => [`Edge ${side}`, tapeOn(side)] as const),
];

function tapeOn(side: PartSide): (row: PartRow) => string {
  return ({ edges }) => String(edges[side]?.thickness_mm ?? '');
}

/** The parts as rows of text, the heading first. */
export const partsTable = ({ parts }: OrderParts): string[][] => [
  COLUMNS.map(([heading]) => heading),
  ...parts.map((row) => COLUMNS.map(([, cell]) => cell(row))),
];
