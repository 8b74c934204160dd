import { type Frame, number, part, text } from './frame.js';
import { millimetres } from './quantities.js';

/** No wall is longer, m: such a number is an area. */
export const MAX_WALL = 12;
/** Walls that are said in centimetres without the word. */
export const MIN_CENTIMETRES = 100;
/** Depths of a row that are said with its length, mm. */
const [MIN_DEPTH, MAX_DEPTH] = [550, 650];
const MAX_OFFSET = 1500;
/** No wall is shorter, mm. */
const MIN_WALL = 1000;

/** «мойка 50 на 1,8», «холодильник 60 на 1800»: of two sides in different units the second is a wall. */
export function isWithWall(size: Frame): boolean {
  const [a, b] = [number(part(size, 'a'), 'value') ?? 0, number(part(size, 'b'), 'value') ?? 0];
  const isWall = (millimetres(part(size, 'b'), 'wall') ?? 0) >= MIN_WALL;
  const isCentimetres = a > MAX_WALL && a < MIN_CENTIMETRES;
  return isCentimetres && isWall && (b <= MAX_WALL || b >= MIN_WALL) && size['c'] === undefined;
}

/** Shapes by the number of their walls. */
const SHAPES: Readonly<Record<number, string>> = { 1: 'straight', 2: 'corner', 3: 'u' };

/** Computations over sizes, walls and their ends, by their names in the grammar. */
export const WALLS = {
  /** «280x280 мм»: one unit for all. */
  sides: (children: readonly Frame[]) => {
    const lengths = children.filter((child) => number(child, 'value') !== undefined);
    const unit = text(lengths.at(-1), 'unit');
    const shared =
      unit !== undefined && lengths.every((len) => unit !== ((number(len, 'value') ?? 0) > MAX_WALL ? 'm' : 'mm'));
    const [a, b, c] = lengths.map((len) => (shared && !len['unit'] ? { ...len, unit } : len));
    return { a, b, ...(c ? { c } : {}) };
  },
  product: (children: readonly Frame[]) => {
    const size = children.find((child) => child['a']);
    const sides = [part(size, 'a'), part(size, 'b'), part(size, 'c')].flatMap((one) => (one ? [one] : []));
    // «гарнитур 2800х600х2140»: length, depth and height of a row.
    const depth = millimetres(sides[1], 'width') ?? 0;
    const row = depth >= MIN_DEPTH && depth <= MAX_DEPTH;
    if (row && children.length < 2) return undefined;
    const items = (row ? sides.slice(0, 1) : sides).map((len): Frame => ({ len }));
    return { items, ...(row ? {} : { product: true }) };
  },
  /** «кухня прямая 3300*600»: length and depth. */
  lined: (children: readonly Frame[]): Frame | undefined => {
    const row = WALLS.product(children);
    const shape = children.map((child) => text(child, 'shape')).find(Boolean);
    return shape === 'straight' && row && !row.product ? { shape, items: row.items } : undefined;
  },
  /** «кухня прямая 360» */
  straight: (children: readonly Frame[]) => {
    const [shape, len] = [text(children[0], 'shape'), children.at(-1)];
    const value = number(len, 'value') ?? 0;
    return shape === 'straight' && len && value >= MIN_CENTIMETRES && value < 1000
      ? { shape, items: [{ len }] }
      : undefined;
  },
  /** «остров посередине метр шестьдесят» */
  island: ([shape]: readonly Frame[]) => (/island|peninsula/.test(text(shape, 'shape') ?? '') ? shape : undefined),
  /** «на 2 стены»: how many there are, not how long one is; the units and the length of «2 м стены» stand elsewhere. */
  of_sides: (children: readonly Frame[]) => {
    const count = children.find((child) => child['value'] !== undefined);
    const shape = text(count, 'unit') ? undefined : SHAPES[number(count, 'value') ?? 0];
    return shape ? { shape, sides: true } : undefined;
  },
  /** «60 слева»: no distance is measured from the middle, and hardly one is so long. */
  from_side: (children: readonly Frame[]) => {
    const [len, side] = [part(children.at(-2), 'len') ?? children.at(-2), children.at(-1)];
    const far = children.length < 3 && (millimetres(len, 'place') ?? 0) > MAX_OFFSET;
    return far || text(side, 'hand') === 'centre' ? undefined : { at: 'offset', len, hand: side?.['hand'] };
  },
  /** «влево на 20»; «слева направо на 3 метра» says how long the wall is. */
  shifted: (children: readonly Frame[]) => {
    const len = children.find((child) => number(child, 'value') !== undefined);
    const side = children.find((child) => child['hand'] !== undefined);
    return (millimetres(len, 'change') ?? 0) > MAX_OFFSET ? undefined : { at: 'shift', len, hand: side?.['hand'] };
  },
  /** «по правой стене 2,6 м от угла: …»: no distance from a corner is so long. */
  from_corner: (children: readonly Frame[]) => {
    const [wall, len] = [
      children.find((child) => child['wall'] ?? child['hand']),
      children.find((child) => child['value']),
    ];
    return (millimetres(len, 'wall') ?? 0) > MAX_OFFSET ? { ...wall, len } : undefined;
  },
  ends: (children: readonly Frame[]) => {
    const out: Record<string, string> = {};
    let waiting: string[] = [];
    let end = '';
    for (const child of children) {
      const [hand, kind] = [text(child, 'hand'), text(child, 'closes')];
      if (kind) {
        end = kind;
        for (const one of waiting) out[one] = kind;
        waiting = [];
      } else if (hand) waiting.push(hand);
    }
    for (const one of waiting) out[one] = end;
    if (!out['left'] && !out['right']) Object.assign(out, { left: end, right: end });
    return end === '' || out['centre'] ? undefined : out;
  },
};
