import { edit, given, type Order } from '#libs/furniture';
import type { Meaning, Statement } from '../meaning/meaning.js';
import { answering, NOTHING_CHOSEN, offerTaken, withRequest } from './answers.js';
import { wishesOf } from './brief/from-order.js';
import { NO_WISHES, told, unitWidthOf, type Wishes } from './brief/wishes.js';
import { asking, briefed, planned } from './briefing.js';
import type { Conversation, Open, Step } from './conversation.js';
import { type Decision, decided, type Offer, REPLY } from './decision.js';
import { type Around, changed } from './edits/standing.js';
import { isOfKitchen, mentionsOf, reversed, withThings } from './mentions.js';
import { undone } from './undo.js';

/** A message about a kitchen that stands. */
export function revised(talk: Conversation, { statements: said, words }: Meaning, order: Order): Step {
  const { open } = talk;
  const taken = open && offerTaken(order, open, said);
  if (taken) return { decision: decided({ kind: 'operations', operations: taken.operations, anew: false }) };
  const statements = completed(talk, said);
  const other =
    begun(talk, statements, order) ??
    otherWay(talk, said, order) ??
    back(talk, statements, order) ??
    feasible(talk, statements, order);
  if (other) return other;
  const answers = open && answering(open, statements, order);
  const request = answers?.statements ?? statements;
  const around = aroundOf(talk, statements, answers?.chosen);
  const together = open?.offers.length && !answers ? withRequest(open, request) : undefined;
  const both = together && changed(order, together, around);
  const made = both?.act.kind === 'operations' ? both : changed(order, request, around);
  if (made?.act.kind === 'refused' && isOfRoom(request)) {
    const relaid = laidAnew(talk, request, order);
    if (relaid) return { decision: relaid };
  }
  if (made) return { decision: made, ...given({ open: openAfter(made, request) }) };
  const spoken = statements.some(({ say }) => ANSWERED.includes(say));
  return {
    decision: spoken ? REPLY : asking([{ ask: words.length > 0 && statements.length > 0 ? 'what' : 'unclear' }]),
  };
}

const ANSWERED: readonly Statement['say'][] = ['talk', 'question', 'context', 'outside', 'answer'];

const aroundOf = (
  { said, last }: Conversation,
  statements: readonly Statement[] = [],
  chosen: Around['chosen'] = NOTHING_CHOSEN,
): Around => ({
  said: [...said, ...statements.flatMap(mentionsOf)],
  chosen,
  last,
});

/** What a decision leaves open of a request. */
function openAfter({ act }: Decision, statements: readonly Statement[]): Open | undefined {
  if (act.kind === 'ask') return { statements, asks: act.asks, offers: [] };
  return act.kind === 'refused' || act.kind === 'feasible' ? { statements, asks: [], offers: act.offers } : undefined;
}

/** Changes of the room may need the kitchen laid out anew. */
const isOfRoom = (statements: readonly Statement[]): boolean =>
  statements.some(({ say }) => say === 'obstacle' || say === 'walls' || say === 'ends' || say === 'ceiling');

/** Statements that lean on the turn before: «наоборот», «и ящики тоже», «нет, серый», «лучше 50». */
function completed({ versions, open }: Conversation, statements: readonly Statement[]): readonly Statement[] {
  const before = versions.at(-1)?.statements ?? [];
  const mirrors = statements.some((one) => one.say === 'edit' && one.edit.act === 'mirror');
  return statements.flatMap((said): readonly Statement[] => {
    if (said.say === 'edit' && said.edit.act === 'likewise') {
      const { things } = said.edit;
      const alike = before.flatMap((one) => withThings(one, things) ?? []);
      return alike.length > 0 ? alike : [said];
    }
    if (said.say === 'edit' && said.edit.act === 'reverse')
      return mirrors ? [] : [{ ...said, edit: { act: 'mirror' } }];
    if (said.say === 'colour' && said.parts.length === 0) {
      const last = before.find((one) => one.say === 'colour');
      return [{ ...said, parts: last?.say === 'colour' ? last.parts : [] }];
    }
    if (said.say !== 'number' || open) return [said];
    const width = unitWidthOf(said.value, said.unit);
    return before.flatMap((one): Statement[] => {
      if (one.say === 'thing' && one.thing.width !== undefined) return [{ ...one, thing: { ...one.thing, width } }];
      return one.say === 'edit' && one.edit.act === 'resize'
        ? [{ ...one, edit: { act: 'resize', things: one.edit.things, to: width } }]
        : [];
    });
  });
}

/** «нет, наоборот»: the last change the other way round, from what stood before it. */
function otherWay(talk: Conversation, statements: readonly Statement[], order: Order): Step | undefined {
  const { versions } = talk;
  const own = statements.filter(isOfKitchen);
  const before = versions.at(-2)?.order;
  if (!before || own.length === 0 || !own.every((one) => one.say === 'edit' && one.edit.act === 'reverse'))
    return undefined;
  const turned = (versions.at(-1)?.statements ?? []).flatMap((one) => reversed(one) ?? []);
  const decision = changed(before, turned, aroundOf(talk));
  if (decision?.act.kind !== 'operations') return undefined;
  const edits = decision.act.operations.flatMap((one) => (one.op === 'plan_kitchen' ? [] : [one]));
  return edit(order, edits).ok ? { decision } : undefined;
}

/** Where a message begins another kitchen. */
function begun(talk: Conversation, statements: readonly Statement[], order: Order): Step | undefined {
  const { open: _, ...fresh } = talk;
  const rest = statements.filter(({ say }) => say !== 'anew');
  const lengths = statements.flatMap((said) => (said.say === 'walls' ? said.lengths : []));
  const things = statements.filter((said) => said.say === 'thing' && said.act === 'want');
  const edits = statements.some(({ say }) => say === 'edit');
  if (rest.length < statements.length || (lengths.length > 0 && things.length > 1 && !edits)) {
    const { decision, ...more } = briefed(fresh, NO_WISHES, rest, undefined);
    const { act } = decision;
    return { ...more, decision: { ...decision, act: act.kind === 'operations' ? { ...act, anew: true } : act } };
  }
  const shape = statements.find((said) => said.say === 'shape' && !said.not);
  const wanted = shape?.say === 'shape' ? (shape.shape === 'g' ? 'corner' : shape.shape) : undefined;
  const now = (['straight', 'corner', 'u'] as const)[order.room.walls.length - 1];
  if ((wanted !== undefined && wanted !== now) || lengths.length > order.room.walls.length)
    return briefed(fresh, otherShape(talk, order, wanted), rest, undefined);
  const listed = statements.some((said) => said.say === 'sequence' && said.of.length >= 3);
  if (!listed || edits) return undefined;
  return briefed(fresh, { ...wishesOf(order, talk.said, { walls: false }), sequences: [] }, rest, undefined);
}

/** What stands, without places: they belong to the other shape. */
function otherShape(talk: Conversation, order: Order, shape: string | undefined): Wishes {
  const { shape: _, ...kept } = wishesOf(order, talk.said, { walls: false });
  const needed = { straight: 1, corner: 2, u: 3 }[shape ?? ''] ?? 0;
  return { ...kept, lengths: kept.lengths.length <= needed ? kept.lengths.map(({ mm }) => ({ mm })) : [] };
}

/** The kitchen laid out anew because of its room, in the sequence that it has, where that keeps all that was said. */
function laidAnew(talk: Conversation, statements: readonly Statement[], order: Order): Decision | undefined {
  const wishes = told(wishesOf(order, talk.said, { walls: true }), statements, talk.message, []);
  const { act, became, assumed } = planned(wishes, talk.message);
  if (act.kind !== 'operations' || became.some(({ is }) => is === 'not_done')) return undefined;
  return decided(act, became, [...assumed.filter(({ assume }) => assume === 'obstacle'), { assume: 'laid_anew' }]);
}

/** Brings back what is meant; «ящики верните, как были»: of what is named only that goes back. */
function back({ versions }: Conversation, statements: readonly Statement[], order: Order): Step | undefined {
  const statement = statements.findIndex(({ say }) => say === 'undo');
  const undo = statements[statement];
  if (undo?.say !== 'undo') return undefined;
  const [aspect] = statements.flatMap((said) => (said.say === 'thing' && said.act === 'want' ? [said.thing] : []));
  const made = undone(order, versions, undo.what === 'last' && aspect ? { ...undo, what: { aspect } } : undo);
  if (!made)
    return { decision: decided({ kind: 'reply' }, [{ statement, is: 'not_done', why: { because: 'no_earlier' } }]) };
  if ('turn' in made) return { decision: decided({ kind: 'restore', turn: made.turn }, [{ statement, is: 'done' }]) };
  const trial = edit(order, made.edits);
  if (!trial.ok) return { decision: decided({ kind: 'refused', findings: trial.findings, offers: [] }) };
  return {
    decision: decided({ kind: 'operations', operations: made.edits, anew: false }, [{ statement, is: 'done' }]),
  };
}

/** «влезет ли посудомойка 60?»: tried, and done if the customer agrees. */
function feasible(talk: Conversation, statements: readonly Statement[], order: Order): Step | undefined {
  const statement = statements.findIndex(
    (said) => said.say === 'question' && said.about === 'fits' && said.things.length > 0,
  );
  const question = statements[statement];
  if (question?.say !== 'question') return undefined;
  const { things, places, source } = question;
  const request = things.map(
    (thing): Statement => ({
      say: 'thing',
      act: 'want',
      thing: { ...thing, ...given({ width: thing.width ?? question.width }) },
      places,
      source,
    }),
  );
  const made = changed(order, request, aroundOf(talk));
  if (made?.act.kind === 'ask') return { decision: made, ...given({ open: openAfter(made, request) }) };
  const done: Offer[] =
    made?.act.kind === 'operations' ? [{ ways: [{ way: 'as_asked' }], operations: made.act.operations }] : [];
  const refused = made?.act.kind === 'refused' ? made.act : undefined;
  const already = done.length === 0 && !refused;
  const { findings = [], offers = done } = refused ?? {};
  const decision = decided({ kind: 'feasible', fits: !refused, ...(already ? { already } : {}), findings, offers }, [
    { statement, is: 'answered' },
  ]);
  return { decision, ...given({ open: openAfter(decision, request) }) };
}
