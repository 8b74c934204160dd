import { CONSTANTS, madeHeights } from '../../catalogue/catalogue.js';
import { STANDARD } from '../../catalogue/traits.js';
import { given } from '../../order/nodes.js';
import type { AppliedDefault, Brief } from '../brief.js';
import { isHob, type Room } from '../model.js';
import { mezzanineHeight } from '../wall-units/mezzanine.js';
import type { WallUnitsBrief } from '../wall-units/rows.js';
import type { FixtureBlocks } from './fixtures.js';

/** Heights of wall rows, mm (furniture.ru.md 1.2, W). */
const HEIGHTS = madeHeights(STANDARD.wall);
/** The default row: up to 2140, in line with tall units. */
const ROW = CONSTANTS.wallTop - CONSTANTS.wallBottom;

/** The height of the wall row that a brief asks for, rounded up to one that is made. */
export const rowHeightOf = (wallTier: Brief['wallTier']): number =>
  wallTier?.toCeiling ? ROW : (HEIGHTS.find((h) => h >= (wallTier?.height ?? ROW)) ?? HEIGHTS.at(-1) ?? ROW);

/** The wall units of a brief with the defaults applied: on all walls, 720 high, a hood over the hob. */
export function wallUnitsOf(
  brief: Brief,
  room: Room,
  needs: FixtureBlocks,
): { rows: WallUnitsBrief; defaults: AppliedDefault[] } {
  const wallTier = brief.wallTier;
  // Mezzanines up to the ceiling come with their rows; those that were named have to be among them.
  const { upper = [], wall: hung = [] } = Object.groupBy(needs.wall, ({ tier }) => (tier === 'upper' ? tier : 'wall'));
  const units = wallTier?.toCeiling ? hung : needs.wall;
  const capped = wallTier?.toCeiling ? [...new Map(upper.map((one) => [one.code, one])).values()] : undefined;
  const defaults: AppliedDefault[] = [];
  const walls = wallTier?.walls ?? 'all';
  const carries = (wall: string): boolean => walls === 'all' || (walls !== 'none' && walls.includes(wall));
  if (!wallTier?.walls && room.walls.length > 0)
    defaults.push({ code: 'wall_tier', text: 'верхние шкафы над всеми нижними' });
  const hasHob = needs.floor.some(isHob);
  if (hasHob && wallTier?.hood === undefined && walls !== 'none')
    defaults.push({ code: 'hood', text: 'вытяжка в шкафу над варочной' });
  if (wallTier?.toCeiling && walls !== 'none' && mezzanineHeight(room.ceiling) === undefined)
    defaults.push({ code: 'mezzanine', text: `без антресолей: под потолок ${room.ceiling} мм они не входят` });
  return {
    rows: {
      carries,
      height: rowHeightOf(wallTier),
      hood: wallTier?.hood ?? true,
      units,
      ...given({ without: brief.without, capped }),
    },
    defaults,
  };
}
