import type { AppliedDefault, Brief } from './brief.js';
import type { HangWish } from './hang.js';
import type { Room } from './model.js';
import { isHob } from './model.js';
import type { Needs } from './units.js';

/** Heights of hanging rows, mm (furniture.ru.md 1.2, W). */
const HEIGHTS = [360, 600, 720, 900];
/** The hood cabinet hangs up to 2140: rows that do not reach that far get none. */
const ROW = 720;

/** What hangs, by the brief, with what was assumed: wall units on all walls, 720 high, a hood over the hob. */
export function wallWish(brief: Brief, room: Room, needs: Needs): { hang: HangWish; defaults: AppliedDefault[] } {
  const wish = brief.wallTier;
  const defaults: AppliedDefault[] = [];
  const walls = wish?.walls ?? 'all';
  const carries = (wall: string): boolean => walls === 'all' || (walls !== 'none' && walls.includes(wall));
  if (!wish?.walls && room.walls.length > 0)
    defaults.push({ code: 'wall_tier', text: 'верхние шкафы над всеми нижними' });
  const height = HEIGHTS.find((h) => h >= (wish?.height ?? ROW)) ?? 900;
  const cooks = needs.floor.some(isHob);
  if (cooks && wish?.hood === undefined && walls !== 'none')
    defaults.push({ code: 'hood', text: 'вытяжка в шкафу над варочной' });
  return {
    hang: { carries, height: wish?.toCeiling ? ROW : height, hood: wish?.hood ?? true, units: needs.hung },
    defaults,
  };
}
