import { edit, given, type Order } from '#libs/furniture';
import { type Meaning, type Place, type Statement, thingsAt, unsaid } from '../meaning/meaning.js';
import { allMeant, meant } from '../units/meant.js';
import { floorRow, isOnFloor, leftFirst } from '../units/units.js';
import { amends, answering, otherSide, taking, withRequest, withWidth } from './answers.js';
import { isAt, roomIn } from './brief/places.js';
import { WALLS_OF } from './brief/room.js';
import { unitWidthOf } from './brief/room-wishes.js';
import { asStanding, lasting, NO_WISHES, told, type Wishes } from './brief/wishes.js';
import { briefed, planned } from './briefing.js';
import type { Conversation, Open, Step } from './conversation.js';
import { type Act, asAsked, asking, type Became, type Decision, decided, REPLY } from './decision.js';
import { ownChoice } from './edits/room-making.js';
import { plainest } from './edits/scene.js';
import { changed } from './edits/standing.js';
import { begins, isOfKitchen, mentionsOf, placesOf, reversed, withThings } from './mentions.js';
import { isBare, isPlain, isSameThing, kindOf } from './things.js';
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

/** Statements that lean on others: «наоборот», «и ящики тоже», «нет, серый», «лучше 50», a place after its thing. */
function completed(talk: Conversation, statements: readonly Statement[], order: Order): Statement[] {
  const { versions, open, last } = talk;
  const before = versions.at(-1)?.statements ?? [];
  // «наоборот: мойку и плиту местами», «зеркально, наоборот»: what is done says it all.
  const turns = statements.some((one) => one.say === 'edit' && /^(mirror|swap|move|replace)$/.test(one.edit.act));
  const kitchen = statements.filter(isOfKitchen);
  // «над пеналом пусто, поставьте туда шкафчик»
  const [first, second] = kitchen;
  const there = first?.say === 'place' && second && withPlaces(second, first.places);
  return statements.flatMap((said, i): Statement[] => {
    const [next] = statements.slice(i + 1).filter(isOfKitchen);
    if (said.say === 'edit' && said.edit.act === 'yield' && kitchen.length === 1 && !open)
      return [{ ...said, edit: { ...said.edit, act: 'remove', places: [] } }];
    if (there && (said === first || said === second)) return said === first ? [] : [there];
    const placed = next?.say === 'place' && withPlaces(said, next.places);
    if (placed) return [placed];
    if (isOnlyNamed(said, kitchen) || isNotThere(said, kitchen)) return [];
    const resized = standsBetween(said, order);
    if (resized) return [resized];
    const yielding = open?.asks.length === 0 && yieldingAt(said, order);
    if (yielding) return [yielding];
    if (next?.say === 'number' && said.say === 'thing' && !said.thing.width && !open)
      return [{ ...said, thing: { ...said.thing, width: unitWidthOf(next) } }];
    if (said.say === 'edit' && said.edit.act === 'move' && said.edit.things.length === 0) {
      const things = statements.slice(0, i).flatMap(mentionsOf).slice(-1);
      return [{ ...said, edit: { ...said.edit, things } }];
    }
    if (said.say === 'place' && kitchen.length === 1 && !open && last.length === 1) {
      const places = said.places.map((place) => otherSide(place, before.flatMap(placesOf)));
      return [{ ...said, say: 'edit', edit: { act: 'move', things: [], places } }];
    }
    if (isSpare(said, order, open !== undefined) && (open?.asks.length === 0 || kitchen.length > 1))
      return [{ ...said, say: 'edit', edit: { act: 'yield', things: mentionsOf(said) } }];
    if (said.say === 'edit' && said.edit.act === 'likewise') {
      const { things } = said.edit;
      const alike = before.flatMap((one) => withThings(one, things) ?? []);
      return alike.length > 0 ? alike : [said];
    }
    if (said.say === 'edit' && said.edit.act === 'reverse') return turns ? [] : [{ ...said, edit: { act: 'mirror' } }];
    if (said.say === 'colour' && said.parts.length === 0)
      return [{ ...said, parts: before.find((one) => one.say === 'colour')?.parts ?? [] }];
    if (said.say !== 'number' || open || kitchen.some(({ say }) => say === 'thing')) return [said];
    const width = unitWidthOf(said);
    const bare: Statement = { ...said, say: 'thing', act: 'want', thing: unsaid('it', { width }), places: [] };
    const same = before.flatMap((one): Statement[] => {
      const [thing] = mentionsOf(one);
      if (one.say === 'edit' && one.edit.act === 'resize') return [withWidth(one, thing, width)];
      return thing?.width ? [{ ...bare, thing: { ...thing, width } }] : [];
    });
    // «а посудомойка какая? 45?»
    return same.length > 0 || statements.some(({ say }) => say === 'question') ? same : [bare];
  });
}

/** «тумбу между плитой и холодильником сделайте 40» where one stands: it is resized, none is added. */
function standsBetween(said: Statement, order: Order): Statement | undefined {
  if (said.say !== 'thing' || said.act !== 'want' || !said.thing.width || said.places.length !== 1) return undefined;
  const { thing, places, source } = said;
  const { width, which: _, ...such } = thing;
  const [place] = places;
  if (place?.at !== 'between' || kindOf(thing) || thing.count) return undefined;
  const [it, other] = floorRow(order).filter((unit) => isAt(order, unit, place));
  const isSuch = it !== undefined && !other && allMeant(order, such).some(({ id }) => id === it.id);
  return isSuch
    ? { say: 'edit', edit: { act: 'resize', things: [such], among: places, to: width }, source }
    : undefined;
}

/** «сузьте тумбу между плитой и холодильником» to a kitchen that has no room: by as much as is lacking. */
function yieldingAt(said: Statement, order: Order): Statement | undefined {
  const { edit: made } = said.say === 'edit' ? said : {};
  if (made?.act !== 'resize' || made.by !== 'narrower' || made.mm !== undefined) return undefined;
  const {
    things: [thing, other],
    among = [],
  } = made;
  if (!thing || other || among.length === 0) return undefined;
  const [it, more] = allMeant(order, thing).filter((unit) => among.every((place) => isAt(order, unit, place)));
  const things = it && !more ? [{ ...thing, width: it.width }] : [];
  return things.length > 0 ? { ...said, say: 'edit', edit: { act: 'yield', things } } : undefined;
}

/** The statement of a thing whose place was said after it. */
function withPlaces(said: Statement, places: readonly Place[]): Statement | undefined {
  if (said.say === 'obstacle' && said.obstacle.places.length === 0)
    return { ...said, obstacle: { ...said.obstacle, places } };
  if (placesOf(said).length > 0) return undefined;
  if (said.say === 'thing') return { ...said, places };
  return said.say === 'edit' && said.edit.act === 'add' ? { ...said, edit: { ...said.edit, places } } : undefined;
}

/** «пенал загородит свет, вместо него …»: named for what the rest says of it. */
const isOnlyNamed = (said: Statement, others: readonly Statement[]): boolean =>
  said.say === 'thing' &&
  said.act === 'want' &&
  said.places.length === 0 &&
  isBare(said.thing) &&
  thingsAt(others.flatMap(placesOf), 'instead').some((of) => isSameThing(of, said.thing));

/** «мойку не в углу, а на длинной»: where it is not to be, beside where it is. */
const isNotThere = (said: Statement, others: readonly Statement[]): boolean =>
  said.say === 'thing' &&
  said.act === 'refuse' &&
  said.places.length > 0 &&
  others.some((one) => one.say === 'thing' && one.act === 'want' && isSameThing(one.thing, said.thing));

/** «лишние тумбы уберите»: plain units that are not told apart, to be out or narrower. */
function isSpare(said: Statement, order: Order, makesRoom: boolean): boolean {
  const { edit: made } = said.say === 'edit' ? said : {};
  if (made?.act !== 'remove' && !(made?.act === 'resize' && made.by === 'narrower' && made.mm === undefined))
    return false;
  const [thing, other] = made.things;
  // «сузьте тумбу между плитой и холодильником»: said which.
  if (made.act === 'resize' && made.among?.length) return false;
  if (!thing || other || thing.which || thing.width || (made.act === 'remove' && made.places.length > 0)) return false;
  const such = allMeant(order, thing).filter(({ code }) => isPlain(code));
  // «тумбу поуже» beside one with drawers is the plain one; which goes is not guessed.
  return (makesRoom || made.act === 'remove' ? such : plainest(such, thing)).length > 1;
}

/** «нет, наоборот»: the last change the other way round, from what stood before it. */
function otherWay(talk: Conversation, statements: readonly Statement[], order: Order): Step | undefined {
  const { versions } = talk;
  const own = statements.filter(isOfKitchen);
  const before = versions.at(-2)?.order;
  if (!before || own.length === 0 || !own.every((one) => one.say === 'edit' && one.edit.act === 'reverse'))
    return undefined;
  const turned = (versions.at(-1)?.statements ?? []).flatMap((one) => reversed(one) ?? []);
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
