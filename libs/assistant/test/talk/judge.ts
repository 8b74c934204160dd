import { badGeometry } from '../geometry.js';
import { type Expected, type Talk, type TalkTurn } from './case.js';
import type { Conversation } from './conversation.js';
import { holds, isAdmitted, type Moment, slotOf } from './elements.js';
import { type CustomerReply, fairAnswer } from './fair-questions.js';
import { EMPTY, layoutOf, type Scene, sceneOf } from './scene.js';
import { appliancesOf, wordsOf } from './subjects.js';
import { silentChanges } from './unasked.js';
import { NOT_UNDERSTOOD, PRICE } from './wording.js';

/** From best to worst. `harmful`: the order is not what was said and nothing tells the customer. */
export const VERDICTS = ['right', 'acceptable', 'wrong', 'harmful'] as const;
export type Verdict = (typeof VERDICTS)[number];

const worse = (a: Verdict, b: Verdict): Verdict => (VERDICTS.indexOf(a) > VERDICTS.indexOf(b) ? a : b);

/** One message of a turn: the customer's own, then the answers to what was asked back. */
export interface Hop {
  readonly text: string;
  readonly scene: Scene;
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
}

export interface JudgedTalk {
  readonly talk: Talk;
  /** The worst of its turns. */
  readonly verdict: Verdict;
  readonly turns: readonly (readonly Hop[])[];
  /** Why it could not be played to its end. */
  readonly error?: string;
}

/** A turn may ask back so often. */
const MAX_QUESTIONS = 2;
const STATUSES = ['built', 'question', 'rejected', 'parsed'];
const GEOMETRY_SHOWN = 3;

/** Plays a customer's conversation and judges each of its turns. Never rejects. */
export async function judgeTalk(talk: Talk, start: () => Conversation | Promise<Conversation>): Promise<JudgedTalk> {
  const turns: Hop[][] = [];
  const worst = (): Verdict =>
    turns.reduce<Verdict>((all, hops) => worse(all, hops.at(-1)?.verdict ?? 'right'), 'right');
  try {
    const conversation = await start();
    const past: Scene[] = [EMPTY];
    let said: Said = new Map();
    let words = '';
    for (const turn of talk.turns) {
      words += ` ${turn.text}`;
      const heard = turn.fresh ? new Map() : said;
      const played = await playTurn(conversation, turn, { past, said: addSaid(heard, turn), words });
      turns.push(played.hops);
      past.push(played.scene);
      // What ended without a change of the order binds no more, nor does what was judged once already.
      const keeps = played.scene.status === 'built' || !past.at(-2)?.order ? played.said : heard;
      said = new Map([...keeps].filter(([, element]) => !played.unmet.includes(element)));
    }
    return { talk, verdict: worst(), turns };
  } catch (error) {
    return {
      talk,
      verdict: worse(worst(), 'wrong'),
      turns,
      error: error instanceof Error ? error.message : String(error),
    };
  }
}

/** The elements of the words so far, by what they fix. */
type Said = ReadonlyMap<string, string>;

function addSaid(said: Said, { unsay, said: elements }: Pick<TalkTurn, 'unsay' | 'said'>): Said {
  const isUnsaid = (slot: string, element: string): boolean =>
    unsay.some((one) => {
      if (one === '*') return true;
      if (one.endsWith(':')) return slot.startsWith(one) || element.startsWith(one);
      return slot === slotOf(one) || element === one;
    });
  const kept = [...said].filter(([slot, element]) => !isUnsaid(slot, element));
  return new Map([...kept, ...elements.map((element): [string, string] => [slotOf(element), element])]);
}

interface Context {
  /** The scenes after the turns before this one. */
  readonly past: readonly Scene[];
  readonly said: Said;
  /** All that the customer wrote of their own accord. */
  readonly words: string;
}

interface PlayedTurn {
  readonly hops: Hop[];
  readonly scene: Scene;
  readonly said: Said;
  /** Elements that do not hold; each is judged once. */
  readonly unmet: readonly string[];
}

/** Says the turn's words, and answers what may be asked back. */
async function playTurn(conversation: Conversation, turn: TalkTurn, context: Context): Promise<PlayedTurn> {
  const hops: Hop[] = [];
  let { text, image, asked } = turn;
  let { said } = context;
  for (;;) {
    const scene = sceneOf(await conversation.say(text, image));
    const { verdict, reasons, unmet, reply } = judgeTurn({ ...turn, asked }, scene, { ...context, said });
    const isLast = !reply || hops.length >= MAX_QUESTIONS;
    hops.push({
      text,
      scene,
      verdict: hops.length > 0 && verdict === 'right' ? 'acceptable' : verdict,
      reasons: reply && isLast ? [...reasons, 'and no kitchen after three questions'] : reasons,
    });
    if (isLast) return { hops, scene, said, unmet };
    [text, image, asked] = [reply.say, false, [...asked, ...(reply.asked ?? [])]];
    const added = reply.adds.map((element): [string, string] => [slotOf(element), element]);
    said = new Map([...said, ...added.filter(([slot]) => !said.has(slot))]);
  }
}

interface Judgement {
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
  readonly unmet: readonly string[];
  /** The turn goes on with this: it asked back what it may ask. */
  readonly reply?: CustomerReply & { readonly asked?: readonly string[] };
}

function judgeTurn(turn: TalkTurn, now: Scene, { past, said, words }: Context): Judgement {
  const before = past.at(-1) ?? EMPTY;
  const moment: Moment = { now, before, past };
  const elements = [...said.values()];
  const unmet = now.status === 'built' ? elements.filter((element) => !holds(element, moment)) : [];
  const judged = (verdict: Verdict, reasons: readonly string[], reply?: Judgement['reply']): Judgement => ({
    verdict,
    reasons,
    unmet,
    ...(reply ? { reply } : {}),
  });

  const harm = harmOf(turn, moment, unmet, words);
  if (harm.length > 0) return judged('harmful', harm);
  if (!STATUSES.includes(now.status)) return judged('wrong', [`status ${now.status}`]);
  const extra = now.status === 'built' && !before.order ? unaskedAppliances(turn, now, elements) : [];
  const silent = extra.filter((kind) => !wordsOf(kind).some((word) => word.test(now.note)));
  if (silent.length > 0)
    return judged(
      'wrong',
      silent.map((kind) => `${kind} was not asked for`),
    );

  const { must, may } = turn;
  const isLost = now.status !== 'built' && NOT_UNDERSTOOD.test(now.note);
  if (!isLost && must.some((one) => fits(one, moment, unmet)))
    return extra.length > 0 ? judged('acceptable', [`${extra} added and said`]) : judged('right', []);
  const followed = may.find((one) => one.then !== undefined && fits(one, moment, unmet));
  if (followed?.then !== undefined) {
    const { then: say, adds = [], asked = [] } = followed;
    return judged('wrong', ['its question was answered'], { say, adds, asked });
  }
  const misses = must.map((one) => missesOf(one, moment));
  if (may.some((one) => fits(one, moment, unmet))) return judged('acceptable', misses.flat());
  const fair =
    now.status === 'question' && must.some(({ as }) => isStatus('built', as)) && fairAnswer(now.note, elements, words);
  if (fair) return judged('wrong', ['a fair question'], fair);
  const none = `none of ${must.length}: ${misses.map((one) => one.slice(0, 2).join(', ')).join(' / ')}`;
  return judged('wrong', [
    ...unmet.map((element) => `admittedly not ${element}`),
    ...(misses.length === 1 ? misses.flat() : [none]),
  ]);
}

const isStatus = (status: string, as: Expected['as']): boolean =>
  [as].flat().some((one) => (one === 'answer' ? status === 'question' || status === 'rejected' : status === one));

const fits = ({ as, is = [], lacks = [] }: Expected, moment: Moment, unmet: readonly string[]): boolean =>
  isStatus(moment.now.status, as) &&
  unmet.every((element) => lacks.some((one) => element.startsWith(one))) &&
  is.every((one) => holds(one, moment));

/** What of an expected outcome is not so. */
const missesOf = ({ as, is = [] }: Expected, moment: Moment): string[] =>
  isStatus(moment.now.status, as)
    ? is.filter((one) => !holds(one, moment)).map((one) => `not ${one}`)
    : [`${moment.now.status}, wanted ${as}`];

/** What is harmful in a turn, whether or not the case lists it. */
function harmOf(turn: TalkTurn, moment: Moment, unmet: readonly string[], words: string): string[] {
  const { now, before } = moment;
  const price = PRICE.exec(now.note)?.[0];
  const harm = [
    ...turn.harm.filter((one) => holds(one, moment)),
    ...(price !== undefined && !isQuoted(price, words) ? [`names a price: ${price}`] : []),
  ];
  if (!STATUSES.includes(now.status)) return harm.length > 0 ? [...harm, `status ${now.status}`] : [];
  if (now.status !== 'built')
    return layoutOf(now) === layoutOf(before) ? harm : [...harm, 'the order changed without being built'];
  const cookers = cookersIn(now);
  return [
    ...harm,
    ...unmet.filter((element) => !isAdmitted(element, now.note)).map((element) => `silently not ${element}`),
    ...unsound(now),
    ...(cookers > 1 && !turn.extra.includes('cookers') ? [`${cookers} cookers`] : []),
    ...(before.order && !turn.fresh ? silentChanges(before, now, turn.asked) : []),
  ];
}

/** A sum that the customer named may be repeated; its first characters are enough. */
const QUOTED_LENGTH = 4;
const isQuoted = (price: string, words: string): boolean => words.includes(price.trim().slice(0, QUOTED_LENGTH));

/** A built order with error findings, or units that cannot stand so. */
const unsound = (scene: Scene): string[] =>
  [
    ...scene.findings.filter(({ severity }) => severity === 'error').map(({ code }) => `built with the error ${code}`),
    ...badGeometry(scene),
  ].slice(0, GEOMETRY_SHOWN);

/** A hob and an oven are one cooker. */
function cookersIn({ items }: Scene): number {
  const count = (wanted: string) => items.filter(({ kind }) => kind === wanted).length;
  return count('stove') + Math.max(count('hob'), count('oven'));
}

/** Appliances of a new kitchen that the words do not name; a hood comes with wall units. */
function unaskedAppliances({ extra }: TalkTurn, { nodes }: Scene, elements: readonly string[]): string[] {
  if (extra.includes('*')) return [];
  const named = elements
    .flatMap((element) => /^(?:has|corner|order|seq):(.*)$/.exec(element)?.[1]?.split('<') ?? [])
    .flatMap((subject) => appliancesOf(subject.split('*')[0] ?? ''));
  const allowed = ['hood', ...extra, ...named];
  return [...new Set(nodes.flatMap(({ appliances }) => appliances))].filter((kind) => !allowed.includes(kind));
}
