import { type Edit, edit, given, isSameKitchen, type Order, STANDARD } from '#libs/furniture';
import { codeOf } from '../../concepts/index.js';
import { type Mention, referredTo, type Statement } from '../../meaning/meaning.js';
import { meant } from '../../units/meant.js';
import { floorRow, unitIn } from '../../units/units.js';
import { standsAt } from '../brief/places.js';
import { rowEdits } from '../brief/rows.js';
import type { Wishes } from '../brief/wishes.js';
import type { Conversation } from '../conversation.js';
import { type Ask, type Assumed, asking, type Became, type Decision, decided, type NotDone } from '../decision.js';
import { mentionsOf, placesOf } from '../mentions.js';
import { endsOf, isSameThing, kindOf, tierOf } from '../things.js';
import { changeOf } from './change.js';
import { closing, newHoles } from './closing.js';
import {
  type Effort,
  type Fitted,
  fitted,
  fullEffort,
  type Ids,
  offersFor,
  ownChoice,
  type Unfit,
} from './room-making.js';
import type { Change, Scene } from './scene.js';

/** What is known beside the order: the conversation, and which things were chosen in it. */
type Around = Conversation & Partial<Pick<Scene, 'chosen'>>;

interface Step {
  readonly statement: number;
  readonly said: Statement;
  readonly change: Change;
}

/** What a batch of changes comes to. */
interface Batch {
  edits: readonly Edit[];
  order: Order;
  readonly became: Became[];
  refused?: Unfit;
}

const thingsOf = (statements: readonly Statement[], act: 'keep' | 'yield'): Mention[] =>
  statements.flatMap((said) => (said.say === 'edit' && said.edit.act === act ? said.edit.things : []));

/** «навесные снимите, вытяжка пусть висит»: what is named beside what goes stays. */
const named = (said: Statement): Mention[] =>
  said.say === 'thing' && said.act === 'want' && said.places.length === 0 ? [said.thing] : [];

const sceneOf = (order: Order, statements: readonly Statement[], around: Around, before = order): Scene => ({
  order,
  said: around.said,
  chosen: around.chosen ?? new Map(),
  kept: [...thingsOf(statements, 'keep'), ...statements.flatMap(named)],
  freed: floorRow(before).flatMap((one) => (unitIn(order, one.id) ? [] : [{ before, one }])),
  last: [...new Set(around.last.toReversed().flatMap((mention) => meant(order, mention).slice(0, 1)))],
});

/** Changes of an order that stands; undefined where the statements ask for none. */
export function changed(order: Order, statements: readonly Statement[], known: Around): Decision | undefined {
  const around = { ...known, said: [...known.said, ...statements.flatMap(mentionsOf)] };
  const scene = sceneOf(order, statements, around);
  const all = statements.flatMap((whole, statement) =>
    eachEnd(whole).flatMap((said): Step[] => {
      const change = changeOf(said, scene);
      return change ? [{ statement, said, change }] : [];
    }),
  );
  // What is only named («розетка там», «плиту меняем: …») holds up nothing else.
  const steps = all.filter(({ said, change }) => !('ask' in change && isBare(said, change.ask)) || all.length === 1);
  if (steps.length === 0) return undefined;
  const ask = steps.flatMap(({ change }) => ('ask' in change ? [change.ask] : []))[0];
  if (ask) return asking([ask], ask.ask === 'width' ? [ask.finding] : []);
  const undone = steps.flatMap(({ change }) => ('not' in change ? [change.not] : []));
  const norm = undone.find((why) => why.because === 'norm');
  if (norm) return decided({ kind: 'decline', finding: norm.finding }, steps.flatMap(settled));
  const own = (now: Order): Ids => ownChoice(now, around.said, thingsOf(statements, 'yield'));
  const { effort = fullEffort() } = around;
  const {
    edits,
    order: made,
    became,
    refused,
  } = withLimits(order, statements, known.wishes, applied(order, statements, steps, { ...around, effort }, own));
  if (refused) {
    const offers = around.effort ? [] : offersFor(order, edits, refused, own(order), effort);
    const findings = refused.findings.filter(({ severity }) => severity === 'error');
    return decided({ kind: 'refused', findings, offers, ...given({ missing: refused.missing }) });
  }
  if (edits.length === 0 || isSameKitchen(made, order)) return decided({ kind: 'reply' }, became);
  const hood = hoodOf(order);
  const isGone = edits.some((one) => one.op === 'remove_tier' || (one.op === 'remove' && one.node === hood?.node));
  const assumed: Assumed[] = hood && !hoodOf(made) && !isGone ? [{ assume: 'no_hood' }] : [];
  return decided({ kind: 'operations', operations: edits, made }, became, assumed);
}

/** «добавь пеналы по краям»: two changes. */
function eachEnd(said: Statement): readonly Statement[] {
  const { things, places } =
    said.say === 'thing' && said.act === 'want' ? { things: [said.thing], places: said.places } : addedIn(said);
  const ends = things.flatMap((thing) => endsOf({ thing, places }));
  return ends.length === things.length
    ? [said]
    : ends.map(({ thing, places: own }) => ({
        say: 'edit',
        edit: { act: 'add', things: [thing], places: own },
        source: said.source,
      }));
}
const addedIn = (said: Statement) =>
  said.say === 'edit' && said.edit.act === 'add' ? said.edit : { things: [], places: [] };

/** The upper row is laid anew with the floor row: where it was refused, or wanted only over something, it stays so. */
function withLimits(order: Order, statements: readonly Statement[], wishes: Wishes, batch: Batch): Batch {
  const row = wishes.rows.findLast(({ tier }) => tier === 'wall');
  const limits = (of: Order): Edit[] => rowEdits(of, { ...wishes, rows: row ? [row] : [], refused: [] });
  const isSaid = statements.some(
    (said) => said.say === 'row' || mentionsOf(said).some((one) => tierOf(codeOf(one)) === 'wall'),
  );
  if (!row || row.units || isSaid || batch.refused || batch.edits.length === 0 || limits(order).length > 0)
    return batch;
  const more = limits(batch.order);
  const made = edit(batch.order, more);
  return made.ok ? { ...batch, edits: [...batch.edits, ...more], order: made.order } : batch;
}

const isBare = (said: Statement, { ask }: Ask): boolean =>
  (ask === 'where' && said.say === 'edit') ||
  (said.say === 'obstacle' && Object.keys(said.obstacle).length === 2 && said.obstacle.places.length === 0);

const hoodOf = ({ items }: Order): Order['items'][number] | undefined => items.find(({ kind }) => kind === 'hood');

/** What became of a statement that changes nothing. */
function settled({ statement, change }: Step): Became[] {
  if ('known' in change) return [{ statement, is: 'known' }];
  return 'not' in change ? [{ statement, is: 'not_done', why: change.not }] : [];
}

/** Does the changes one after another, those that free room first; together at once where one by one does not do. */
function applied(
  order: Order,
  statements: readonly Statement[],
  steps: readonly Step[],
  around: Around & { readonly effort: Effort },
  own: (order: Order) => Ids,
): Batch {
  const batch: Batch = { edits: [], order, became: [] };
  const rank = ({ change }: Step): number => ('ways' in change && change.frees ? 0 : 1);
  const done: Step[] = [];
  const spoken = statements.flatMap(mentionsOf).flatMap((thing) => [thing, ...(thing.with ?? [])]);
  const isSpoken = (thing: Mention): boolean => spoken.some((one) => isSameThing(one, thing));
  // What is not wanted fills nothing that an edit leaves free, and what was said to stand somewhere stays there.
  const refused = around.wishes.refused.filter((thing) => !isSpoken(thing));
  const placed = around.wishes.things.flatMap(({ thing, places }) =>
    places.flatMap((place) => ([thing, ...referredTo(place)].some(isSpoken) ? [] : [{ thing, place }])),
  );
  const keeps = (now: Order, then: Order): boolean =>
    refused.every((thing) => meant(then, thing).length <= meant(now, thing).length) &&
    placed.every(({ thing, place }) => !standsAt(now, thing, place) || standsAt(then, thing, place));
  for (const step of steps.toSorted((a, b) => rank(a) - rank(b))) {
    // Places and neighbours are those that the changes before it left.
    const scene = batch.edits.length > 0 ? sceneOf(batch.order, statements, around, order) : undefined;
    const again = scene && changeOf(step.said, scene);
    const now: Step = { ...step, change: again && !('ask' in again) ? again : step.change };
    batch.became.push(...settled(now));
    const { change, statement } = now;
    if (!('ways' in change)) continue;
    const made = fitted(
      batch.order,
      change.ways,
      own(batch.order),
      around.effort,
      (then) => keeps(batch.order, then) && !missedPlace(then, change),
    );
    const edits = [...batch.edits, ...made.edits];
    // Nodes of the upper row may have other ids where all is done at once, as it will be.
    const isWhole = batch.edits.length === 0 || edit(order, edits).ok;
    const fit =
      made.ok && isWhole
        ? { ...made, edits }
        : (atOnce(order, [...done, now], own(order), around.effort) ??
          (made.ok ? { ok: false as const, findings: [], edits, ways: change.ways } : made));
    if (!fit.ok) return { ...batch, refused: fit };
    batch.edits = fit.edits;
    batch.order = fit.order;
    done.push(now);
    const missed = missedPlace(batch.order, change);
    batch.became.push(missed ? { statement, is: 'not_done', why: missed } : { statement, is: 'done' });
  }
  if (refused.some((thing) => kindOf(thing) === 'hood')) hoodless(order, batch);
  if (newHoles(order, batch.order).length === 0) return batch;
  const whole = edit(order, batch.edits);
  if (!whole.ok) return batch;
  const { order: made } = whole;
  const named = [...around.said, ...statements.flatMap((one) => placesOf(one).flatMap(referredTo))];
  const unwanted = [...around.wishes.refused, ...statements.flatMap(unwantedIn)];
  const closed = closing(
    order,
    { edits: batch.edits, order: made },
    (now) => ownChoice(now, named).difference(new Set(spoken.flatMap((one) => meant(now, one)).map(({ id }) => id))),
    unwanted.every((thing) => codeOf(thing) !== STANDARD.base),
    (then) =>
      keeps(made, then) &&
      then.items.length === made.items.length &&
      done.every(
        ({ change }) =>
          !('ways' in change) ||
          ((!missedPlace(then, change) || missedPlace(made, change)) && staysShifted(change, made, then)),
      ),
  );
  return { ...batch, ...closed };
}

/** «мойку на 20 см вправо»: what closes the hole behind it does not bring it back. */
function staysShifted({ at }: Extract<Change, { ways: unknown }>, made: Order, then: Order): boolean {
  const isByLength = at?.places.some((place) => place.at === 'shift' && place.mm !== undefined);
  return !at || !isByLength || meant(made, at.thing).every((unit) => unitIn(then, unit.id)?.at === unit.at);
}

/** «верх без вытяжки», and then another cooker: a row that is laid anew brings one. */
function hoodless(order: Order, batch: Batch): void {
  const hood = hoodOf(order) ? undefined : hoodOf(batch.order);
  const edits: readonly Edit[] = hood ? [...batch.edits, { op: 'remove', node: hood.node }] : [];
  const made = hood && edit(order, edits);
  if (!made?.ok) return;
  batch.edits = edits;
  batch.order = made.order;
}

/** What a statement takes out. */
const unwantedIn = (said: Statement): readonly Mention[] =>
  (said.say === 'thing' && said.act !== 'want') || (said.say === 'edit' && said.edit.act === 'remove')
    ? mentionsOf(said)
    : [];

/** The best way of each change in one batch: what one alone breaks another may mend. */
function atOnce(order: Order, steps: readonly Step[], own: Ids, effort: Effort): Fitted | undefined {
  if (steps.length < 2) return undefined;
  const edits = steps.flatMap(({ change }) => ('ways' in change ? (change.ways[0] ?? []) : []));
  const made = fitted(order, [edits], own, effort);
  return made.ok ? made : undefined;
}

/** A place or a number that was said and that the engine did not keep. */
function missedPlace(order: Order, change: Extract<Change, { ways: unknown }>): NotDone | undefined {
  const { at } = change;
  if (!at) return undefined;
  const thing = { ...at.thing, which: { all: true } };
  const made = meant(order, thing).length;
  if (made < (at.thing.count ?? 1)) return { because: 'count', thing: at.thing, made };
  const place = at.places.find((one) => one.at !== 'shift' && !standsAt(order, thing, one));
  return place && { because: 'place', thing: at.thing, place };
}
