import { type Box, grow, inside, type Line, lineBox, overlap } from './canvas.js';

const AIR = 8;

/** A plain loop: this is the hot spot of drawings with many labels. */
function meets(box: Box, others: readonly Box[]): boolean {
  for (const other of others) if (overlap(box, other)) return true;
  return false;
}

/**
 * Knows the boxes of texts and of drawn signs, and picks the first proposal that is free:
 * no two labels ever overlap.
 */
export class Labels {
  private readonly texts: Box[] = [];
  private readonly taken: Box[] = [];

  /** Keeps labels away from a place: a sign, a cabinet that is not the label's own. */
  block(box: Box): void {
    this.taken.push(box);
  }

  /** Keeps all labels away from a place, those too that may stand over drawings. */
  keep(box: Box): void {
    this.texts.push(box);
  }

  /** All that was placed or blocked. */
  boxes(): readonly Box[] {
    return [...this.texts, ...this.taken];
  }

  /** Whether a box meets no other text and, unless `over`, no drawing. */
  free(box: Box, over = false): boolean {
    const b = grow(box, AIR);
    return !meets(b, this.texts) && (over || !meets(b, this.taken));
  }

  /** The first group of lines that fits within `room` (if given) and is free; it is claimed. */
  place(
    proposals: Iterable<readonly Line[]>,
    options: { room?: Box; over?: boolean } = {},
  ): readonly Line[] | undefined {
    const { room, over = false } = options;
    for (const lines of proposals) {
      const boxes: Box[] = [];
      for (const line of lines) {
        const b = lineBox(line);
        if ((room && !inside(b, room)) || !this.free(b, over)) break;
        boxes.push(b);
      }
      if (boxes.length < lines.length) continue;
      this.texts.push(...boxes);
      return lines;
    }
    return undefined;
  }
}
