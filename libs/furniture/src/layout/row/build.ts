import { CONSTANTS } from '../../catalogue/catalogue.js';
import { STANDARD } from '../../catalogue/traits.js';
import { rowHeights } from '../../catalogue/unit.js';
import type { Tier } from '../../order/order.js';
import { type Block, blockPiece, type FreeStretch, isHob, type Piece, plainPiece } from '../model.js';
import { FILLER } from '../scoring.js';
import type { Cover } from './margins.js';
import type { Solution, Task } from './solve.js';
import { tile } from './tilings.js';

/** Turns a solved stretch into pieces, left to right. `tier` is that of plain units and fillers; `height` theirs, where the tier has several. */
export function build(task: Task, laid: Solution, tier: Tier, height?: number): Piece[] {
  const { stretch, blocks } = task;
  const { margins, gaps } = laid;
  const pieces: Piece[] = [];
  let at = stretch.from + margins.slackLeft;
  const put = (piece: Omit<Piece, 'at'>): void => {
    pieces.push({ ...piece, at });
    at += piece.w;
  };
  const margin = (cover: Cover | undefined, w: number, beside: Block | undefined, gap: number | undefined): void => {
    if (!cover) return;
    const row = gap === 0 && beside?.tier === 'tall' ? 'tall' : tier;
    put(plainPiece(COVER_CODES[cover], row, w, coverHeight(cover, row, height)));
  };

  margin(margins.leftCover, margins.left, blocks[0], gaps[0]);
  gaps.forEach((gap, i) => {
    if (laid.spacers?.includes(i))
      put(plainPiece(STANDARD.endPanel, 'tall', FILLER.panel, coverHeight('panel', 'tall')));
    for (const w of ordered(tile(task.table, gap), blocks[i - 1], blocks[i], stretch, i))
      put(plainPiece(task.table.code(w), tier, w, height));
    const block = blocks[i];
    if (block) put(blockPiece(block));
  });
  margin(margins.rightCover, margins.right, blocks.at(-1), gaps.at(-1));
  return pieces;
}

const COVER_CODES: Readonly<Record<Cover, string>> = { filler: STANDARD.filler, panel: STANDARD.endPanel };

const ROWS = rowHeights(CONSTANTS);

/** Heights of fillers and panels by tier, mm (furniture.ru.md 1.1); the wall row's and the mezzanine's are their own. */
export function coverHeight(cover: Cover, tier: Tier, row?: number): number | undefined {
  if (tier === 'tall' || tier === 'base') return (cover === 'panel' ? ROWS.panels : ROWS.fillers)[tier];
  return cover === 'panel' ? ROWS.panels.wall : row;
}

/** Sorts the units of a gap: wide ones beside the hob or towards the row's middle, narrow ones at walls and tall units; bottle racks beside the hob. */
function ordered(
  widths: number[],
  left: Block | undefined,
  right: Block | undefined,
  stretch: FreeStretch,
  index: number,
): number[] {
  const neighbour = left ?? (index === 0 ? stretch.left.block : undefined);
  const hobLeft = isHob(neighbour);
  if (hobLeft && !isHob(right)) return rackFirst(widths.toReversed());
  if (isHob(right)) return rackFirst(widths.toReversed()).toReversed();
  return right || !left || left.tier === 'tall' ? widths : widths.toReversed();
}

/** Of widths from the hob outwards: the bottle rack (under 300) first. */
const rackFirst = (widths: number[]): number[] => [...widths.filter((w) => w < 300), ...widths.filter((w) => w >= 300)];
