import type { HangWish } from './hang.js';
import type { Block, Piece } from './model.js';
import { isHob } from './model.js';
import { overlaps, type Zone } from './zones.js';

/** What hangs because of what stands below: hoods over hobs, drainers over sinks; and where nothing may hang. */
export interface Followers {
  hoods: Piece[];
  drainers: Block[];
  /** Over a hob without a hood nothing hangs (HOB-OVER). */
  bare: Zone[];
  placePoints(block: Block, at: number): number;
}

/** Widths of hood cabinets, mm, and their heights by fuel (furniture.ru.md 1.2, WH; 2, HOB-HOOD). */
const HOOD_WIDTHS = [500, 600, 900] as const;
const HOOD_HEIGHT = { gas: 500, other: 600 } as const;
const DRAINER_WIDTHS = [800, 700, 600, 500] as const;
const DRAINER_HEIGHTS: readonly number[] = [720, 900];
/** The drainer over a corner sink, whose own width says nothing, mm. */
const CORNER_DRAINER = 600;

export function followers(
  floor: readonly Piece[],
  zones: readonly Zone[],
  reach: { left: number; right: number },
  wish: Pick<HangWish, 'height' | 'hood'>,
): Followers {
  const found: Followers = { hoods: [], drainers: [], bare: [], placePoints: () => 0 };
  for (const p of floor) {
    if (isHob(p.block)) {
      const hood = wish.hood ? hoodOver(p) : undefined;
      const inside = hood && hood.at >= reach.left && hood.at + hood.w <= reach.right;
      const taken =
        hood &&
        (zones.some((z) => overlaps(z, hood.at, hood.at + hood.w)) ||
          floor.some((t) => t.tier === 'tall' && t.at < hood.at + hood.w && hood.at < t.at + t.w));
      if (hood && inside && !taken) found.hoods.push(hood);
      else found.bare.push({ from: p.at, to: p.at + p.w, edge: 'opening', obstacle: '', kind: 'niche' });
    }
    if (p.block?.role === 'sink' && DRAINER_HEIGHTS.includes(wish.height))
      found.drainers.push(drainerOver(p, floor, wish.height));
  }
  found.placePoints = (block, at) => (block.role === 'drainer' ? Math.abs(at - (block.wish.at ?? at)) / 20 : 0);
  return found;
}

/** The hood cabinet over a hob: at its place and in its width, or the next wider one centred over it. */
export function hoodOver(hob: Piece): Piece {
  const w = HOOD_WIDTHS.find((width) => width >= hob.w) ?? 900;
  const at = hob.at + Math.round((hob.w - w) / 2);
  const h = hob.block?.fuel === 'gas' ? HOOD_HEIGHT.gas : HOOD_HEIGHT.other;
  return { code: 'WH', tier: 'wall', at, w, h, items: [{ kind: 'hood' }] };
}

/** The drainer over a sink: as wide as its unit, centred over it; over a corner sink beside the blind zone. Its wished place is `wish.at`. */
function drainerOver(sink: Piece, floor: readonly Piece[], height: number): Block {
  const corner = sink.code === 'BCS';
  const w = corner ? CORNER_DRAINER : (DRAINER_WIDTHS.find((width) => width <= sink.w) ?? 500);
  const centre = corner ? openCentre(sink, floor) : sink.at + sink.w / 2;
  return {
    key: `wd${sink.at}`,
    code: 'WD',
    w,
    h: height,
    tier: 'wall',
    role: 'drainer',
    items: [],
    wish: { at: Math.round(centre - w / 2) },
  };
}

/** The middle of a blind corner unit's door (b = 630), mm. */
function openCentre(unit: Piece, floor: readonly Piece[]): number {
  const first = floor.every((p) => p.at >= unit.at);
  const blind = 630;
  return first ? unit.at + (unit.w + blind) / 2 : unit.at + (unit.w - blind) / 2;
}
