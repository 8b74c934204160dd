import { type Edit, edit, isSameKitchen, type Order, TIERS, type Tier } from '#libs/furniture';
import { byKindOr } from '../meaning/cases.js';
import type { Mention, Part, Statement } from '../meaning/meaning.js';
import { type Change, changesOf } from '../units/changes.js';
import { meant } from '../units/meant.js';
import { floorRow, standingOf, type Unit, unitIn } from '../units/units.js';
import { placeOfNode } from './edits/spots.js';
import { mentionsOf } from './mentions.js';
import { isSameThing, removing } from './things.js';

/** A turn that built: what it said and what came of it. */
export interface Version {
  readonly turn: number;
  readonly order: Order;
  readonly statements: readonly Statement[];
}

export type Undo =
  | { readonly turn: number }
  /** Only the part that is meant goes back. */
  | { readonly edits: readonly Edit[] }
  | undefined;

export type UndoWhat = Extract<Statement, { say: 'undo' }>['what'];
/** A look of the order: of a part, of all fronts, the handles, the light. */
export type Look = Part | 'handles' | 'lighting';

/** What brings back what is meant: a whole earlier kitchen, or one part of it. Undefined where there is nothing to bring back. */
export function undone(order: Order, versions: readonly Version[], what: UndoWhat): Undo {
  const back =
    typeof what === 'object' && 'aspect' in what
      ? typeof what.aspect === 'object'
        ? thingUndone(order, versions, what.aspect)
        : (rowUndone(order, versions, what.aspect) ?? lookUndone(order, versions, what.aspect))
      : { version: versionOf(versions, what) };
  if (!back) return undefined;
  if ('edits' in back) {
    const made = edit(order, back.edits);
    const same = made.ok ? versions.findLast((version) => isSameKitchen(version.order, made.order)) : undefined;
    return same ? { turn: same.turn } : back;
  }
  return back.version && !isSameKitchen(back.version.order, order) ? { turn: back.version.turn } : undefined;
}

/** Whether there is something to bring back, and a place for it. */
export const fits = (order: Order, undo: Undo): boolean =>
  undo !== undefined && ('turn' in undo || edit(order, undo.edits).ok);

function versionOf(versions: readonly Version[], what: UndoWhat): Version | undefined {
  if (what === 'last') return versions.at(-2);
  if (what === 'all' || what === 'first') return versions[0];
  if ('turn' in what) return versions[what.turn - 1];
  if ('steps' in what) return versions[Math.max(0, versions.length - 1 - what.steps)];
  if (!('before' in what)) return undefined;
  const about = versions.findLastIndex(
    ({ statements }, i) =>
      i > 0 && statements.flatMap(mentionsOf).some((one) => what.before.some((of) => isSameThing(one, of))),
  );
  return about > 0 ? versions[about - 1] : versions.at(-2);
}

type Back = { readonly edits: readonly Edit[] } | { readonly version: Version } | undefined;

/** What makes a look of the order as it is after a change; a look that was never chosen comes back as a bare one. */
const editOf = byKindOr<Change, 'change', { readonly look: Look; readonly edit: Edit } | undefined, []>(
  'change',
  {
    finish: ({ part, now }) => ({ look: part, edit: { op: 'set_finish', part, finish: now ?? 'clear' } }),
    handles: ({ tier, now }) => ({ look: 'handles', edit: { op: 'set_handles', tier, handle: now } }),
    lighting: ({ now }) => ({ look: 'lighting', edit: { op: 'set_lighting', under: now } }),
  },
  () => undefined,
);

/** «верните верхние шкафы»: the kitchen that had them, where no more than that was changed since. */
function rowUndone(order: Order, versions: readonly Version[], aspect: Look): Back {
  if (!lacksRow(order, aspect)) return undefined;
  const version = versions.findLast((one) => !lacksRow(one.order, aspect));
  const changes = version ? changesOf(standingOf(order), standingOf(version.order)) : [];
  const isOfRow = (change: Change): boolean => change.change === 'added' && change.unit.tier === aspect;
  return version && changes.every(isOfRow) ? { version } : undefined;
}

/** Whether a look is a row's of which nothing stands. */
export const lacksRow = (order: Order, aspect: Look): aspect is Tier =>
  TIERS.some((tier) => tier === aspect) && standingOf(order).units.every(({ tier }) => tier !== aspect);

function lookUndone(order: Order, versions: readonly Version[], aspect: Look): Back {
  const isMeant = (look: Look): boolean =>
    look === aspect || (aspect === 'facade' && TIERS.some((tier) => tier === look));
  for (const version of versions.toReversed()) {
    const changes = changesOf(standingOf(order), standingOf(version.order));
    const own = changes.flatMap((change) => editOf(change) ?? []).filter(({ look }) => isMeant(look));
    if (own.length > 0) return own.length === changes.length ? { version } : { edits: own.map(({ edit }) => edit) };
  }
  return undefined;
}

/** A thing as it last was otherwise: its module, width and neighbours; gone if it was not there, back if it was. */
function thingUndone(order: Order, versions: readonly Version[], mention: Mention): Back {
  const now = stateOf(order, mention);
  const version = versions.findLast((one) => stateOf(one.order, mention) !== now);
  if (!version) return undefined;
  const was = meant(version.order, mention);
  const gone = meant(order, mention).filter(({ id }) => was.every((one) => one.id !== id));
  const edits = removing(gone);
  const missing = floorRow(version.order).flatMap(({ id }) => (unitIn(order, id) ? [] : [id]));
  for (const one of was) {
    const { id: node, code, width: w } = one;
    const here = unitIn(order, node);
    // The former place among the units that still stand.
    const spot = placeOfNode(version.order, one, [node, ...missing]);
    if (!here) edits.push({ op: 'add', code, w, ...spot });
    else if (here.code !== code) edits.push({ op: 'replace', node, code, w });
    else if (here.width !== w) edits.push({ op: 'resize', node, w });
    if (here && neighbours(order, here) !== neighbours(version.order, one)) edits.push({ op: 'move', node, ...spot });
    for (const { kind, fuel } of here ? one.items : [])
      if (fuel && here?.items.some((item) => item.kind === kind && item.fuel !== fuel))
        edits.push({ op: 'set_item', node, item: { kind, fuel } });
  }
  return edits.length > 0 ? { edits } : { version };
}

const stateOf = (order: Order, mention: Mention): string =>
  JSON.stringify(
    meant(order, mention).map((unit) => {
      const { id, code, width, wall, fuel } = unit;
      return [id, code, width, wall, neighbours(order, unit), fuel];
    }),
  );

/** The units on both sides, by their ids. */
function neighbours(order: Order, { id, wall }: Unit): string {
  const row = floorRow(order, wall);
  const index = row.findIndex((one) => one.id === id);
  return `${row[index - 1]?.id ?? ''},${row[index + 1]?.id ?? ''}`;
}
