import {
  atOf,
  type Edit,
  type EditResult,
  edit,
  type Finding,
  findNode,
  given,
  itemsIn,
  madeWidths,
  nodesOf,
  type Order,
} from '#libs/furniture';
import type { Mention } from '../meaning/meaning.js';
import type { Offer, Way } from './decision.js';
import { codeOf, floorRow, isPlain, kindOf, namedOf, type Standing, standing } from './things.js';

/** A change that fits, what had to give way for it among its edits. */
export interface Fitted {
  readonly ok: true;
  readonly edits: readonly Edit[];
  readonly order: Order;
}
export interface Unfit {
  readonly ok: false;
  readonly findings: readonly Finding[];
  readonly missing?: number;
  /** The wall that is too short. */
  readonly wall?: string;
  /** What was tried first. */
  readonly edits: readonly Edit[];
}

/**
 * Plain units that nobody named: the assistant filled the row with them, so they give way before anything else. A unit
 * that a customer named at any time is protected, as many of them as were named.
 */
export function ownChoice(order: Order, said: readonly Mention[]): ReadonlySet<string> {
  const plain = floorRow(order).filter(({ node }) => isPlain(node.code) && itemsIn(order, node.id).length === 0);
  const named = new Set<string>();
  for (const mention of said) {
    if (kindOf(mention) !== undefined) continue;
    const code = codeOf(mention);
    const free = plain.filter(({ node }) => !named.has(node.id));
    const alike = free.filter(
      ({ node }) => node.code === code && (mention.width === undefined || node.w === mention.width),
    );
    for (const { node } of alike.slice(0, mention.count ?? 1)) named.add(node.id);
  }
  return new Set(plain.map(({ node }) => node.id).filter((id) => !named.has(id)));
}

/** Whether all that stood still stands as it was, apart from what gave way and what the change is about. */
function keepsAll(before: Order, after: Order, own: ReadonlySet<string>, about: ReadonlySet<string>): boolean {
  const now = new Map(nodesOf(after).map(({ node }) => [node.id, node]));
  return floorRow(before).every(({ node, run }) => {
    if (own.has(node.id) || about.has(node.id)) return true;
    const same = now.get(node.id);
    const wall = nodesOf(after).find((one) => one.node.id === node.id)?.run.wall;
    return same !== undefined && same.code === node.code && same.w === node.w && wall === run.wall;
  });
}

/** Floor units in their order, apart from those of the change. */
function keepsOrder(before: Order, after: Order, about: ReadonlySet<string>): boolean {
  const kept = (order: Order, other: Order): string =>
    floorRow(order)
      .flatMap(({ node }) => (about.has(node.id) || !findNode(other, node.id) ? [] : [node.id]))
      .join();
  return kept(before, after) === kept(after, before);
}

const aboutOf = (edits: readonly Edit[]): Set<string> =>
  new Set(
    edits.flatMap((one) =>
      'node' in one && one.op !== 'set_item' ? [one.node] : one.op === 'swap' ? [one.a, one.b] : [],
    ),
  );

/** In an edit: the id that the edit before it issues. */
export const NEW_NODE = 'new';

/** The edits with the ids that they issue: known from trying what comes before, even where that is refused. */
function withIssued(order: Order, edits: readonly Edit[]): readonly Edit[] {
  const index = edits.findIndex((one) => 'node' in one && one.node === NEW_NODE);
  const add = edits[index - 1];
  if (add?.op !== 'add') return edits;
  const made = edit(order, edits.slice(0, index));
  const fresh = made.ok
    ? nodesOf(made.order).findLast(({ node }) => node.code === add.code && !findNode(order, node.id))?.node.id
    : /nodes\[(\w+)\]/.exec(made.findings.find(({ code }) => code === 'REQ-APPL')?.path ?? '')?.[1];
  const rest = edits
    .slice(index)
    .map((one) => ('node' in one && one.node === NEW_NODE ? { ...one, node: fresh ?? NEW_NODE } : one));
  return [...edits.slice(0, index), ...rest];
}

/** Ways to make one change that are tried. */
const MAX_WAYS = 12;

/** Narrowing a unit costs 1; taking it out costs as much as this, the next best way to make the change this much more. */
const REMOVING = 2.5;
const WAY_COST = 0.4;

/** Trials for one change, each of a few milliseconds. */
const MAX_TRIALS = 24;

/**
 * The first of several ways to make a change that fits; where none does, with the assistant's own plain units narrowed
 * or taken out as far as needed. Nothing that a customer named gives way.
 */
export function fitted(order: Order, wanted: readonly (readonly Edit[])[], own: ReadonlySet<string>): Fitted | Unfit {
  const ways = wanted.slice(0, MAX_WAYS).map((edits) => withIssued(order, edits));
  let refused: Unfit | undefined;
  let trials = 0;
  const accept = (edits: readonly Edit[], made: EditResult): made is Extract<EditResult, { ok: true }> => {
    const about = aboutOf(edits);
    if (edits.some(({ op }) => op === 'mirror')) return made.ok;
    return made.ok && keepsAll(order, made.order, own, about) && keepsOrder(order, made.order, about);
  };
  for (const edits of ways) {
    const made = edit(order, edits);
    trials += 1;
    if (accept(edits, made)) return { ok: true, edits, order: made.order };
    if (!made.ok && 'missing' in made && made.missing !== undefined) {
      if (refused?.missing === undefined || made.missing < refused.missing) refused = unfit(edits, made);
    } else refused ??= unfit(edits, made);
  }
  const attempts = ways.flatMap((edits, rank) =>
    roomFor(order, edits, own).map((room) => ({ all: [...room.edits, ...edits], cost: room.cost + rank * WAY_COST })),
  );
  for (const { all } of attempts.toSorted((a, b) => a.cost - b.cost).slice(0, MAX_TRIALS - trials)) {
    const made = edit(order, all);
    if (accept(all, made)) return { ok: true, edits: all, order: made.order };
  }
  return refused ?? { ok: false, findings: [], edits: ways[0] ?? [] };
}

function unfit(edits: readonly Edit[], made: EditResult): Unfit {
  if (made.ok) return { ok: false, findings: [], edits };
  const missing = 'missing' in made ? made.missing : undefined;
  const wall = /room\.walls\[(\w+)\]/.exec(made.findings.find(({ code }) => code === 'GEO-SUM')?.path ?? '')?.[1];
  return { ok: false, findings: made.findings, edits, ...given({ missing, wall }) };
}

/** The wall on which the edits need room. */
function wallOf(order: Order, edits: readonly Edit[]): string | undefined {
  for (const one of edits.toReversed()) {
    if ('wall' in one && one.wall !== undefined) return one.wall;
    if (one.op === 'add_fixture') return one.fixture.wall;
    const beside = 'after' in one || 'before' in one ? (one.after ?? one.before) : undefined;
    const node = beside ?? ('node' in one ? one.node : one.op === 'swap' ? one.a : undefined);
    const found = node === undefined ? undefined : standing(order, node);
    if (found) return found.run.wall;
  }
  return undefined;
}

/** What a way of making room frees, mm. */
interface Room {
  readonly edits: readonly Edit[];
  readonly ways: readonly Way[];
  readonly frees: number;
  /** The less it changes, the better: narrowing before removing, one unit before two. */
  readonly cost: number;
}

/** Narrowings and removals of a unit; the machine's own width is not narrowed for it. */
function roomOf(order: Order, one: Standing): Room[] {
  const { node } = one;
  const thing = namedOf(order, one);
  const narrower = madeWidths(node.code)
    .filter((w) => w < node.w)
    .toReversed();
  return [
    ...narrower.map(
      (w): Room => ({
        edits: [{ op: 'resize', node: node.id, w }],
        ways: [{ way: 'narrow', thing, to: w }],
        frees: node.w - w,
        cost: 1,
      }),
    ),
    {
      edits: [{ op: 'remove', node: node.id }],
      ways: [{ way: 'drop', thing }],
      frees: node.w,
      cost: REMOVING + droppingCost(order, one),
    },
  ];
}

/** Sets of such changes of one or two units, the ones that change least first. */
function combined(rooms: readonly (readonly Room[])[], missing: number): Room[] {
  const single = rooms.flat();
  const pairs = rooms.flatMap((a, i) =>
    rooms.slice(i + 1).flatMap((b) =>
      a.flatMap((one) =>
        b.map(
          (two): Room => ({
            edits: [...one.edits, ...two.edits],
            ways: [...one.ways, ...two.ways],
            frees: one.frees + two.frees,
            cost: one.cost + two.cost + 1,
          }),
        ),
      ),
    ),
  );
  return [...single, ...pairs]
    .filter(({ frees }) => frees >= missing)
    .sort((a, b) => a.cost - b.cost || a.frees - b.frees);
}

/** Ways in which the assistant's own units make room for a change. */
function roomFor(order: Order, edits: readonly Edit[], own: ReadonlySet<string>): Room[] {
  const wall = wallOf(order, edits);
  const about = aboutOf(edits);
  const made = edit(order, edits);
  const missing = !made.ok && 'missing' in made ? (made.missing ?? 0) : 0;
  const beside = edits.flatMap((one) => ('after' in one || 'before' in one ? [one.after ?? one.before] : []))[0];
  const spot = beside === undefined ? undefined : standing(order, beside);
  const units = floorRow(order, wall).filter(
    ({ node }) => own.has(node.id) && !about.has(node.id) && node.id !== beside,
  );
  const near = units.toSorted((a, b) => distance(a, spot) - distance(b, spot)).slice(0, MAX_UNITS);
  return combined(
    near.map((one) => roomOf(order, one)),
    missing,
  ).slice(0, MAX_TRIALS / 2);
}
const MAX_UNITS = 4;
const distance = (one: Standing, spot: Standing | undefined): number =>
  spot ? Math.abs(atOf(one.node) - atOf(spot.node)) : 0;

/** A plain unit is easier done without than others, a dishwasher easier than a fridge. */
function droppingCost(order: Order, { node, run }: Standing): number {
  const kinds = itemsIn(order, node.id).map(({ kind }) => kind);
  const rank = (['dishwasher', 'washer', 'fridge'] as const).findIndex((kind) => kinds.includes(kind));
  return isPlain(node.code) ? 0 : rank >= 0 ? 0.2 + rank / 10 : run.tier === 'tall' ? 0.6 : 0.1;
}

/** Units that a kitchen can do without; a sink or a cooker is not among them. */
const isDroppable = (order: Order, { node }: Standing): boolean =>
  !itemsIn(order, node.id).some(({ kind }) => kind === 'sink' || kind === 'hob' || kind === 'stove' || kind === 'oven');

/** Offers per refusal, and changes tried for them. */
const MAX_OFFERS = 4;
const MAX_OFFER_TRIALS = 20;

/** Ways out of a refusal for want of room: what was named gives way too, if the customer agrees. All are tried. */
export function offersFor(order: Order, { edits, missing, wall: short }: Unfit, own: ReadonlySet<string>): Offer[] {
  const wall = short ?? wallOf(order, edits);
  const about = aboutOf(edits);
  const units = floorRow(order, wall).filter(({ node }) => !about.has(node.id));
  const options = units.map((one) =>
    roomOf(order, one).filter(({ ways }) => ways[0]?.way === 'narrow' || isDroppable(order, one)),
  );
  const offers: Offer[] = [];
  const subjects = new Set<string>();
  let trials = 0;
  for (const { edits: room, ways, cost } of combined(options, missing ?? 0)) {
    if (offers.length >= MAX_OFFERS || trials >= MAX_OFFER_TRIALS) break;
    const subject = ways.map((way) => `${way.way}:${'thing' in way ? way.thing.node : ''}`).join();
    // Two units give way only where one does not do.
    if (subjects.has(subject) || (cost > 2 && offers.length > 1)) continue;
    trials += 1;
    const all = [...room, ...edits];
    const made = edit(order, all);
    if (!made.ok || !keepsAll(order, made.order, own, aboutOf(all))) continue;
    subjects.add(subject);
    offers.push({ ways, operations: all });
  }
  return offers;
}

/** A plain unit that keeps the distance that a norm wants between two things, mm (furniture.ru.md 2, HOB-FRIDGE). */
export const SPACER = { code: 'B', w: 300 } as const;
