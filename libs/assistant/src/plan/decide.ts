import { given, type Order } from '#libs/furniture';
import type { Meaning, Mention, Statement } from '../meaning/meaning.js';
import { MAX_COST } from '../meaning/read.js';
import type { AssistantRequest, Exchange } from '../port.js';
import { NO_WISHES, told } from './brief/wishes.js';
import { briefed, planned } from './briefing.js';
import { choicesIn } from './choices.js';
import { after, BEGINNING, type Conversation, heard, type Read, type Step } from './conversation.js';
import { type Assumed, asAsked, asking, type Became, type Decision, decided, type Offer, REPLY } from './decision.js';
import { fullEffort, keyOf } from './edits/room-making.js';
import { isOfKitchen, isOfOther, mentionsOf, placesOf } from './mentions.js';
import { type Context, forbidden, type Norm } from './norms.js';
import { proposalsTo } from './proposals.js';
import { revised } from './revise.js';

/** Messages without a kitchen after the last one that are decided upon again with their layouts. */
const MAX_REPLAYED = 3;

/** The conversation after its history, with the meaning of each message; what was built is taken from the orders. */
export function replayed(
  history: readonly Exchange[],
  read: Read,
): { readonly talk: Conversation; readonly meanings: readonly Meaning[] } {
  const built = history.findLastIndex(({ status }) => status === 'built');
  const meanings: Meaning[] = [];
  let talk = BEGINNING;
  for (const [i, { words, turn, order, status, reply = '' }] of history.entries()) {
    const meaning = heard(words, talk, read);
    const { statements } = meaning;
    meanings.push(meaning);
    const replays =
      i > built && (order === undefined || i >= history.length - MAX_REPLAYED || talk.brief !== undefined);
    const now = replays ? step(talk, meaning, order) : undefined;
    const act = now?.decision.act;
    // What was decided, but asked about before it was done: «да» does it.
    const isHeld = status === 'question' && act?.kind === 'operations';
    const open = isHeld ? { statements, asks: [], offers: [asAsked(act)] } : now?.open;
    const isBuilt = status === 'built';
    talk = {
      ...after(talk, statements, isBuilt ? {} : given({ brief: now?.brief, open })),
      choices: status === 'question' ? choicesIn(reply) : [],
      ...(isBuilt && order ? { versions: [...talk.versions, { turn, order, statements }] } : {}),
    };
  }
  return { talk, meanings };
}

/** What a conversation's next message comes to. Pure: the same words after the same history have the same answer. */
export function decide(
  { words, history, order, pictures }: Pick<AssistantRequest, 'words' | 'history' | 'order' | 'pictures'>,
  read: Read,
): { readonly decision: Decision; readonly meaning: Meaning } {
  const { talk } = replayed(history, read);
  const meaning = heard(words, talk, read);
  const { decision } = step(talk, meaning, order);
  const unread = pictures.some(({ from }) => from === 'this_turn');
  const assumed: Assumed[] = [...(unread ? [{ assume: 'picture_unread' } as const] : []), ...decision.assumed];
  return { decision: { ...decision, assumed }, meaning };
}

/** Choices of one question. */
const MAX_CHOICES = 3;

/** One message of a conversation; a question with the answers that lead to a kitchen, each tried as if it had been given. */
function step(talk: Conversation, meaning: Meaning, order: Order | undefined): Step {
  const { decision, ...left } = stepped(talk, meaning, order);
  const { act } = decision;
  const { brief, open } = left;
  if (act.kind !== 'ask' || !open) return { decision, ...left };
  const next: Conversation = { ...after(talk, meaning.statements, left), effort: fullEffort() };
  const walls = brief?.lengths.length ?? order?.room.walls.length ?? 0;
  const found = new Map<string, Offer>();
  for (const { ways, said } of proposalsTo(act.asks, { ...(brief ?? NO_WISHES), walls })) {
    if (found.size >= MAX_CHOICES) break;
    const { decision: then } = stepped(next, { words: [], statements: said, cost: 0 }, order);
    if (then.act.kind !== 'operations') continue;
    const { operations, made } = then.act;
    const missed = then.became.flatMap((one) => (one.is === 'not_done' ? [one.why] : []));
    found.set(keyOf(ways), { ways, operations, made, missed, assumed: then.assumed });
  }
  if (found.size === 0) return { decision, ...left };
  const offers = [...found.values()];
  return { decision: { ...decision, act: { ...act, offers } }, ...left, open: { ...open, offers } };
}

function stepped(talk: Conversation, meaning: Meaning, order: Order | undefined): Step {
  const { statements } = meaning;
  const { open } = talk;
  const brief = order && isOfStanding(statements) ? undefined : talk.brief;
  const stands = brief ? undefined : order;
  if (isDeclined(meaning)) return answered(statements, { decision: REPLY, ...given({ brief, open }) });
  // «нет» to what was offered leaves it open, but it is not offered again.
  if (open && open.offers.length > 0 && open.asks.length === 0 && !stands && isNo(statements))
    return { decision: asking([{ ask: 'otherwise' }]), ...given({ brief, open: { ...open, offers: [] } }) };
  if (isUnclear(meaning)) {
    const { act } = stands ? REPLY : planned(brief ?? NO_WISHES, talk.message, true);
    const asks = act.kind === 'ask' ? act.asks.slice(0, 1) : [];
    return { decision: asking([{ ask: 'unclear' }, ...asks]), ...given({ brief, open }) };
  }
  if (stands && isPriced(meaning)) return answered(statements, { decision: REPLY });
  const norm = forbidden(statements, contextOf(talk, statements, order));
  if (norm) return against(norm, talk, statements, stands);
  return answered(statements, stands ? revised(talk, meaning, stands) : briefed(talk, statements, order));
}

/** Other furniture, and attempts to give orders to the assistant where not all of the words are a kitchen's. */
function isDeclined(meaning: Meaning): boolean {
  const { statements, words } = meaning;
  const topics = statements.flatMap((said) => (said.say === 'talk' ? [said.topic] : []));
  const kitchen = statements.some(({ say }) => say === 'thing' || say === 'row' || say === 'shape');
  const foreign = !kitchen || words.some(({ explained }) => explained === undefined);
  return isOfOther(meaning) || (topics.includes('injection') && foreign);
}

/** «сколько будет стоить кухня с посудомойкой?»: what is named is asked about, where a kitchen stands. */
function isPriced({ statements, words }: Meaning): boolean {
  const price = statements.find((said) => said.say === 'talk' && said.topic === 'price')?.source;
  const isAsked = ({ source: { from } }: Statement): boolean =>
    price !== undefined && from >= price.to && !words.slice(price.to, from).some(({ text }) => /^[.!?;]$/.test(text));
  const kitchen = statements.filter(isOfKitchen);
  return /кух|гарнитур/i.test(price?.text ?? '') && kitchen.length > 0 && kitchen.every(isAsked);
}

const isUnclear = ({ statements, words, cost }: Meaning): boolean =>
  !statements.some((said) => isOfKitchen(said) || said.say === 'talk' || isChoice(said)) &&
  (cost > MAX_COST || (statements.length === 0 && words.some(({ explained }) => explained === undefined)));

/** «тогда эту тумбу просто 50»: the other kitchen that was begun is given up. */
function isOfStanding(statements: readonly Statement[]): boolean {
  const own = statements.filter(isOfKitchen);
  const isOne = ({ which }: Mention): boolean => which?.hand !== undefined || which?.anaphor === true;
  return own.length > 0 && own.every((said) => placesOf(said).length === 0 && mentionsOf(said).some(isOne));
}

const isNo = (statements: readonly Statement[]): boolean =>
  statements.length > 0 && statements.every((said) => said.say === 'answer' && said.answer === 'no');

const isChoice = (said: Statement): boolean => said.say === 'answer' && typeof said.answer === 'object';

/** A norm is answered before anything is done; its thing without the forbidden place is what an answer completes. */
function against(norm: Norm, talk: Conversation, statements: readonly Statement[], stands: Order | undefined): Step {
  const { act, why, statement } = norm;
  const asks = act.kind === 'ask' ? act.asks : [];
  const others = statements.filter((_, i) => i !== statement);
  const brief = told(talk.brief ?? NO_WISHES, others, talk.message, talk.open?.asks ?? []);
  return {
    decision: decided(act, [{ statement, is: 'not_done', why }]),
    ...(stands ? {} : { brief }),
    open: { statements: statements.map((said, i) => (i === statement ? unplaced(said) : said)), asks, offers: [] },
  };
}

function unplaced(said: Statement): Statement {
  if (said.say === 'thing') return { ...said, places: [] };
  const moves = said.say === 'edit' && (said.edit.act === 'add' || said.edit.act === 'move');
  return moves ? { ...said, edit: { ...said.edit, places: [] } } : said;
}

/** Questions, small talk and things outside the catalogue are answered whatever else was done. */
function answered(statements: readonly Statement[], { decision, ...rest }: Step): Step {
  const { act } = decision;
  const known = new Set(decision.became.map(({ statement }) => statement));
  const became = statements.flatMap((said, statement): Became[] => {
    if (known.has(statement)) return [];
    // «диван у окна» beside a kitchen is left out of it.
    if (said.say === 'talk' && said.topic === 'other_furniture' && act.kind === 'operations')
      return [{ statement, is: 'not_done', why: { because: 'outside', name: said.source.text } }];
    if (said.say === 'talk' || said.say === 'question') return [{ statement, is: 'answered' }];
    if (said.say === 'outside') return [{ statement, is: 'not_done', why: { because: 'outside', name: said.name } }];
    const coloured = said.say === 'thing' && said.thing.colour !== undefined;
    return coloured ? [{ statement, is: 'not_done', why: { because: 'colour', thing: said.thing } }] : [];
  });
  const nearest = statements.flatMap((said): Assumed[] => {
    if (said.say !== 'colour' || said.not || !said.colour.nearest) return [];
    return [{ assume: 'nearest_colour', named: said.colour.named, finish: said.colour.finish }];
  });
  return { ...rest, decision: decided(act, [...decision.became, ...became], [...decision.assumed, ...nearest]) };
}

/** What the norms have to know of the kitchen. */
function contextOf({ brief }: Conversation, statements: readonly Statement[], order: Order | undefined): Context {
  const wishes = told(brief ?? NO_WISHES, statements, 0, []);
  const fuel =
    wishes.things.find(({ thing }) => thing.fuel)?.thing.fuel ?? order?.items.find((item) => item.fuel)?.fuel;
  const planned = wishes.shape === 'corner' || wishes.shape === 'u' || wishes.lengths.length > 1;
  return { order, fuel, cornered: order && !brief ? order.room.walls.length > 1 : planned };
}
