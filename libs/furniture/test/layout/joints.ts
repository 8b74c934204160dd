import {
  hasTrait,
  isCornerFiller,
  isCornerUnit,
  isEndPanel,
  isHoodCabinet,
  isOrdinary,
} from '../../src/catalogue/traits.js';
import type { Seen } from './view.js';

/** Joints between two wall units, those of them over a joint of the floor row, and how many could be by the bound of each stretch. */
export interface Joints {
  all: number;
  over: number;
  possible: number;
}

export const isFront = ({ code }: Seen): boolean => isOrdinary(code);
export const isFlat = ({ code }: Seen): boolean => hasTrait(code, 'filler');
export const touching = (a: Seen | undefined, b: Seen | undefined): boolean =>
  a !== undefined && b !== undefined && a.end === b.at;

/** Widths of wall units with a door of their own, without the widest, which sags. */
export const DOORS = [300, 350, 400, 450, 500, 600, 700, 800];

/** Edges of the floor's units, mm. */
const edgesOf = (floor: readonly Seen[]): Set<number> =>
  new Set(floor.filter((n) => isFront(n) || isEndPanel(n.code)).flatMap((n) => [n.at, n.end]));

export function addJoints(sum: Joints, floor: readonly Seen[], hung: readonly Seen[]): void {
  const edges = edgesOf(floor);
  const over = (x: number): boolean => [x - 1, x, x + 1].some((mm) => edges.has(mm));
  for (const stretch of stretchesOf(floor, hung)) {
    const { all, matched } = stretch.joints.reduce(
      (n, x) => ({ all: n.all + 1, matched: n.matched + Number(over(x)) }),
      { all: 0, matched: 0 },
    );
    sum.all += all;
    sum.over += matched;
    sum.possible += all * Math.max(bound(stretch, over), all === 0 ? 0 : matched / all);
  }
}

interface Stretch {
  from: number;
  to: number;
  /** Whether a filler may (or must) close the stretch at an end, mm at least. */
  left: number | undefined;
  right: number | undefined;
  /** Joints between units. A joint with a hood belongs to the stretch before or behind it. */
  joints: number[];
  hoods: [boolean, boolean];
}

/** Parts of a wall row between what stands fast: walls, corners, tall units, hoods, obstacles. */
function stretchesOf(floor: readonly Seen[], hung: readonly Seen[]): Stretch[] {
  const fast = (n: Seen | undefined): boolean => n !== undefined && (isHoodCabinet(n.code) || isCornerUnit(n.code));
  const list: Stretch[] = [];
  let part: Seen[] = [];
  const close = (next: Seen | undefined): void => {
    const [first, last] = [part[0], part.at(-1)];
    if (!first || !last) return;
    const before = hung[hung.indexOf(first) - 1];
    const touched = touching(before, first) ? before : undefined;
    const joints = part.slice(1).flatMap((n, k) => (isFront(n) && isFront(part[k]!) ? [n.at] : []));
    const hood = (n: Seen | undefined): boolean => n !== undefined && isHoodCabinet(n.code);
    const hoods: [boolean, boolean] = [hood(touched), hood(next)];
    if (hoods[0] && isFront(first)) joints.unshift(first.at);
    if (hoods[1] && isFront(last)) joints.push(last.end);
    if (touched && isCornerUnit(touched.code) && isFront(first)) joints.unshift(first.at);
    if (next && isCornerUnit(next.code) && isFront(last)) joints.push(last.end);
    const at = (x: number, n: Seen | undefined, side: 'at' | 'end'): number | undefined => {
      if (n && isCornerUnit(n.code)) return 0;
      // Two fillers may not stand beside each other: the corner's closes the row at the hood (furniture.ru.md 3.5).
      if (hood(n))
        return isCornerFiller((side === 'at' ? hung[hung.indexOf(first) - 1] : next)?.code ?? '') ? 0 : undefined;
      if (n && isCornerFiller(n.code)) return undefined;
      if (n && isEndPanel(n.code)) return undefined;
      if (floor.some((t) => t.tier === 'tall' && !isFlat(t) && t[side] === x)) return isEndPanelAt(floor, x) ? 0 : 20;
      return part.some((p) => isFlat(p) && (p.at === x || p.end === x)) ? 0 : undefined;
    };
    list.push({
      from: first.at,
      to: last.end,
      left: at(first.at, touched, 'end'),
      right: at(last.end, next, 'at'),
      joints,
      hoods,
    });
  };
  for (const n of hung) {
    const last = part.at(-1);
    if (isCornerFiller(n.code) || isEndPanel(n.code) || fast(n)) {
      close(touching(last, n) ? n : undefined);
      part = [];
    } else if (last && !touching(last, n)) {
      close(undefined);
      part = [n];
    } else part.push(n);
  }
  close(undefined);
  return list;
}

const isEndPanelAt = (floor: readonly Seen[], x: number): boolean =>
  floor.some((n) => isEndPanel(n.code) && (n.at === x || n.end === x));

/**
 * The share of joints over joints that a stretch allows: of all its fillings with made widths and one filler at an end that
 * takes one, the filling with the most joints over joints less those beside.
 */
function bound({ from, to, left, right, hoods }: Stretch, over: (x: number) => boolean): number {
  let best: { gain: number; over: number; all: number } | undefined;
  const length = to - from;
  const fillers: [number, number][] = [[left ? left : 0, right ? right : 0]];
  const one = (mm: number): boolean => mm >= 16 && mm <= 150;
  for (let f = 16; f <= 150; f++) {
    if (left !== undefined && f >= left && !right) fillers.push([f, 0]);
    if (right !== undefined && f >= right && !left) fillers.push([0, f]);
    if (left && right) for (const g of [right]) if (one(f) && f >= left) fillers.push([f, g], [g, f]);
  }
  for (const [l, r] of fillers) {
    const size = length - l - r;
    if (size < 0 || size % 50 !== 0) continue;
    const made = filled(from + l, size, over, [hoods[0] && l === 0, hoods[1] && r === 0]);
    if (made && (!best || made.gain > best.gain)) best = made;
  }
  if (!best) return 0;
  return best.all === 0 ? 1 : best.over / best.all;
}

function filled(
  from: number,
  size: number,
  over: (x: number) => boolean,
  hoods: readonly [boolean, boolean],
): { gain: number; over: number; all: number } | undefined {
  type Best = { gain: number; over: number; all: number };
  const first = { over: Number(hoods[0] && over(from)), all: Number(hoods[0]) };
  const at: (Best | undefined)[] = [{ ...first, gain: 2 * first.over - first.all }];
  for (let n = 50; n <= size; n += 50) {
    for (const w of DOORS) {
      const before = n - w >= 0 ? at[(n - w) / 50] : undefined;
      if (!before) continue;
      const joint = n < size || hoods[1];
      const hit = joint && over(from + n);
      const gain = before.gain + (joint ? (hit ? 1 : -1) : 0);
      const known = at[n / 50];
      if (!known || gain > known.gain)
        at[n / 50] = { gain, over: before.over + Number(hit), all: before.all + Number(joint) };
    }
  }
  return at[size / 50];
}
