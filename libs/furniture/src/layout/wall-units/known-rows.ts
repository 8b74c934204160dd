/** Wall rows that were laid before: trials of one brief or edit lay most of them again. */
import type { Side } from '../../geometry/corners.js';
import type { Ending } from './meetings.js';
import type { Laid, WallRow, WallUnitsBrief } from './rows.js';

/** By all that a row depends on, as one text. */
export type KnownRows = Map<string, Laid>;

export function keyOf(
  row: WallRow,
  { height, hood, without = [] }: WallUnitsBrief,
  ends: Record<Side, Ending>,
): string {
  const { wall, pieces, zones, units, filled } = row;
  const floor = pieces.map(({ code, at, w, block }) => `${code} ${at}+${w} ${block?.role} ${block?.fuel}`);
  const blocked = zones.map(({ from, to, edge, shallow }) => `${from}-${to} ${edge} ${shallow}`);
  const asked = units.length > 0 ? JSON.stringify(units) : '';
  const outer = `${wall.ends.left} ${wall.ends.right}`;
  const meets = [ends.left, ends.right].map((end) => (typeof end === 'object' ? JSON.stringify(end) : end));
  return [wall.length, outer, floor, blocked, asked, filled, height, hood, without, meets].join('|');
}
