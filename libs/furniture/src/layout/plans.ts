import { findModule } from '../catalogue/catalogue.js';
import { isCornerUnit } from '../catalogue/kinds.js';
import { BLIND_WIDTHS, type CornerKind, type CornerPlan, cornerPoints, DIAGONAL_WIDTHS } from './corners.js';
import type { Block, Room } from './model.js';
import { POINTS } from './trade.js';

/** The corners of a kitchen's floor rows: `corners[i]` is the one after wall i, undefined where there is none. */
export interface Plan {
  corners: (CornerPlan | undefined)[];
  /** What still needs a place along the walls. */
  blocks: Block[];
  points: number;
}

/** A unit made for an inner corner. */
export const isCorner = ({ code }: Pick<Block, 'code'>): boolean => {
  const module = findModule(code);
  return module !== undefined && isCornerUnit(module);
};

/** So many plans go on from corner to corner: all of four corners, the best of more (each corner's points are its own). */
const MAX_PLANS = 81;

/** The ways to plan the inner corners, best first: corner units that were asked for, a sink in the corner, else plain blind units. */
export function plansOf(room: Room, blocks: readonly Block[]): Plan[] {
  const inner = room.walls.flatMap((wall, i) => (wall.turn === 'right' ? [i - 1] : []));
  let rest = [...blocks];
  const asked = new Map<number, Block>();
  // A sink that was wished into a corner can stand elsewhere, a corner unit cannot.
  for (const block of [...blocks.filter(isCorner), ...blocks.filter(isCornerSink)]) {
    const corner = inner.filter((c) => !asked.has(c)).sort((a, b) => away(room, block, a) - away(room, block, b))[0];
    if (corner === undefined) continue;
    asked.set(corner, block);
    rest = rest.filter((b) => b !== block);
  }
  let plans: Plan[] = [{ corners: room.walls.map(() => undefined), blocks: rest, points: 0 }];
  for (const corner of inner) {
    plans = plans
      .flatMap((plan) =>
        optionsAt(corner, room, asked.get(corner)).map((option, rank) => ({
          ...plan,
          corners: plan.corners.map((c, i) => (i === corner ? option : c)),
          // A corner that was asked for is planned for the wall that was named with it first.
          points: plan.points + (asked.has(corner) ? rank * POINTS.awkward : cornerPoints(option)),
        })),
      )
      .sort((a, b) => a.points - b.points)
      .slice(0, MAX_PLANS);
  }
  return plans;
}

const isCornerSink = (block: Block): boolean =>
  !isCorner(block) && block.placement.where === 'corner' && block.role === 'sink';

/** How far a corner is from the wall that a block was wished on: the corner at its end comes first. */
function away(room: Room, block: Block, corner: number): number {
  if (!block.placement.wall) return corner;
  const wall = room.walls.findIndex((w) => w.id === block.placement.wall);
  return corner === wall ? 0 : corner + 1 === wall ? 1 : 10 + corner;
}

function optionsAt(corner: number, room: Room, asked: Block | undefined): CornerPlan[] {
  if (!asked) {
    const block: Block = {
      key: `c${corner}`,
      code: 'BC',
      w: 1030,
      tier: 'base',
      role: 'unit',
      items: [],
      placement: {},
    };
    return [
      { kind: 'before', block, widths: BLIND_WIDTHS },
      { kind: 'after', block, widths: BLIND_WIDTHS },
      { kind: 'dead', widths: [] },
    ];
  }
  if (asked.code === 'BCD')
    return [
      {
        kind: 'diagonal',
        block: { ...asked, w: DIAGONAL_WIDTHS.includes(asked.w) ? asked.w : 900 },
        widths: [asked.w],
      },
    ];
  const code = asked.role === 'sink' ? 'BCS' : asked.code;
  const named = asked.code === code && BLIND_WIDTHS.includes(asked.w) && isCorner(asked);
  const block: Block = { ...asked, code, w: named ? asked.w : 1030 };
  const widths = named && asked.placement.at !== undefined ? [asked.w] : BLIND_WIDTHS;
  const kinds: CornerKind[] =
    asked.placement.wall === room.walls[corner + 1]?.id ? ['after', 'before'] : ['before', 'after'];
  return kinds.map((kind) => ({ kind, block, widths }));
}
