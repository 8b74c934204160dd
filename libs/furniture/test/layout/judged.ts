import { CONSTANTS, madeWidths } from '../../src/catalogue/catalogue.js';
import { hasTrait, isCornerFiller, isCornerUnit, isHoodCabinet, isNiche } from '../../src/catalogue/traits.js';
import type { Brief } from '../../src/layout/brief.js';
import type { Order } from '../../src/order/order.js';
import { addJoints, DOORS, isFlat, isFront, type Joints, touching } from './joints.js';
import { type Seen, seen } from './view.js';

/** What a designer counts in a kitchen. Each list names the places in words, none if all is well. */
export interface Judged {
  /** Joints between two wall units, and those of them over a joint of the floor row, by stretch of the wall row. */
  joints: Joints;
  /**
   * Fillers between two units; of those the ones at a hood, in a stretch that begins at a corner's filler (furniture.ru.md 3.5
   * has one there); two beside each other; one beside that of a corner; more in a run than its ends ask for.
   */
  inside: string[];
  atHood: string[];
  together: string[];
  atCorner: string[];
  spare: string[];
  /** Open shelves and bottle racks of 150 to 200 that nobody asked for, where a wider unit serves. */
  slivers: string[];
  /** Fillers of 100 or more beside a unit that nobody asked for and that is made in a width which takes some of their place. */
  wide: string[];
  /** A dishwasher away from the sink, without the customer's word for it. */
  apart: string[];
  /** A hob with less than 300 of worktop before a tall unit, a wall or a corner, and no finding that says so. */
  landing: string[];
  /** Visible free ends without a panel; hoods off the hob's middle. */
  bare: string[];
  hood: string[];
}

const rowOf = (nodes: readonly Seen[], wall: string, ...tiers: string[]): Seen[] =>
  nodes.filter((n) => n.wall === wall && tiers.includes(n.tier)).sort((a, b) => a.at - b.at);

const isCornerEnd = (n: Seen | undefined): boolean => n !== undefined && isCornerFiller(n.code);
const named = ({ wall, tier, code, at, end }: Seen): string => `${wall} ${tier} ${code} ${at}..${end}`;

export function judged(order: Order, brief: Brief, said: readonly { code: string }[]): Judged {
  const nodes = seen(order);
  const found: Judged = {
    joints: { all: 0, over: 0, possible: 0 },
    inside: [],
    atHood: [],
    together: [],
    atCorner: [],
    spare: [],
    slivers: [],
    wide: [],
    apart: [],
    landing: landings(order, nodes, said),
    bare: [],
    hood: hoods(nodes),
  };
  order.room.walls.forEach(({ id }, i) => {
    const floor = rowOf(nodes, id, 'base', 'tall');
    const hung = rowOf(nodes, id, 'wall');
    addJoints(found.joints, floor, hung);
    for (const row of [floor, hung]) {
      const inside = row.flatMap((n, k) => (isFlat(n) && insideOf(row, k) ? [k] : []));
      found.inside.push(...inside.filter((k) => !atHood(row, k)).map((k) => named(row[k]!)));
      found.atHood.push(...inside.filter((k) => atHood(row, k)).map((k) => named(row[k]!)));
      found.together.push(
        ...row.filter((n, k) => isFlat(n) && touching(n, row[k + 1]) && isFlat(row[k + 1]!)).map(named),
      );
      found.spare.push(
        ...runsOf(row)
          .flatMap((run) => spareOf(run, order.room.walls[i]!.length))
          .map(named),
      );
      found.slivers.push(...slivers(row, brief).map(named));
      found.wide.push(...wideFillers(row, brief).map(named));
    }
    for (const row of [floor, hung, rowOf(nodes, id, 'upper')])
      found.atCorner.push(
        ...row
          .filter((n, k) => isFlat(n) && [row[k - 1], row[k + 1]].some((m) => isCornerEnd(m) && neighbours(m!, n)))
          .map(named),
      );
    found.bare.push(...bareEnds(order, i, floor));
  });
  found.apart.push(...apart(nodes, brief));
  return found;
}

/** A filler closes a row at a wall, in a corner or beside a tall side; between two other units it stands inside. */
function insideOf(row: readonly Seen[], k: number): boolean {
  const [before, one, after] = [row[k - 1], row[k]!, row[k + 1]];
  const unit = (n: Seen | undefined): boolean =>
    n !== undefined && isFront(n) && n.tier !== 'tall' && !isCornerUnit(n.code);
  return touching(before, one) && touching(one, after) && unit(before) && unit(after) && one.tier !== 'tall';
}

/** From the corner's filler to the hood there are 10 mm more than the units make: joints below are 630 from the corner, above 370. */
function atHood(row: readonly Seen[], k: number): boolean {
  const towards = (step: 1 | -1): boolean => {
    if (!isHoodCabinet(row[k + step]?.code ?? '')) return false;
    let j = k - step;
    while (row[j] && isFront(row[j]!) && !isFast(row[j]!)) j -= step;
    return row[j] !== undefined && isCornerFiller(row[j]!.code);
  };
  return towards(1) || towards(-1);
}

const isFast = ({ code }: Seen): boolean => isHoodCabinet(code) || isCornerUnit(code);

/** Unbroken runs of a row between what stands fast: hoods, corner units. */
function runsOf(row: readonly Seen[]): Seen[][] {
  const runs: Seen[][] = [];
  for (const n of row) {
    const open = runs.at(-1);
    const last = open?.at(-1);
    if (open && last && touching(last, n) && !isFast(last) && !isFast(n)) open.push(n);
    else runs.push([n]);
  }
  return runs;
}

/** One filler in a run, and one at each wall and tall side, where fronts need it to open (GEO-WALLFILL; 3.2, rule 6). */
function spareOf(run: readonly Seen[], length: number): Seen[] {
  const flat = run.filter(isFlat);
  const ends = (n: Seen, k: number): boolean =>
    n.at === 0 || n.end === length || [run[k - 1], run[k + 1]].some((m) => m?.tier === 'tall');
  const owed = run.filter((n, k) => isFlat(n) && ends(n, k));
  return flat.filter((n) => !owed.includes(n)).slice(1);
}

/** Whether one wider unit would take the place of both. */
const serves = (m: Seen, n: Seen): boolean =>
  isFlat(m) ? m.w + n.w >= 300 : hasTrait(m.code, 'plain') && [...DOORS, 900].includes(m.w + n.w);
const neighbours = (m: Seen, n: Seen): boolean => touching(m, n) || touching(n, m);

function slivers(row: readonly Seen[], { fixtures }: Brief): Seen[] {
  const asked = new Set(fixtures.flatMap((f) => (f.kind === 'unit' ? [f.code] : [])));
  return row.filter((n, k) => {
    if (n.w > 200 || !isFront(n) || asked.has(n.code)) return false;
    if (n.tier === 'wall') return [row[k - 1], row[k + 1]].some((m) => m && neighbours(m, n) && serves(m, n));
    // A rack beside a plain unit: one wider unit serves, unless the rack stands at the hob and has more worktop behind it.
    return [row[k - 1], row[k + 1]].some((m) => m && hasTrait(m.code, 'plain') && [...DOORS, 900].includes(m.w + n.w));
  });
}

const WIDE = 100;
const NO_GLASS = 350;

/**
 * The unit grows towards the filler: no joint moves. Doors in a corner end at 450, others at 800; drawers at a wall keep 50.
 * A wall unit of 350 is no gain: it is not made with glass, which customers ask for later.
 */
function wideFillers(row: readonly Seen[], { fixtures }: Brief): Seen[] {
  const asked = new Set(fixtures.flatMap((f) => (f.kind === 'unit' ? [f.code] : [])));
  const least = (m: Seen): number => (hasTrait(m.code, 'drawers') ? 50 : 20);
  const grows = (m: Seen, filler: Seen): boolean =>
    !asked.has(m.code) &&
    (hasTrait(m.code, 'plain') || isCornerUnit(m.code)) &&
    madeWidths(m.code)
      .filter((w) => w > m.w && w <= (m.tier === 'wall' && isCornerUnit(m.code) ? 820 : 800))
      .some((w) => filler.w + m.w - w >= least(m) && !(m.tier === 'wall' && w === NO_GLASS));
  return row.filter(
    (n, k) => isFlat(n) && n.w >= WIDE && [row[k - 1], row[k + 1]].some((m) => m && neighbours(m, n) && grows(m, n)),
  );
}

function apart(nodes: readonly Seen[], { fixtures, ordered }: Brief): string[] {
  const sink = nodes.find((n) => n.kinds.includes('sink'));
  const machine = nodes.find((n) => n.kinds.includes('dishwasher'));
  if (!sink || !machine || ordered) return [];
  if (fixtures.some((f) => (f.kind === 'dishwasher' || f.kind === 'sink') && f.at !== undefined)) return [];
  const walls = fixtures.flatMap((f) => (f.kind === 'dishwasher' || f.kind === 'sink' ? [f.wall] : []));
  if (walls.every((wall) => wall !== undefined) && walls[0] !== walls[1]) return [];
  const beside = sink.wall === machine.wall && (sink.end === machine.at || machine.end === sink.at);
  return beside ? [] : [named(machine)];
}

/** Worktop that a hob has on a side before what ends it: a tall side, a wall, the front of the row round the corner. */
export function hobSides(order: Order, nodes: readonly Seen[]): { hob: Seen; to: string; mm: number }[] {
  return nodes
    .filter((n) => n.kinds.includes('hob') || n.kinds.includes('stove'))
    .flatMap((hob) => {
      const i = order.room.walls.findIndex(({ id }) => id === hob.wall);
      const wall = order.room.walls[i]!;
      const talls = rowOf(nodes, hob.wall, 'tall').filter((n) => !isFlat(n));
      const corner = (k: number): boolean => order.room.walls[k]?.turn === 'right';
      const plane = CONSTANTS.frontPlaneBase;
      const left = [
        ...talls.filter((n) => n.end <= hob.at).map((n) => ({ to: n.code, mm: hob.at - n.end })),
        ...(corner(i)
          ? [{ to: 'corner', mm: hob.at - plane }]
          : wall.ends.left === 'wall'
            ? [{ to: 'wall', mm: hob.at }]
            : []),
      ];
      const right = [
        ...talls.filter((n) => n.at >= hob.end).map((n) => ({ to: n.code, mm: n.at - hob.end })),
        ...(corner(i + 1)
          ? [{ to: 'corner', mm: wall.length - plane - hob.end }]
          : wall.ends.right === 'wall'
            ? [{ to: 'wall', mm: wall.length - hob.end }]
            : []),
      ];
      return [left, right].flatMap((side) => {
        const nearest = side.toSorted((a, b) => a.mm - b.mm)[0];
        return nearest ? [{ hob, ...nearest }] : [];
      });
    });
}

const LANDING = 300;
const SAYS = ['HOB-LAND', 'HOB-TALL', 'HOB-FRIDGE', 'hob_tight'];

function landings(order: Order, nodes: readonly Seen[], said: readonly { code: string }[]): string[] {
  const short = hobSides(order, nodes).filter(({ mm }) => mm < LANDING);
  return said.some(({ code }) => SAYS.includes(code))
    ? []
    : short.map(({ hob, to, mm }) => `${named(hob)}: ${mm} to ${to}`);
}

function bareEnds(order: Order, i: number, floor: readonly Seen[]): string[] {
  const wall = order.room.walls[i]!;
  const free = {
    left: wall.turn !== 'right' && wall.ends.left === 'free',
    right: order.room.walls[i + 1]?.turn !== 'right' && wall.ends.right === 'free',
  };
  const [first, last] = [floor[0], floor.at(-1)];
  return [
    ...(free.left && first && isFront(first) && !isNiche(first.code) ? [first] : []),
    ...(free.right && last && isFront(last) && !isNiche(last.code) ? [last] : []),
  ].map(named);
}

const hoods = (nodes: readonly Seen[]): string[] => {
  const cooker = nodes.find((n) => n.kinds.includes('hob') || n.kinds.includes('stove'));
  return nodes
    .filter((n) => isHoodCabinet(n.code) && cooker && Math.abs(n.at + n.end - cooker.at - cooker.end) > 2)
    .map(named);
};

/** The sums of many kitchens. */
export function total(list: readonly Judged[]): Record<string, number> {
  const joints = list.reduce(
    (sum, { joints: j }) => ({ all: sum.all + j.all, over: sum.over + j.over, possible: sum.possible + j.possible }),
    { all: 0, over: 0, possible: 0 },
  );
  const count = (key: Exclude<keyof Judged, 'joints'>): number => list.reduce((n, j) => n + j[key].length, 0);
  return {
    joints: joints.all,
    over: joints.over,
    ofAll: Math.round((100 * joints.over) / (joints.all || 1)),
    ofPossible: Math.round((100 * joints.over) / (joints.possible || 1)),
    inside: count('inside'),
    atHood: count('atHood'),
    together: count('together'),
    atCorner: count('atCorner'),
    spare: count('spare'),
    slivers: count('slivers'),
    wide: count('wide'),
    apart: count('apart'),
    landing: count('landing'),
    bare: count('bare'),
    hood: count('hood'),
  };
}
