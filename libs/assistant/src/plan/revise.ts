import { edit, given, type Order } from '#libs/furniture';
import { type Meaning, type Statement } from '../meaning/meaning.js';
import { meant } from '../units/meant.js';
import { floorRow, isOnFloor, leftFirst } from '../units/units.js';
import { amends, answering, taking, withRequest } from './answers.js';
import { roomIn } from './brief/places.js';
import { WALLS_OF } from './brief/room.js';
import { asStanding, lasting, NO_WISHES, told, type Wishes } from './brief/wishes.js';
import { briefed, planned } from './briefing.js';
import { completed } from './completed.js';
import type { Conversation, Open, Step } from './conversation.js';
import { type Act, asAsked, asking, type Became, type Decision, decided, REPLY } from './decision.js';
import { ownChoice } from './edits/room-making.js';
import { changed } from './edits/standing.js';
import { acrossOf, begins, isOfKitchen, mentionsOf, reversed } from './mentions.js';
import { back, restated } from './undo.js';

/** A message about a kitchen that stands. */
export function revised(talk: Conversation, { statements: said, words }: Meaning, order: Order): Step {
  const { open } = talk;
  const returns = said.some(({ say }) => say === 'undo');
  const taken = returns ? undefined : taking(talk, said);
  if (taken) return { decision: taken };
  const statements = completed(talk, said, order).map((one) => restated(one, talk, order));
  const undone = back(talk, statements, order);
  if (undone) return { ...undone, decision: takenBack(talk, undone.decision, order, statements) ?? undone.decision };
  const other = begun(talk, statements, order) ?? otherWay(talk, said, order) ?? feasible(talk, statements, order);
  if (other) return other;
  const answers = open && answering(open, statements, order);
  const request = answers?.statements ?? statements;
  const around = { ...talk, ...given({ chosen: answers?.chosen }) };
  const together = open && open.asks.length === 0 ? withRequest(open, request) : undefined;
  const both = together && changed(order, together, around);
  const last = open?.statements.flatMap(mentionsOf).at(-1);
  const isAnswer = (one: Statement): boolean => isFreeing(order)(one) || (last !== undefined && amends(one, last));
  const made =
    both?.act.kind === 'operations' || (both && request.every(isAnswer)) ? both : changed(order, request, around);
  const restored = made && takenBack(talk, made, order, request);
  if (restored) return { decision: restored };
  const relaid = made && request.some(isOfRoom) && !isKept(made) ? laidAnew(talk, request, order) : undefined;
  if (relaid) return { decision: relaid };
  if (made)
    return { decision: made, ...given({ open: openAfter(made, together && made === both ? together : request) }) };
  if (statements.some(({ say }) => ANSWERED.includes(say))) return { decision: REPLY };
  return { decision: asking([{ ask: words.length > 0 && statements.length > 0 ? 'what' : 'unclear' }]) };
}

/** Says nothing but what makes room. */
const isFreeing =
  (order: Order) =>
  (said: Statement): boolean => {
    if (said.say === 'edit') return ['yield', 'remove', 'resize'].includes(said.edit.act);
    if (said.say !== 'thing' || said.act !== 'want') return !isOfKitchen(said) || said.say === 'thing';
    const { width = 0, ...thing } = said.thing;
    return width > 0 && meant(order, thing).some((unit) => unit.width > width);
  };

/**
 * An edit that takes the one before it back («добавь пенал», «убери пенал») leads to the kitchen that stood: what had given way
 * comes back, which all that was said leaves open.
 */
function takenBack(
  { versions, said }: Conversation,
  { act, became, assumed }: Decision,
  order: Order,
  statements: readonly Statement[],
): Decision | undefined {
  if (act.kind !== 'operations' || !act.made || became.some(({ is }) => is === 'not_done')) return undefined;
  const then = versions.at(-2);
  const named = [...said, ...statements.flatMap(mentionsOf)];
  const print = (one: Order): string => printOf(one, ownChoice(one, named));
  const isBack = then && print(then.order) === print(act.made) && print(order) !== print(act.made);
  return isBack ? decided({ kind: 'restore', turn: then.turn }, became, assumed) : undefined;
}

/** All that is said of a kitchen: without the assistant's own units, and where along the row things stand. */
function printOf(order: Order, own: ReadonlySet<string>): string {
  const { room, ceiling, obstacles, finish, handles, lighting } = order;
  const row = floorRow(order).flatMap(({ id, wall, code, width, items }) =>
    own.has(id) ? [] : [[wall, code, width, items.map(({ kind, fuel }) => [kind, fuel])]],
  );
  const rows = order.runs.map(({ id, tier, nodes }) => [
    id,
    isOnFloor({ tier }) ? 0 : Math.max(...nodes.map(({ h = 0 }) => h)),
  ]);
  return JSON.stringify([row, rows, room, ceiling, obstacles, finish, handles, lighting]);
}

/** Whether a change of the room leaves all as it was said. */
const isKept = ({ act, became, assumed }: Decision): boolean =>
  act.kind !== 'refused' && became.every(({ is }) => is !== 'not_done') && assumed.length === 0;

const ANSWERED: readonly Statement['say'][] = ['talk', 'question', 'context', 'outside', 'answer'];

/** What a decision leaves open of a request. */
function openAfter({ act }: Decision, statements: readonly Statement[]): Open | undefined {
  if (act.kind === 'ask') return { statements, asks: act.asks, offers: [] };
  return act.kind === 'refused' || act.kind === 'feasible' ? { statements, asks: [], offers: act.offers } : undefined;
}

/** Changes of the room may need the kitchen laid out anew. */
const isOfRoom = ({ say }: Statement): boolean => ['obstacle', 'walls', 'ends', 'ceiling'].includes(say);

/** «нет, наоборот»: the last change the other way round, from what stood before it. */
function otherWay(talk: Conversation, statements: readonly Statement[], order: Order): Step | undefined {
  const { versions } = talk;
  const own = statements.filter(isOfKitchen);
  const before = versions.at(-2)?.order;
  if (own.length === 0 || !own.every((one) => one.say === 'edit' && one.edit.act === 'reverse')) return undefined;
  const last = versions.at(-1)?.statements ?? [];
  if (!before) {
    // «мойка на длинной, плита на короткой», «сделайте наоборот»
    const across = last.flatMap((one) => acrossOf(one) ?? []);
    const decision = across.length > 0 ? laidAnew(talk, across, order) : undefined;
    return decision && { decision };
  }
  const turned = last.flatMap((one) => reversed(one) ?? []);
  const decision = changed(before, turned, talk);
  if (decision?.act.kind !== 'operations') return undefined;
  const edits = decision.act.operations.flatMap((one) => (one.op === 'plan_kitchen' ? [] : [one]));
  const made = edit(order, edits);
  return made.ok ? { decision: { ...decision, act: { ...decision.act, made: made.order } } } : undefined;
}

/** Where a message begins another kitchen. */
function begun(talk: Conversation, statements: readonly Statement[], order: Order): Step | undefined {
  const { open: _, ...fresh } = talk;
  const rest = statements.filter(({ say }) => say !== 'anew');
  const lengths = statements.flatMap((said) => (said.say === 'walls' ? said.lengths : []));
  if (begins(statements, true)) return briefed({ ...fresh, brief: NO_WISHES }, rest);
  const shape = statements.filter((said) => said.say === 'shape').find(({ not }) => !not)?.shape;
  const wanted = shape === 'g' ? 'corner' : shape;
  const longer = lengths.length > order.room.walls.length && rest.filter(isOfKitchen).length === 1;
  if ((wanted !== undefined && wanted !== roomIn(order).shape) || longer)
    return briefed({ ...fresh, brief: otherShape(talk.wishes, order, wanted) }, rest);
  const listed = statements.some((said) => said.say === 'sequence' && said.of.length >= 3);
  if (!listed || statements.some(({ say }) => say === 'edit')) return undefined;
  return briefed({ ...fresh, brief: asStanding(talk.wishes, order) }, rest);
}

/** Without places: they belong to the shape that was. */
function otherShape(wishes: Wishes, order: Order, shape: string | undefined): Wishes {
  const { shape: _, ...kept } = asStanding(wishes, order);
  const needed = WALLS_OF[shape as 'straight'] ?? 0;
  return { ...kept, lengths: kept.lengths.length <= needed ? kept.lengths.map(({ mm }) => ({ mm })) : [] };
}

/** The kitchen laid out anew because of its room, in the sequence that it has, where that keeps all that was said. */
function laidAnew(talk: Conversation, statements: readonly Statement[], order: Order): Decision | undefined {
  const known = order.room.walls.length > 1 ? lasting(talk.wishes, order) : inRow(talk.wishes, order);
  const wishes = told(known, statements, talk.message, []);
  const { act, became, assumed } = planned(wishes, talk.message, true);
  if (act.kind !== 'operations' || became.some(({ is }) => is === 'not_done')) return undefined;
  return decided(act, became, [...assumed.filter(({ assume }) => assume === 'obstacle'), { assume: 'laid_anew' }]);
}

/** The wishes with their things in the sequence in which they stand. */
function inRow(said: Wishes, order: Order): Wishes {
  const wishes = asStanding(said, order);
  const standing = wishes.things.flatMap(({ thing, ats }) => {
    const [one] = meant(order, thing);
    return one ? [{ one, ats }] : [];
  });
  const ats = standing.sort((a, b) => leftFirst(a.one, b.one)).flatMap((it) => it.ats);
  const of = ats.map(({ statement }) => statement);
  return { ...wishes, sequences: ats.slice(0, 1).map(({ message }) => ({ message, of, direction: 'listed' })) };
}

/** «влезет ли посудомойка 60?», «ничего не меняйте, а если убрать тумбу?»: tried, and done if the customer agrees. */
function feasible(talk: Conversation, statements: readonly Statement[], order: Order): Step | undefined {
  const asks = statements.flatMap((said) => (said.say === 'question' && said.about === 'fits' ? [said] : []));
  const edits = statements.filter((said) => isOfKitchen(said) && !keepsEverything(said));
  const [question] = asks;
  const supposed = question?.things.length === 0 || statements.some(keepsEverything);
  // «можно ли сделать подсветку?»: for looks there is always room.
  const isOfLooks = edits.length > 0 && edits.every(({ say }) => LOOKS.has(say));
  if (!question || supposed !== edits.length > 0 || isOfLooks) return undefined;
  const wishes = asks.flatMap(({ things, places, source }) =>
    things.map((thing): Statement => ({ say: 'thing', act: 'want', thing, places, source })),
  );
  const request = [...edits, ...wishes];
  const made = changed(order, request, talk);
  if (made?.act.kind === 'ask') return { decision: made, ...given({ open: openAfter(made, request) }) };
  const done = made?.act.kind === 'operations' ? [asAsked(made.act)] : [];
  const refused = made?.act.kind === 'refused' ? made.act : undefined;
  const already = done.length === 0 && !refused;
  const { findings = [], offers = done } = refused ?? {};
  const became: Became = { statement: statements.indexOf(question), is: 'answered' };
  const act: Act = { kind: 'feasible', fits: !refused, ...(already ? { already } : {}), findings, offers };
  const decision = decided(act, [became]);
  return { decision, ...given({ open: openAfter(decision, request) }) };
}

/** What takes no room. */
const LOOKS: ReadonlySet<Statement['say']> = new Set(['lighting', 'handles', 'colour']);

/** «ничего не меняйте». */
const keepsEverything = (said: Statement): boolean =>
  said.say === 'edit' && said.edit.act === 'keep' && said.edit.things.length === 0;
