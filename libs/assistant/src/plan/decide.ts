import { edit, type Finding, given, type Order } from '#libs/furniture';
import type { Meaning, Mention, Statement } from '../meaning/meaning.js';
import { MAX_COST } from '../meaning/read.js';
import type { AssistantRequest } from '../port.js';
import { plannedOf } from './brief.js';
import {
  askedIn,
  type Conversation,
  type Deciding,
  type Open,
  type Read,
  replayed,
  type Step,
} from './conversation.js';
import type { Ask, Assumed, Became, Decision, Offer } from './decision.js';
import { wishesOf } from './from-order.js';
import { layOut } from './layout.js';
import { mentionsOf, reversed, withThings } from './mentions.js';
import { MAX_ASKS, missingOf } from './missing.js';
import { type Context, forbidden } from './norms.js';
import { obstaclesOf, wallsOf } from './room.js';
import { changed, offerNamed, refusal } from './standing.js';
import { kindOf, meant } from './things.js';
import { undone } from './undo.js';
import { NO_WISHES, told, unitWidthOf, type Wishes, withImplied } from './wishes.js';

/** What a conversation's next message comes to. Pure: the same words after the same history have the same answer. */
export function decide(
  { words, history, order, pictures }: Pick<AssistantRequest, 'words' | 'history' | 'order' | 'pictures'>,
  read: Read,
): { readonly decision: Decision; readonly meaning: Meaning; readonly meanings: readonly Meaning[] } {
  const { talk, meanings } = replayed(history, read, step);
  const meaning = read(words, askedIn(talk.open));
  const { decision } = step(talk, meaning, order);
  const unread = pictures.some(({ from }) => from === 'this_turn');
  const assumed: Assumed[] = unread ? [{ assume: 'picture_unread' }, ...decision.assumed] : [...decision.assumed];
  return { decision: { ...decision, assumed }, meaning, meanings: [...meanings, meaning] };
}

const REPLY: Decision = { act: { kind: 'reply' }, became: [], assumed: [] };
const asking = (asks: readonly Ask[], findings: readonly Finding[] = []): Decision => ({
  act: { kind: 'ask', asks: asks.slice(0, MAX_ASKS), ...(findings.length > 0 ? { findings } : {}) },
  became: [],
  assumed: [],
});

/** Statements that say something of a kitchen, as against talk. */
const SAYS_NOTHING: readonly Statement['say'][] = ['talk', 'context', 'answer', 'question', 'outside', 'undo'];
const isOfKitchen = ({ say }: Statement): boolean => !SAYS_NOTHING.includes(say);

/** Talk after which nothing else of the message counts. */
const ENDS_TALK: readonly string[] = ['other_furniture', 'injection'];

/** One message of a conversation. */
export const step: Deciding = (talk, meaning, order) => {
  const { statements } = meaning;
  const about = statements.some((said) => said.say === 'thing' || said.say === 'row' || said.say === 'shape');
  const unexplained = meaning.words.some(({ explained }) => explained === undefined);
  const declined = statements.some(
    (said) =>
      said.say === 'talk' &&
      ENDS_TALK.includes(said.topic) &&
      (said.topic === 'other_furniture' || !about || unexplained),
  );
  if (declined) return answered(statements, { decision: REPLY, ...given({ brief: talk.brief, open: talk.open }) });
  const unclear =
    meaning.cost > MAX_COST ||
    (statements.length === 0 && meaning.words.some(({ explained }) => explained === undefined));
  if (unclear && !statements.some(isOfKitchen) && !statements.some(({ say }) => say === 'talk'))
    return {
      decision: withOpen(asking([{ ask: 'unclear' }]), talk, order),
      ...given({ brief: talk.brief, open: talk.open }),
    };
  const norm = forbidden(statements, contextOf(talk, statements, order));
  if (norm) {
    const { act, why, statement } = norm;
    const rest = statements.filter((_, i) => i !== statement);
    const decision: Decision = { act, became: [{ statement, is: 'not_done', why }], assumed: [] };
    const brief =
      order && !talk.brief
        ? undefined
        : { wishes: told(talk.brief?.wishes ?? NO_WISHES, rest, talk.message, talk.open?.asks ?? []) };
    return {
      decision,
      ...given({ brief }),
      open: { statements: withoutPlaces(statements, statement), asks: act.kind === 'ask' ? act.asks : [], offers: [] },
    };
  }
  const made =
    order && !talk.brief
      ? ofOrder(talk, meaning, order)
      : ofBrief(talk, talk.brief?.wishes ?? NO_WISHES, statements, order);
  return answered(statements, made);
};

/** The forbidden place is left out of what an answer completes. */
const withoutPlaces = (statements: readonly Statement[], index: number): Statement[] =>
  statements.map((said, i) => {
    if (i !== index) return said;
    if (said.say === 'thing') return { ...said, places: [] };
    return said.say === 'edit' && (said.edit.act === 'add' || said.edit.act === 'move')
      ? { ...said, edit: { ...said.edit, places: [] } }
      : said;
  });

/** While a kitchen is planned, what is missing is asked also where the message was not understood. */
function withOpen(decision: Decision, talk: Conversation, order: Order | undefined): Decision {
  if (decision.act.kind !== 'ask' || (order && !talk.brief)) return decision;
  const { asks } = planned(talk.brief?.wishes ?? NO_WISHES, talk.message);
  return asking([...decision.act.asks, ...asks.slice(0, 1)]);
}

/** Questions, small talk and things outside the catalogue are answered whatever else was done. */
function answered(statements: readonly Statement[], { decision, ...rest }: Step): Step {
  const known = new Set(decision.became.map(({ statement }) => statement));
  const became = statements.flatMap((said, statement): Became[] => {
    if (known.has(statement)) return [];
    if (said.say === 'talk' || said.say === 'question') return [{ statement, is: 'answered' }];
    if (said.say === 'outside') return [{ statement, is: 'not_done', why: { because: 'outside', name: said.name } }];
    return said.say === 'thing' && said.thing.colour
      ? [{ statement, is: 'not_done', why: { because: 'colour', thing: said.thing } }]
      : [];
  });
  const nearest = statements.flatMap((said): Assumed[] =>
    said.say === 'colour' && said.colour.nearest && !said.not
      ? [{ assume: 'nearest_colour', named: said.colour.named, finish: said.colour.finish }]
      : [],
  );
  return {
    decision: { ...decision, became: [...decision.became, ...became], assumed: [...decision.assumed, ...nearest] },
    ...rest,
  };
}

function contextOf({ brief }: Conversation, statements: readonly Statement[], order: Order | undefined): Context {
  const wishes = told(brief?.wishes ?? NO_WISHES, statements, 0, []);
  const fuel =
    wishes.things.find(({ thing }) => thing.fuel)?.thing.fuel ?? order?.items.find((item) => item.fuel)?.fuel;
  const cornered =
    order && !brief
      ? order.room.walls.length > 1
      : wishes.shape === 'corner' || wishes.shape === 'u' || wishes.lengths.length > 1;
  return { order, fuel, cornered };
}

/** A message about a kitchen that is being planned. */
function ofBrief(talk: Conversation, before: Wishes, statements: readonly Statement[], order: Order | undefined): Step {
  const { open } = talk;
  const taken = open && offerTaken(undefined, open, statements);
  if (taken) return { decision: operations(taken.operations, true), brief: { wishes: before } };
  const wishes = told(before, statements, talk.message, open?.asks ?? []);
  const { asks, findings, decision } = planned(
    wishes,
    talk.message,
    !statements.some(isOfKitchen) && wishes === before,
  );
  const offTopic = statements.some(({ say }) => say === 'talk') && !statements.some(isOfKitchen) && order !== undefined;
  if (offTopic) return { decision: REPLY, brief: { wishes }, ...given({ open }) };
  if (!decision)
    return {
      decision: unsupported(wishes, talk.message, asking(asks, findings)),
      brief: { wishes },
      open: { statements, asks, offers: [] },
    };
  const offers = decision.act.kind === 'refused' ? decision.act.offers : [];
  return { decision: decision, brief: { wishes }, open: { statements, asks: [], offers } };
}

/** A shape that is not made is said so, with the question for another. */
function unsupported({ unsupported: shape }: Wishes, message: number, decision: Decision): Decision {
  if (!shape) return decision;
  const why = { because: 'shape', shape: shape.shape } as const;
  return {
    ...decision,
    became: [
      ...decision.became,
      { is: 'not_done', why, ...(shape.at.message === message ? { statement: shape.at.statement } : {}) },
    ],
  };
}

interface Planning {
  readonly asks: readonly Ask[];
  readonly findings: readonly Finding[];
  readonly decision?: Decision;
}

/** The wishes as a kitchen, or what is missing for one. */
function planned(said: Wishes, message: number, silent = false): Planning {
  const wishes = withImplied(said);
  const resolved = wallsOf(wishes);
  if (wishes.unsupported)
    return { asks: [{ ask: 'length', shapeToo: true, known: wishes.lengths.map(({ mm }) => mm) }], findings: [] };
  const things = plannedOf(wishes).planned;
  if (!resolved.ok) {
    const rest = missingOf(wishes, things, []).filter(
      ({ ask }) => ask !== 'appliances' || resolved.ask.ask === 'length',
    );
    return { asks: [resolved.ask, ...rest], findings: [] };
  }
  const { walls, shape } = resolved;
  const { obstacles, asks: open, assumed } = obstaclesOf(wishes.obstacles, walls);
  const room = { walls, shape, obstacles };
  const asks = missingOf(wishes, things, open);
  if (asks.length > 0) {
    const widths = asks.flatMap((ask) => (ask.ask === 'width' ? [ask.finding] : []));
    return { asks, findings: [...widths, ...impossible(wishes, room)] };
  }
  if (silent) return { asks: [], findings: [], decision: REPLY };
  const layout = layOut(wishes, room);
  const all = [...resolved.assumed, ...assumed];
  if (!layout.ok)
    return {
      asks: [],
      findings: [],
      decision: { act: refusal(layout.findings, layout.offers, layout.missing), became: [], assumed: [] },
    };
  const became = layout.missed.map(
    ({ at, why }): Became => ({ is: 'not_done', why, ...(at?.message === message ? { statement: at.statement } : {}) }),
  );
  return {
    asks: [],
    findings: [],
    decision: {
      act: { kind: 'operations', operations: layout.operations, anew: false },
      became,
      assumed: [...all, ...layout.assumed],
    },
  };
}

/** Middle wall of a U shape under which rows may be too close, mm; the engine decides. */
const NARROW_U_MM = 2600;

/** What cannot be built whatever the answers are; too little space is not among it. */
function impossible(wishes: Wishes, room: Parameters<typeof layOut>[1]): readonly Finding[] {
  const doubtful =
    (room.walls.length === 3 && (room.walls[1]?.length ?? 0) < NARROW_U_MM) ||
    room.obstacles.some(({ kind }) => kind === 'window');
  if (!doubtful) return [];
  const made = layOut(wishes, room);
  return made.ok ? [] : made.findings.filter(({ code, severity }) => severity === 'error' && code !== 'GEO-SUM');
}

const operations = (list: Offer['operations'], anew = false): Decision => ({
  act: { kind: 'operations', operations: list, anew },
  became: [],
  assumed: [],
});

/** «да», «второй вариант», «сузьте ящики»: the offer that is taken. */
function offerTaken(order: Order | undefined, { offers }: Open, statements: readonly Statement[]): Offer | undefined {
  if (offers.length === 0) return undefined;
  const answer = statements.find((said) => said.say === 'answer');
  const others = statements.filter((said) => isOfKitchen(said));
  if (others.length === 0) {
    if (answer?.say !== 'answer') return undefined;
    if (answer.answer === 'yes' || answer.answer === 'any') return offers[0];
    return typeof answer.answer === 'object'
      ? offers.at(answer.answer.choice < 0 ? -1 : answer.answer.choice - 1)
      : undefined;
  }
  const number = others[0];
  if (others.length === 1 && number?.say === 'number' && number.unit === undefined && number.value <= offers.length)
    return offers[number.value - 1];
  return others.length === 1 && number ? offerNamed(order, offers, number) : undefined;
}

/** A message about a kitchen that stands. */
function ofOrder(talk: Conversation, meaning: Meaning, order: Order): Step {
  const { open } = talk;
  const statements = completed(talk, meaning.statements);
  const taken = open && offerTaken(order, open, meaning.statements);
  if (taken) return { decision: operations(taken.operations) };
  const anew = begun(talk, statements, order);
  if (anew) return anew;
  const opposite = otherWay(talk, meaning.statements, order);
  if (opposite) return { decision: opposite };
  const undo = undoOf(statements);
  if (undo?.say === 'undo') return { decision: back(talk, statements, undo, order) };
  const question = feasible(talk, statements, order);
  if (question) return question;
  const answers = open ? answering(open, statements, order) : undefined;
  const around = {
    said: [...talk.said, ...statements.flatMap(mentionsOf)],
    chosen: answers?.chosen ?? NOTHING_CHOSEN,
    last: talk.last,
  };
  const request = answers?.statements ?? statements;
  const together = open && open.offers.length > 0 && !answers ? withRequest(open, request) : undefined;
  const both = together && changed(order, together, around);
  const made = both?.act.kind === 'operations' ? both : (changed(order, request, around) ?? REPLY);
  const relaid = made.act.kind === 'refused' && isOfRoom(request) ? laidAnew(talk, request, order) : undefined;
  if (relaid) return { decision: relaid };
  if (made.act.kind === 'ask')
    return { decision: made, open: { statements: request, asks: made.act.asks, offers: [] } };
  if (made.act.kind === 'refused')
    return { decision: made, open: { statements: request, asks: [], offers: made.act.offers } };
  if (
    made !== REPLY ||
    statements.some(({ say }) => say === 'talk' || say === 'question' || say === 'context' || say === 'outside')
  )
    return { decision: made };
  const said = statements.find((one) => one.say === 'answer');
  if (said?.say === 'answer') return { decision: REPLY };
  return { decision: asking([{ ask: meaning.words.length > 0 && statements.length > 0 ? 'what' : 'unclear' }]) };
}

const NOTHING_CHOSEN: ReadonlyMap<string, readonly string[]> = new Map();

/** Changes of the room may need the kitchen laid out anew. */
const isOfRoom = (statements: readonly Statement[]): boolean =>
  statements.some(({ say }) => say === 'obstacle' || say === 'walls' || say === 'ends' || say === 'ceiling');

/** Statements that lean on the turn before: «наоборот», «и ящики тоже», «нет, серый», «лучше 50». */
function completed({ versions, open }: Conversation, statements: readonly Statement[]): readonly Statement[] {
  const before = versions.at(-1)?.statements ?? [];
  return statements.flatMap((said): readonly Statement[] => {
    if (said.say === 'edit' && said.edit.act === 'likewise') {
      const { things } = said.edit;
      const alike = before.flatMap((one) => withThings(one, things) ?? []);
      return alike.length > 0 ? alike : [said];
    }
    if (said.say === 'edit' && said.edit.act === 'reverse')
      return statements.some((one) => one.say === 'edit' && one.edit.act === 'mirror')
        ? []
        : [{ ...said, edit: { act: 'mirror' } }];
    if (said.say === 'colour' && said.parts.length === 0) {
      const last = before.find((one) => one.say === 'colour');
      return [{ ...said, parts: last?.say === 'colour' ? last.parts : [] }];
    }
    if (said.say === 'number' && !open) {
      const width = unitWidthOf(said.value, said.unit);
      return before.flatMap((one): Statement[] => {
        if (one.say === 'thing' && one.thing.width !== undefined) return [{ ...one, thing: { ...one.thing, width } }];
        return one.say === 'edit' && one.edit.act === 'resize'
          ? [{ ...one, edit: { act: 'resize', things: one.edit.things, to: width } }]
          : [];
      });
    }
    return [said];
  });
}

/** «нет, наоборот»: the last change the other way round, from what stood before it. */
function otherWay(
  { versions, said, last }: Conversation,
  statements: readonly Statement[],
  order: Order,
): Decision | undefined {
  const before = versions.at(-2);
  const alone = statements.filter(isOfKitchen).every((one) => one.say === 'edit' && one.edit.act === 'reverse');
  const turned =
    alone && statements.some(isOfKitchen)
      ? (versions.at(-1)?.statements ?? []).flatMap((one) => reversed(one) ?? [])
      : [];
  const made =
    before && turned.length > 0 ? changed(before.order, turned, { said, chosen: NOTHING_CHOSEN, last }) : undefined;
  const edits =
    made?.act.kind === 'operations'
      ? made.act.operations.flatMap((one) => (one.op === 'plan_kitchen' ? [] : [one]))
      : [];
  return edits.length > 0 && edit(order, edits).ok ? made : undefined;
}

/** Where a message begins another kitchen. */
function begun(talk: Conversation, statements: readonly Statement[], order: Order): Step | undefined {
  const rest = statements.filter(({ say }) => say !== 'anew');
  const { open: _, ...talkAnew } = talk;
  const brief = (wishes: Wishes, anew: boolean): Step => {
    const made = ofBrief(talkAnew, wishes, rest, undefined);
    const { act } = made.decision;
    return act.kind === 'operations' ? { ...made, decision: { ...made.decision, act: { ...act, anew } } } : made;
  };
  if (rest.length < statements.length) return brief(NO_WISHES, true);
  const things = statements.filter((said) => said.say === 'thing' && said.act === 'want');
  const walls = statements.some(({ say }) => say === 'walls');
  const edits = statements.some(({ say }) => say === 'edit');
  if (walls && things.length > 1 && !edits) return brief(NO_WISHES, true);
  const shape = statements.find((said) => said.say === 'shape' && !said.not);
  const lengths = statements.find((said) => said.say === 'walls');
  const wanted = shape?.say === 'shape' ? (shape.shape === 'g' ? 'corner' : shape.shape) : undefined;
  const now = order.room.walls.length === 1 ? 'straight' : order.room.walls.length === 2 ? 'corner' : 'u';
  const longer = lengths?.say === 'walls' && lengths.lengths.length > order.room.walls.length;
  if ((wanted !== undefined && wanted !== now) || longer) return brief(otherShape(talk, order, wanted), false);
  const sequence = statements.find((said) => said.say === 'sequence');
  if (sequence?.say === 'sequence' && sequence.of.length >= 3 && !edits) {
    return brief({ ...wishesOf(order, talk.said, { walls: false }), sequences: [] }, false);
  }
  return undefined;
}

/** What stands, without places: they belong to the other shape. */
function otherShape(talk: Conversation, order: Order, shape: string | undefined): Wishes {
  const { shape: _, ...kept } = wishesOf(order, talk.said, { walls: false });
  const needed = { straight: 1, corner: 2, u: 3 }[shape ?? ''] ?? 0;
  const lengths = kept.lengths.length <= needed ? kept.lengths.map(({ mm }) => ({ mm })) : [];
  return { ...kept, lengths };
}

/** The kitchen laid out anew because of its room, in the sequence that it has. */
function laidAnew(talk: Conversation, statements: readonly Statement[], order: Order): Decision | undefined {
  const wishes = told(wishesOf(order, talk.said, { walls: true }), statements, talk.message, []);
  const { decision } = planned(wishes, talk.message);
  if (decision?.act.kind !== 'operations' || decision.became.some(({ is }) => is === 'not_done')) return undefined;
  return {
    ...decision,
    assumed: [...decision.assumed.filter(({ assume }) => assume === 'obstacle'), { assume: 'laid_anew' }],
  };
}

/** «ящики верните, как были»: of what is named only that goes back. */
function undoOf(statements: readonly Statement[]): Statement | undefined {
  const undo = statements.find((said) => said.say === 'undo');
  const [thing] = statements.flatMap((said) => (said.say === 'thing' && said.act === 'want' ? [said.thing] : []));
  return undo?.say === 'undo' && undo.what === 'last' && thing ? { ...undo, what: { aspect: thing } } : undo;
}

/** Brings back what is meant. */
function back(
  { versions }: Conversation,
  statements: readonly Statement[],
  undo: Extract<Statement, { say: 'undo' }>,
  order: Order,
): Decision {
  const statement = statements.findIndex(({ say }) => say === 'undo');
  const made = undone(order, versions, undo);
  if (!made)
    return {
      act: { kind: 'reply' },
      became: [{ statement, is: 'not_done', why: { because: 'no_earlier' } }],
      assumed: [],
    };
  if ('turn' in made)
    return { act: { kind: 'restore', turn: made.turn }, became: [{ statement, is: 'done' }], assumed: [] };
  const trial = edit(order, made.edits);
  const act = trial.ok ? operations(made.edits).act : refusal(trial.findings, []);
  return { act, became: trial.ok ? [{ statement, is: 'done' }] : [], assumed: [] };
}

/** «влезет ли посудомойка 60?»: tried, and done if the customer agrees. */
function feasible(talk: Conversation, statements: readonly Statement[], order: Order): Step | undefined {
  const question = statements.find(
    (said) => said.say === 'question' && said.about === 'fits' && said.things.length > 0,
  );
  if (question?.say !== 'question') return undefined;
  const request = question.things.map(
    (thing): Statement => ({
      say: 'thing',
      act: 'want',
      thing: { ...thing, ...given({ width: thing.width ?? question.width }) },
      places: question.places,
      source: question.source,
    }),
  );
  const made = changed(order, request, { said: talk.said, chosen: NOTHING_CHOSEN, last: talk.last });
  const became: Became[] = [{ statement: statements.indexOf(question), is: 'answered' }];
  if (made?.act.kind === 'operations') {
    const offers: Offer[] = [{ ways: [{ way: 'as_asked' }], operations: made.act.operations }];
    return {
      decision: { act: { kind: 'feasible', fits: true, findings: [], offers }, became, assumed: made.assumed },
      open: { statements: request, asks: [], offers },
    };
  }
  if (made?.act.kind === 'refused') {
    const { offers, findings } = made.act;
    return {
      decision: { act: { kind: 'feasible', fits: false, findings, offers }, became, assumed: [] },
      open: { statements: request, asks: [], offers },
    };
  }
  if (made?.act.kind === 'ask')
    return { decision: made, open: { statements: request, asks: made.act.asks, offers: [] } };
  return {
    decision: { act: { kind: 'feasible', fits: true, already: true, findings: [], offers: [] }, became, assumed: [] },
  };
}

interface Answers {
  readonly statements: readonly Statement[];
  readonly chosen: ReadonlyMap<string, readonly string[]>;
}

/** The request before, completed by an answer to what was asked about it: which, where, how wide. */
function answering(
  { statements: request, asks }: Open,
  statements: readonly Statement[],
  order: Order,
): Answers | undefined {
  const [ask] = asks;
  if (ask?.ask === 'which') {
    const ids = chosenOf(ask, statements, order);
    return ids && { statements: request, chosen: new Map([[ask.thing.concept, ids]]) };
  }
  const own = statements.filter(isOfKitchen);
  if (ask?.ask === 'where') {
    const places = own.flatMap((said) =>
      said.say === 'place' || said.say === 'thing'
        ? said.places
        : said.say === 'edit' && (said.edit.act === 'move' || said.edit.act === 'add')
          ? said.edit.places
          : [],
    );
    if (places.length === 0) return undefined;
    return {
      statements: [
        ...request.filter((said) => !mentionsOf(said).includes(ask.thing)),
        { say: 'thing', act: 'want', thing: ask.thing, places, source: ask.thing.source },
      ],
      chosen: NOTHING_CHOSEN,
    };
  }
  if (ask?.ask === 'width') {
    const width = own.flatMap((said) =>
      said.say === 'number'
        ? [unitWidthOf(said.value, said.unit)]
        : said.say === 'walls'
          ? said.lengths.map(({ mm }) => mm)
          : said.say === 'thing' &&
              said.thing.width !== undefined &&
              (kindOf(said.thing) === kindOf(ask.thing) || said.thing.concept === ask.thing.concept)
            ? [said.thing.width]
            : [],
    )[0];
    return width === undefined
      ? undefined
      : { statements: request.map((said) => withWidth(said, ask.thing, width)), chosen: NOTHING_CHOSEN };
  }
  if (ask?.ask === 'obstacle' && own.length > 0) {
    const wishes = told({ ...NO_WISHES, obstacles: [ask.obstacle] }, statements, 0, asks);
    const [obstacle] = wishes.obstacles;
    if (!obstacle || JSON.stringify(obstacle) === JSON.stringify(ask.obstacle)) return undefined;
    return {
      statements: request.map((said) =>
        said.say === 'obstacle' && said.obstacle.kind === obstacle.kind ? { ...said, obstacle } : said,
      ),
      chosen: NOTHING_CHOSEN,
    };
  }
  return undefined;
}

/** The request with another width of the thing that the question was about. */
function withWidth(said: Statement, thing: Mention, width: number): Statement {
  if (said.say === 'thing' && said.thing.concept === thing.concept) return { ...said, thing: { ...said.thing, width } };
  if (said.say !== 'edit') return said;
  const { edit: one } = said;
  if (one.act === 'resize') return { ...said, edit: { act: 'resize', things: one.things, to: width } };
  return one.act === 'add'
    ? {
        ...said,
        edit: { ...one, things: one.things.map((it) => (it.concept === thing.concept ? { ...it, width } : it)) },
      }
    : said;
}

/** «правую», «вторую», «которая 400», «обе». */
function chosenOf(
  { nodes, thing }: Extract<Ask, { ask: 'which' }>,
  statements: readonly Statement[],
  order: Order,
): readonly string[] | undefined {
  for (const said of statements) {
    if (said.say === 'answer' && typeof said.answer === 'object')
      return nodes.slice(said.answer.choice < 0 ? -1 : said.answer.choice - 1).slice(0, 1);
    if (said.say === 'answer' && said.answer === 'any') return nodes.slice(0, 1);
    if (said.say === 'number') {
      const width = unitWidthOf(said.value, said.unit);
      const wide = meant(order, { ...thing, which: { all: true } }).filter(
        ({ node }) => nodes.includes(node.id) && node.w === width,
      );
      if (wide.length > 0) return wide.map(({ node }) => node.id);
      if (said.value >= 1 && said.value <= nodes.length) return nodes.slice(said.value - 1, said.value);
    }
    const places = said.say === 'place' || said.say === 'thing' ? said.places : [];
    const side = places.find((place) => place.at === 'side');
    if (side?.at === 'side') return side.hand === 'right' ? nodes.slice(-1) : nodes.slice(0, 1);
    const mention = said.say === 'edit' && said.edit.act === 'add' ? undefined : mentionsOf(said)[0];
    if (!mention) continue;
    if (mention.which?.all) return nodes;
    const about = meant(order, {
      ...thing,
      ...mention,
      concept: kindOf(mention) || mention.concept !== thing.concept ? mention.concept : thing.concept,
    });
    const ids = about.flatMap(({ node }) => (nodes.includes(node.id) ? [node.id] : []));
    if (ids.length > 0 && ids.length < nodes.length) return ids;
    const index = mention.which?.ordinal
      ? mention.which.ordinal - 1
      : mention.which?.hand === 'right'
        ? -1
        : mention.which
          ? 0
          : undefined;
    const one = index === undefined ? undefined : nodes.at(index);
    if (one) return [one];
  }
  return undefined;
}

/** What makes room, together with what had no room. */
const withRequest = (
  { statements: request }: Open,
  statements: readonly Statement[],
): readonly Statement[] | undefined => {
  const frees = statements.filter(isOfKitchen);
  const room =
    frees.length > 0 &&
    frees.every(
      (said) =>
        (said.say === 'thing' && (said.act !== 'want' || said.thing.width !== undefined)) ||
        (said.say === 'edit' &&
          (said.edit.act === 'remove' || said.edit.act === 'resize' || said.edit.act === 'replace')),
    );
  return room ? [...frees, ...request.filter((said) => !frees.some((one) => sameSubject(one, said)))] : undefined;
};

const sameSubject = (a: Statement, b: Statement): boolean =>
  mentionsOf(a).some((one) =>
    mentionsOf(b).some((other) => one.concept === other.concept && one.width === other.width),
  );
