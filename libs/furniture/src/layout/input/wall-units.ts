import { CONSTANTS, madeHeights } from '../../catalogue/catalogue.js';
import { STANDARD } from '../../catalogue/traits.js';
import type { AppliedDefault, Brief } from '../brief.js';
import { isHob, type Room } from '../model.js';
import { mezzanineHeight } from '../wall-units/mezzanine.js';
import type { WallUnitsInput } from '../wall-units/rows.js';
import type { Fixtures } from './fixtures.js';

/** Heights of hanging rows, mm (furniture.ru.md 1.2, W). */
const HEIGHTS = madeHeights(STANDARD.wall);
/** The row up to 2140, in line with tall units: what nobody chose otherwise. */
const ROW = CONSTANTS.wallTop - CONSTANTS.wallBottom;

/** The height of the hanging row that a brief asks for: the next one that is made. */
export const rowHeightOf = (wish: Brief['wallTier']): number =>
  wish?.toCeiling ? ROW : (HEIGHTS.find((h) => h >= (wish?.height ?? ROW)) ?? HEIGHTS.at(-1) ?? ROW);

/** What hangs, by the brief, with what was assumed: wall units on all walls, 720 high, a hood over the hob. */
export function wallUnitsInput(
  brief: Brief,
  room: Room,
  needs: Fixtures,
): { hang: WallUnitsInput; defaults: AppliedDefault[] } {
  const wish = brief.wallTier;
  const defaults: AppliedDefault[] = [];
  const walls = wish?.walls ?? 'all';
  const carries = (wall: string): boolean => walls === 'all' || (walls !== 'none' && walls.includes(wall));
  if (!wish?.walls && room.walls.length > 0)
    defaults.push({ code: 'wall_tier', text: 'верхние шкафы над всеми нижними' });
  const cooks = needs.floor.some(isHob);
  if (cooks && wish?.hood === undefined && walls !== 'none')
    defaults.push({ code: 'hood', text: 'вытяжка в шкафу над варочной' });
  if (wish?.toCeiling && walls !== 'none' && mezzanineHeight(room.ceiling) === undefined)
    defaults.push({ code: 'mezzanine', text: `без антресолей: под потолок ${room.ceiling} мм они не входят` });
  return {
    hang: { carries, height: rowHeightOf(wish), hood: wish?.hood ?? true, units: needs.hung },
    defaults,
  };
}
