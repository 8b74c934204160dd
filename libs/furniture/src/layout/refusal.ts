import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Finding } from '../checks/finding.js';
import { obstacleVolumes } from '../geometry/obstacles.js';
import type { Brief, Composition } from './brief.js';
import type { Room } from './model.js';
import { AISLE_MIN } from './trade.js';
import { emptyOrder } from './zones.js';

/** What no arrangement can mend: an aisle between parallel rows that is too narrow, a sink wished under a low window. */
export function refusal(room: Room, brief: Brief): Extract<Composition, { ok: false }> | undefined {
  return narrowAisle(room) ?? lowWindow(room, brief);
}

function narrowAisle(room: Room): Extract<Composition, { ok: false }> | undefined {
  for (let i = 0; i + 2 < room.walls.length; i++) {
    const [first, middle, last] = room.walls.slice(i, i + 3);
    if (!first || !middle || !last || middle.turn !== 'right' || last.turn !== 'right') continue;
    const aisle = middle.length - 2 * CONSTANTS.worktopDepth;
    if (aisle >= AISLE_MIN) continue;
    const finding: Finding = {
      code: 'ERG-AISLE',
      severity: 'error',
      path: `room.walls[${middle.id}]`,
      msg: `Проход ${aisle} мм между рядами стен ${first.id} и ${last.id}: нужно не меньше ${AISLE_MIN}.`,
      fixHint: 'отказаться от одного ряда: угловая кухня вместо П-образной',
    };
    const lengthen = AISLE_MIN - aisle;
    return {
      ok: false,
      findings: [finding],
      alternatives: [
        { kind: 'drop', subject: last.id, text: `угловая кухня: без ряда на стене ${last.id}` },
        { kind: 'drop', subject: first.id, text: `угловая кухня: без ряда на стене ${first.id}` },
        {
          kind: 'lengthen',
          subject: middle.id,
          text: `стена ${middle.id} не короче ${middle.length + lengthen} мм`,
          frees: lengthen,
        },
      ],
      missing: lengthen,
    };
  }
  return undefined;
}

function lowWindow(room: Room, brief: Brief): Extract<Composition, { ok: false }> | undefined {
  const wishes = brief.fixtures.filter((f) => f.where === 'window');
  for (const v of obstacleVolumes(emptyOrder(room))) {
    if (v.obstacle.kind !== 'window' || v.z0 >= CONSTANTS.worktopTop) continue;
    const under =
      wishes.some((f) => f.wall === undefined || f.wall === v.wall.id) ||
      standsUnder(brief, room, v.wall.id, v.x0, v.x1);
    if (!under) continue;
    const finding: Finding = {
      code: 'OBS-SILL',
      severity: 'error',
      path: `obstacles[${v.obstacle.id}]`,
      msg: `Подоконник ${v.z0} ниже столешницы ${CONSTANTS.worktopTop}: столешница закроет окно.`,
      fixHint: 'столешница 26 (846), опоры ниже или ряд не под окном',
    };
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
