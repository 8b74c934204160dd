import { type Edit, edit, isSameKitchen, type Order, TIERS, type Tier } from '#libs/furniture';
import { byKindOr } from '../meaning/cases.js';
import { type Mention, type Part, type Statement, thingsAt } from '../meaning/meaning.js';
import { type Change, changesOf } from '../units/changes.js';
import { mayMean, meant } from '../units/meant.js';
import { floorRow, standingOf, type Unit, unitIn } from '../units/units.js';
import { WALLS_OF } from './brief/room.js';
import type { Conversation, Step } from './conversation.js';
import { type Became, decided } from './decision.js';
import { placeOfNode } from './edits/scene.js';
import { changed } from './edits/standing.js';
import { isOfKitchen, mentionsOf, placesOf } from './mentions.js';
import { isPlain, isSameThing, removing } from './things.js';

/** A turn that built: what it said and what came of it. */
export interface Version {
  readonly turn: number;
  readonly order: Order;
  readonly statements: readonly Statement[];
}

/** A whole earlier kitchen, or the edits with which only the part that is meant goes back. */
type Undo = Version | { readonly edits: readonly Edit[] } | undefined;

type UndoWhat = Extract<Statement, { say: 'undo' }>['what'];
/** A look of the order: of a part, of all fronts, the handles, the light. */
type Look = Part | 'handles' | 'lighting';

/**
 * What is said of a part that cannot come back as it stood: «посудомойку отменить», where it never was otherwise, takes it
 * away; «верните верхние шкафы» asks for them anew.
 */
export function restated(said: Statement, { versions }: Conversation, order: Order): Statement {
  const what = said.say === 'undo' && typeof said.what === 'object' && 'aspect' in said.what ? said.what : undefined;
  if (!what || fits(order, undone(order, versions, what))) return said;
  const { aspect, cancels } = what;
  const { source } = said;
  if (typeof aspect !== 'object')
    return aspect === 'wall' && lacksRow(order, aspect) ? { say: 'row', act: 'want', tier: 'wall', source } : said;
  if (cancels) return { say: 'edit', edit: { act: 'remove', things: [aspect], places: [] }, source };
  return meant(order, aspect).length === 0 ? { say: 'thing', act: 'want', thing: aspect, places: [], source } : said;
}

/** Brings back what is meant; «ящики верните, как были»: of what is named only that goes back. Other wishes come after. */
export function back(talk: Conversation, statements: readonly Statement[], order: Order): Step | undefined {
  const { versions } = talk;
  const statement = statements.findIndex(({ say }) => say === 'undo');
  const undo = statements[statement];
  if (undo?.say !== 'undo' || versions.length === 0) return undefined;
  const together = togetherBack(statements, versions, order);
  if (together) return { decision: together };
  const named = undo.what === 'last' ? statements.map((said) => whatIn(said, versions)) : [];
  const [what = undo.what] = named.flatMap((one) => one ?? []);
  const looks = statements.flatMap((said, i) => (i >= statement ? (lookOf(said) ?? []) : []));
  const own = looks.length > 1 ? looksUndone(order, versions, looks) : undone(order, versions, what);
  const made = fits(order, own) ? own : (wholeWith(what, undone(order, versions, undo.what)) ?? own);
  const done = statements.flatMap((said, i): Became[] =>
    i === statement || (looks.length > 1 && lookOf(said)) ? [{ statement: i, is: 'done' }] : [],
  );
  // «верх оливковый, низ как был»: it never was otherwise.
  if (
    !made &&
    typeof what === 'object' &&
    'aspect' in what &&
    statements.some((said) => said !== undo && isOfKitchen(said))
  )
    return undefined;
  if (!made)
    return { decision: decided({ kind: 'reply' }, [{ statement, is: 'not_done', why: { because: 'no_earlier' } }]) };
  const isOther = (said: Statement, i: number): boolean => said.say !== 'undo' && isOfKitchen(said) && !named[i];
  const others = statements.map((said, i): Statement => (isOther(said, i) ? said : { ...said, say: 'usual' }));
  // «как было верните, а фасады белые»; «чёрная маркая, столешницу верните» says why.
  const isNewLook = (said: Statement): boolean =>
    said.say === 'colour' && said.parts.length > 0 && !said.not && !finishesOf(order).has(said.colour.finish);
  const later = others.map(
    (said, i): Statement => (i > statement && isNewLook(said) ? said : { ...said, say: 'usual' }),
  );
  const bare = 'turn' in made && later.some(({ say }) => say !== 'usual') ? looksBack(order, made.order) : undefined;
  if ('turn' in made && !bare) {
    const more = changed(made.order, others, talk);
    const lost = more?.act.kind === 'operations' ? more.became.filter(({ is }) => is === 'done') : [];
    const became = lost.map((one): Became => ({ ...one, is: 'not_done', why: { because: 'restored' } }));
    return { decision: decided({ kind: 'restore', turn: made.turn }, [...done, ...became]) };
  }
  const edits = 'turn' in made ? (bare ?? []) : made.edits;
  const trial = edit(order, edits);
  if (!trial.ok) return { decision: decided({ kind: 'refused', findings: trial.findings, offers: [] }) };
  const more = changed(trial.order, bare ? later : others, talk);
  if (more?.act.kind !== 'operations')
    return { decision: decided({ kind: 'operations', operations: edits, made: trial.order }, done) };
  const operations = [...edits, ...more.act.operations];
  return { decision: decided({ ...more.act, operations }, [...done, ...more.became]) };
}

/** The look that a statement brings back. */
const lookOf = (said: Statement): Look | undefined =>
  said.say === 'undo' && typeof said.what === 'object' && 'aspect' in said.what && typeof said.what.aspect !== 'object'
    ? said.what.aspect
    : undefined;

/** «верните шкафы и вытяжку»: the kitchen that had them all, where no more than they are gone since. */
function togetherBack(statements: readonly Statement[], versions: readonly Version[], order: Order) {
  const named = statements.flatMap((said, statement): { thing: Mention; done: Became }[] => {
    const what = said.say === 'undo' && typeof said.what === 'object' && 'aspect' in said.what ? said.what.aspect : '';
    const thing =
      typeof what === 'object' ? what : said.say === 'thing' && said.act === 'want' ? said.thing : undefined;
    return thing ? [{ thing, done: { statement, is: 'done' } }] : [];
  });
  if (named.length < 2) return undefined;
  const hadAll = (then: Order): boolean =>
    named.every(({ thing }) => meant(then, thing).length > meant(order, thing).length);
  const version = onlyGone(order, versions, hadAll, (unit) => named.some(({ thing }) => mayMean(unit, thing)));
  const done = named.map((one) => one.done);
  return version && decided({ kind: 'restore', turn: version.turn }, done);
}

/** The last kitchen that had something, where since then nothing changed but that such units went. */
function onlyGone(
  order: Order,
  versions: readonly Version[],
  had: (then: Order) => boolean,
  isSuch: (unit: Unit) => boolean,
): Version | undefined {
  const version = versions.findLast((one) => had(one.order));
  const changes = version ? changesOf(standingOf(order), standingOf(version.order)) : [];
  return changes.every((change) => change.change === 'added' && isSuch(change.unit)) ? version : undefined;
}

/** «верните их и вытяжку, как было»: a whole kitchen goes back, where what is named cannot alone and stands in that. */
function wholeWith(what: UndoWhat, whole: Undo): Undo {
  if (typeof what !== 'object' || !('aspect' in what) || typeof what.aspect !== 'object') return undefined;
  return whole && 'turn' in whole && meant(whole.order, what.aspect).length > 0 ? whole : undefined;
}

/** What a statement beside an undo says that goes back: a thing, a look that is not wanted, which kitchen. */
const whatIn = byKindOr<Statement, 'say', UndoWhat | undefined, [versions: readonly Version[]]>('say', {
  thing: ({ act, thing }) => (act === 'want' ? { aspect: thing } : undefined),
  colour: ({ not, parts: [part = 'facade'] }) => (not ? { aspect: part } : undefined),
  handles: () => ({ aspect: 'handles' }),
  shape({ shape }, versions) {
    const turn = versions.findLastIndex(({ order }) => WALLS_OF[shape as 'straight'] === order.room.walls.length) + 1;
    return turn > 0 ? { turn } : undefined;
  },
  answer: ({ answer }) => (typeof answer === 'object' && answer.choice > 0 ? { turn: answer.choice } : undefined),
});

/** What brings back what is meant: a whole earlier kitchen, or one part of it. Undefined where there is nothing to bring back. */
function undone(order: Order, versions: readonly Version[], what: UndoWhat): Undo {
  const isPart = typeof what === 'object' && 'aspect' in what;
  const to = isPart ? partUndone(order, versions, what.aspect) : versionOf(versions, what);
  if (!to) return undefined;
  if ('turn' in to) return isSameKitchen(to.order, order) ? undefined : to;
  const made = edit(order, to.edits);
  return (made.ok && versions.findLast((version) => isSameKitchen(version.order, made.order))) || to;
}

/** Whether there is something to bring back, and a place for it. */
const fits = (order: Order, undo: Undo): boolean =>
  undo !== undefined && ('turn' in undo || edit(order, undo.edits).ok);

function versionOf(versions: readonly Version[], what: Exclude<UndoWhat, { aspect: unknown }>): Version | undefined {
  if (what === 'all' || what === 'first') return versions[0];
  if (what === 'last') return versions.at(-2);
  if ('turn' in what) return versions[what.turn - 1];
  if ('steps' in what) return versions[Math.max(0, versions.length - 1 - what.steps)];
  const about = versions.findLastIndex(
    ({ statements }, i) =>
      i > 0 && statements.flatMap(mentionsOf).some((one) => what.before.some((of) => isSameThing(one, of))),
  );
  return about > 0 ? versions[about - 1] : versions.at(-2);
}

const partUndone = (order: Order, versions: readonly Version[], aspect: Mention | Look): Undo =>
  typeof aspect === 'object'
    ? thingUndone(order, versions, aspect)
    : (rowUndone(order, versions, aspect) ?? looksUndone(order, versions, [aspect]));

/** What makes a look of the order as it is after a change; a look that was never chosen comes back as a bare one. */
const editOf = byKindOr<Change, 'change', { readonly look: Look; readonly edit: Edit }, []>('change', {
  finish: ({ part, now }) => ({ look: part, edit: { op: 'set_finish', part, finish: now ?? 'clear' } }),
  handles: ({ tier, now }) => ({ look: 'handles', edit: { op: 'set_handles', tier, handle: now } }),
  lighting: ({ now }) => ({ look: 'lighting', edit: { op: 'set_lighting', under: now } }),
});

const finishesOf = ({ finish = {} }: Order): ReadonlySet<string> =>
  new Set(Object.values({ ...finish, ...finish.facade, facade: '' }));

/** «верните как было, а фасады белые»: what leads back to an order of which only the looks have changed. */
function looksBack(order: Order, then: Order): readonly Edit[] | undefined {
  const changes = changesOf(standingOf(order), standingOf(then));
  const edits = changes.flatMap((change) => editOf(change)?.edit ?? []);
  return edits.length === changes.length ? edits : undefined;
}

/** «верните верхние шкафы»: the kitchen that had them, where no more than that was changed since. */
function rowUndone(order: Order, versions: readonly Version[], aspect: Look): Undo {
  if (!lacksRow(order, aspect)) return undefined;
  const hadRow = (then: Order): boolean => !lacksRow(then, aspect);
  return onlyGone(order, versions, hadRow, ({ tier }) => tier === aspect);
}

/** Whether a look is a row's of which nothing stands. */
const lacksRow = (order: Order, aspect: Look): aspect is Tier =>
  TIERS.some((tier) => tier === aspect) && standingOf(order).units.every(({ tier }) => tier !== aspect);

/** «верните и цвет, и ручки»: the last order in which each of them was otherwise. */
function looksUndone(order: Order, versions: readonly Version[], looks: readonly Look[]): Undo {
  const isOf = (aspect: Look, look: Look): boolean =>
    look === aspect || (aspect === 'facade' && TIERS.some((tier) => tier === look));
  for (const version of versions.toReversed()) {
    const changes = changesOf(standingOf(order), standingOf(version.order));
    const own = changes
      .flatMap((change) => editOf(change) ?? [])
      .filter(({ look }) => looks.some((one) => isOf(one, look)));
    if (looks.every((one) => own.some(({ look }) => isOf(one, look))))
      return own.length === changes.length ? version : { edits: own.map(({ edit }) => edit) };
  }
  return undefined;
}

/**
 * A thing as it last was otherwise: its module, width and neighbours; gone if it was not there, back if it was. Plain units that
 * gave way to it then, or filled its place, go back too.
 */
function thingUndone(order: Order, versions: readonly Version[], mention: Mention): Undo {
  const now = stateOf(order, mention);
  const index = versions.findLastIndex((one) => stateOf(one.order, mention) !== now);
  const version = versions[index];
  if (!version) return undefined;
  const then = versions[index + 1]?.order ?? order;
  const own = meant(order, mention);
  const others = own.flatMap(({ id }) => unitIn(version.order, id) ?? []);
  const was = [...new Set([...meant(version.order, mention), ...others, ...plainSince(version.order, then, order)])];
  // What was asked for beside it, and not in its place, stays.
  const asked = new Set(
    (versions[index + 1]?.statements ?? [])
      .filter((said) => thingsAt(placesOf(said), 'instead').every((of) => !isSameThing(of, mention)))
      .flatMap(mentionsOf)
      .flatMap((one) => meant(then, one).map(({ id }) => id)),
  );
  const filled = plainSince(then, version.order, version.order).filter(({ id }) => unitIn(order, id) && !asked.has(id));
  const came = [...own, ...filled];
  const gone = came.filter(({ id }) => was.every((one) => one.id !== id));
  const edits = removing(gone);
  for (const one of was) {
    const { id: node, code, width: w } = one;
    const here = unitIn(order, node);
    // The former place among the units that still stand.
    const spot = placeOfNode(version.order, one, (id) => !unitIn(order, id));
    if (!here) edits.push({ op: 'add', code, w, ...spot });
    else if (here.code !== code) edits.push({ op: 'replace', node, code, w });
    else if (here.width !== w) edits.push({ op: 'resize', node, w });
    if (here && neighbours(order, here) !== neighbours(version.order, one)) edits.push({ op: 'move', node, ...spot });
    for (const { kind, fuel } of here ? one.items : [])
      if (fuel && here?.items.some((item) => item.kind === kind && item.fuel !== fuel))
        edits.push({ op: 'set_item', node, item: { kind, fuel } });
  }
  const wider = (one: Edit): boolean => one.op === 'resize' && one.w > (unitIn(order, one.node)?.width ?? 0);
  const rank = (one: Edit): number => (one.op === 'remove' ? 0 : one.op === 'resize' && !wider(one) ? 1 : 2);
  return edits.length > 0 ? { edits: edits.sort((a, b) => rank(a) - rank(b)) } : version;
}

/** Plain units of an order that became others, or went, in the next one, and have stayed so. */
const plainSince = (before: Order, next: Order, now: Order): Unit[] =>
  floorRow(before).filter(({ id, code, width, items }) => {
    const [then, is] = [unitIn(next, id), unitIn(now, id)];
    const isSame = then?.code === is?.code && then?.width === is?.width;
    return isPlain(code) && items.length === 0 && isSame && (then?.code !== code || then.width !== width);
  });

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
