import { type Edit, edit, type Finding, given, isSameKitchen, type Order } from '#libs/furniture';
import { codeOf } from '../../concepts/index.js';
import { type Mention, referredTo, type Statement } from '../../meaning/meaning.js';
import { meant } from '../../units/meant.js';
import { floorRow, unitIn } from '../../units/units.js';
import { standsAt } from '../brief/places.js';
import { rowEdits } from '../brief/rows.js';
import type { Wishes } from '../brief/wishes.js';
import type { Conversation } from '../conversation.js';
import type { Act, Ask, Became, Decision, NotDone, Offer } from '../decision.js';
import { mentionsOf } from '../mentions.js';
import { isSameThing, tierOf } from '../things.js';
import { changeOf } from './change.js';
import { type Effort, type Fitted, fitted, fullEffort, offersFor, ownChoice, type Unfit } from './room-making.js';
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
  readonly edits: Edit[];
  order: Order;
  readonly became: Became[];
  refused?: Unfit;
}

const thingsOf = (statements: readonly Statement[], act: 'keep' | 'yield'): Mention[] =>
  statements.flatMap((said) => (said.say === 'edit' && said.edit.act === act ? said.edit.things : []));

const sceneOf = (
  order: Order,
  statements: readonly Statement[],
  { said, last, chosen = new Map() }: Around,
  before: Order = order,
): Scene => ({
  order,
  said,
  chosen,
  kept: thingsOf(statements, 'keep'),
  freed: floorRow(before).flatMap((one) => (unitIn(order, one.id) ? [] : [{ before, one }])),
  last: [...new Set(last.toReversed().flatMap((mention) => meant(order, mention).slice(0, 1)))],
});

/** Changes of an order that stands; undefined where the statements ask for none. */
export function changed(order: Order, statements: readonly Statement[], known: Around): Decision | undefined {
  const around = { ...known, said: [...known.said, ...statements.flatMap(mentionsOf)] };
  const scene = sceneOf(order, statements, around);
  const all = statements.flatMap((said, statement): Step[] => {
    const change = changeOf(said, scene);
    return change ? [{ statement, said, change }] : [];
  });
  // What is only named («розетка там», «плиту меняем: …») holds up nothing else.
  const steps = all.filter(({ said, change }) => !('ask' in change && isBare(said, change.ask)) || all.length === 1);
  if (steps.length === 0) return undefined;
  const ask = steps.flatMap(({ change }) => ('ask' in change ? [change.ask] : []))[0];
  if (ask) {
    const findings = ask.ask === 'width' ? [ask.finding] : [];
    return { act: { kind: 'ask', asks: [ask], ...(findings.length > 0 ? { findings } : {}) }, became: [], assumed: [] };
  }
  const norm = steps.flatMap(({ change }) =>
    'not' in change && change.not.because === 'norm' ? [change.not.finding] : [],
  )[0];
  if (norm) return { act: { kind: 'decline', finding: norm }, became: steps.flatMap(settled), assumed: [] };
  const own = (now: Order): ReadonlySet<string> => ownChoice(now, around.said, thingsOf(statements, 'yield'));
  const { effort = fullEffort() } = around;
  const {
    edits,
    order: made,
    became,
    refused,
  } = withLimits(order, statements, known.wishes, applied(order, statements, steps, { ...around, effort }, own));
  if (refused) {
    const offers = around.tried ? [] : offersFor(order, edits, refused, own(order), effort);
    const act = refusal(refused.findings, offers, refused.missing);
    return { act, became: [], assumed: [] };
  }
  if (edits.length === 0 || isSameKitchen(made, order)) return { act: { kind: 'reply' }, became, assumed: [] };
  const hoodless = hoodOf(order) && !hoodOf(made) && !edits.some((one) => one.op === 'remove_tier' || isOf(one, order));
  return {
    act: { kind: 'operations', operations: edits, anew: false, made },
    became,
    assumed: hoodless ? [{ assume: 'no_hood' }] : [],
  };
}

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
const isOf = (one: Edit, order: Order): boolean => one.op === 'remove' && one.node === hoodOf(order)?.node;

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
  own: (order: Order) => ReadonlySet<string>,
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
  for (const step of steps.toSorted((a, b) => rank(a) - rank(b))) {
    // Places and neighbours are those that the changes before it left.
    const scene = batch.edits.length > 0 ? sceneOf(batch.order, statements, around, order) : undefined;
    const again = scene && changeOf(step.said, scene);
    const now: Step = { ...step, change: again && !('ask' in again) ? again : step.change };
    batch.became.push(...settled(now));
    const { change, statement } = now;
    if (!('ways' in change)) continue;
    const made = fitted(batch.order, change.ways, own(batch.order), around.effort, (then) => {
      const brings = refused.some((thing) => meant(then, thing).length > meant(batch.order, thing).length);
      const moves = placed.some(
        ({ thing, place }) => standsAt(batch.order, thing, place) && !standsAt(then, thing, place),
      );
      return !brings && !moves && !missedPlace(then, change);
    });
    if (made.ok) batch.edits.push(...made.edits);
    const fit = made.ok ? made : atOnce(order, [...done, now], own(order), around.effort);
    if (!fit) return made.ok ? batch : { ...batch, refused: made };
    if (!made.ok) batch.edits.splice(0, batch.edits.length, ...fit.edits);
    batch.order = fit.order;
    done.push(now);
    const missed = missedPlace(batch.order, change);
    batch.became.push(missed ? { statement, is: 'not_done', why: missed } : { statement, is: 'done' });
  }
  return batch;
}

/** The best way of each change in one batch: what one alone breaks another may mend. */
function atOnce(order: Order, steps: readonly Step[], own: ReadonlySet<string>, effort: Effort): Fitted | undefined {
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

export function refusal(findings: readonly Finding[], offers: readonly Offer[], missing?: number): Act {
  return {
    kind: 'refused',
    findings: findings.filter(({ severity }) => severity === 'error'),
    offers,
    ...given({ missing }),
  };
}
