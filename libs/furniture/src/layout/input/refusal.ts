import { CONSTANTS } from '../../catalogue/catalogue.js';
import { kitchenOf, obstaclePath, wallPath } from '../../checks/context.js';
import { wordedFinding } from '../../checks/finding.js';
import { beyondWall } from '../../checks/obstacles.js';
import { crossed } from '../../checks/placement.js';
import { obstacleVolumes } from '../../geometry/obstacles.js';
import { type Wall } from '../../order/order.js';
import { type Alternative, type Brief, type Composition } from '../brief.js';
import { isCorner } from '../floor/corners.js';
import type { Block, Room } from '../model.js';
import { emptyOrder } from '../row/zones.js';
import { MIN_AISLE } from '../scoring.js';
import { nameOf } from './shortage.js';

/** Refuses what no layout can solve, such as too narrow an aisle between parallel rows or a sink under a low window. */
export function refusal(room: Room, brief: Brief, blocks: readonly Block[]): Refusal | undefined {
  return (
    tooMuch(room, blocks) ??
    beyond(room) ??
    crossing(room) ??
    narrowAisle(room) ??
    lowWindow(room, brief) ??
    cornerless(room, blocks)
  );
}

type Refusal = Extract<Composition, { ok: false }>;

/** Bounds of the search, which would take minutes beyond them; mm (furniture.ru.md 6: 400..12000). */
const MAX = { walls: 8, units: 40, length: 12_000 } as const;

function tooMuch({ walls }: Room, blocks: readonly Block[]): Refusal | undefined {
  const long = walls.find(({ length }) => !(length >= 1 && length <= MAX.length));
  const msg = long
    ? `Стена ${long.id} ${long.length} мм: раскладываются стены до ${MAX.length} мм.`
    : walls.length > MAX.walls
      ? `Стен ${walls.length}: раскладывается не больше ${MAX.walls}.`
      : blocks.length > MAX.units
        ? `Названо шкафов и приборов ${blocks.length}: раскладывается не больше ${MAX.units}.`
        : undefined;
  if (msg === undefined) return undefined;
  const path = long ? wallPath(long.id) : 'room.walls';
  return { ok: false, findings: [wordedFinding('GEO-SUM', path, msg, 'Разделить кухню на части.')], alternatives: [] };
}

/** A door, window or other obstacle that leaves its wall is never laid out as if it ended there. */
function beyond(room: Room): Refusal | undefined {
  const findings = beyondWall(kitchenOf(emptyOrder(room)));
  return findings.length === 0 ? undefined : { ok: false, findings, alternatives: [] };
}

/** A chain of walls that runs through itself. */
function crossing(room: Room): Refusal | undefined {
  const findings = crossed(kitchenOf(emptyOrder(room)));
  return findings.length === 0 ? undefined : { ok: false, findings, alternatives: [] };
}

/** More corner units on the floor than the room has inner corners. */
function cornerless(room: Room, blocks: readonly Block[]): Refusal | undefined {
  const corners = room.walls.filter((wall) => wall.turn === 'right').length;
  const extra = blocks.filter((b) => b.tier === 'base' && isCorner(b))[corners];
  if (!extra) return undefined;
  const title = nameOf(extra);
  const msg = `В комнате нет свободного внутреннего угла: ${title}.`;
  const finding = wordedFinding('REQ-APPL', 'room.walls', msg, 'взять прямой шкаф или назвать обе стены угла');
  const text = `прямой шкаф вместо углового: ${title}`;
  return { ok: false, findings: [finding], alternatives: [{ kind: 'replace', subject: extra.key, text }] };
}

function narrowAisle(room: Room): Refusal | undefined {
  for (let i = 0; i + 2 < room.walls.length; i++) {
    const [first, middle, last] = room.walls.slice(i, i + 3);
    if (!first || !middle || !last || middle.turn !== 'right' || last.turn !== 'right') continue;
    const aisle = middle.length - 2 * CONSTANTS.worktopDepth;
    if (aisle >= MIN_AISLE) continue;
    const msg = `Проход ${aisle} мм между рядами стен ${first.id} и ${last.id}: нужно не меньше ${MIN_AISLE}.`;
    const hint = 'отказаться от одного ряда: угловая кухня вместо П-образной';
    const missing = MIN_AISLE - aisle;
    const without = ({ id }: Wall): Alternative => ({
      kind: 'drop',
      subject: id,
      text: `угловая кухня: без ряда на стене ${id}`,
    });
    const text = `стена ${middle.id} не короче ${middle.length + missing} мм`;
    return {
      ok: false,
      findings: [wordedFinding('ERG-AISLE', wallPath(middle.id), msg, hint)],
      alternatives: [without(last), without(first), { kind: 'lengthen', subject: middle.id, text, frees: missing }],
      missing,
    };
  }
  return undefined;
}

function lowWindow(room: Room, brief: Brief): Refusal | undefined {
  const atWindows = brief.fixtures.filter((f) => f.where === 'window');
  for (const v of obstacleVolumes(emptyOrder(room))) {
    if (v.obstacle.kind !== 'window' || v.z0 >= CONSTANTS.worktopTop) continue;
    const under =
      atWindows.some((f) => f.wall === undefined || f.wall === v.wall.id) ||
      standsUnder(brief, room, v.wall.id, v.x0, v.x1);
    if (!under) continue;
    const msg = `Подоконник ${v.z0} ниже столешницы ${CONSTANTS.worktopTop}: столешница закроет окно.`;
    const hint = 'столешница 26 (846), опоры ниже или ряд не под окном';
    const finding = wordedFinding('OBS-SILL', obstaclePath(v), msg, hint);
    const text = `ряд не под окном, или подоконник не ниже ${CONSTANTS.worktopTop} мм`;
    return { ok: false, findings: [finding], alternatives: [{ kind: 'move', subject: v.obstacle.id, text }] };
  }
  return undefined;
}

/** Whether a fixture was given a place in front of the window. */
const standsUnder = (brief: Brief, room: Room, wall: string, from: number, to: number): boolean =>
  brief.fixtures.some(
    (f) =>
      f.at !== undefined && (f.wall ?? room.walls[0]?.id) === wall && f.at < to && f.at + (widthOf(f) ?? 600) > from,
  );

const widthOf = (f: Brief['fixtures'][number]): number | undefined => ('width' in f ? f.width : undefined);
