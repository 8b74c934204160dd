import { given, type Order } from '#libs/furniture';
import type { Meaning, Mention, Statement } from '../meaning/meaning.js';
import type { Asked } from '../meaning/read.js';
import type { Exchange } from '../port.js';
import { NO_WISHES, told, type Wishes } from './brief/wishes.js';
import type { Ask, Decision, Offer } from './decision.js';
import { begins, mentionsOf, wantedIn } from './mentions.js';
import type { Version } from './undo.js';

/** Reads a message; `asked` is what the question before it was about. */
export type Read = (words: string, asked: Asked | undefined) => Meaning;

/** A kitchen that is being planned: where none stands, or one was begun anew. */
export interface Brief {
  readonly wishes: Wishes;
}

/** What the last answer left open: a request that was not done yet. */
export interface Open {
  /** The statements of the request; an answer completes them. */
  readonly statements: readonly Statement[];
  readonly asks: readonly Ask[];
  readonly offers: readonly Offer[];
}

/** What a conversation has come to before a message. */
export interface Conversation {
  /** Number of the next message. */
  readonly message: number;
  readonly versions: readonly Version[];
  /** Things that were wanted at any time: none of them is the assistant's own choice. */
  readonly said: readonly Mention[];
  /** All that was said of the kitchen, also since it stands: with it the kitchen is laid out anew. */
  readonly wishes: Wishes;
  /** Things of the message before. */
  readonly last: readonly Mention[];
  readonly brief?: Brief;
  readonly open?: Open;
}

export const BEGINNING: Conversation = { message: 0, versions: [], said: [], wishes: NO_WISHES, last: [] };

/** What one message does to a conversation that it does not end with a kitchen. */
export interface Step {
  readonly decision: Decision;
  readonly brief?: Brief;
  readonly open?: Open;
}

/** Decides upon one message; given as a parameter, since what was asked before follows from what was decided then. */
export type Deciding = (talk: Conversation, meaning: Meaning, order: Order | undefined) => Step;

/** Messages without a kitchen after the last one that are decided upon again with their layouts. */
const MAX_REPLAYED = 3;

/** The conversation after its history, with the meaning of each message; what was built is taken from the orders. */
export function replayed(
  history: readonly Exchange[],
  read: Read,
  decide: Deciding,
): { readonly talk: Conversation; readonly meanings: readonly Meaning[] } {
  const built = history.findLastIndex(({ status }) => status === 'built');
  const meanings: Meaning[] = [];
  let talk = BEGINNING;
  for (const [i, { words, turn, order, status }] of history.entries()) {
    const meaning = read(words, askedIn(talk.open));
    meanings.push(meaning);
    const replays =
      i > built && (order === undefined || i >= history.length - MAX_REPLAYED || talk.brief !== undefined);
    const step = replays ? decide(talk, meaning, order) : undefined;
    const act = step?.decision.act;
    // What was decided, but asked about before it was done: «да» does it.
    const held =
      status === 'question' && act?.kind === 'operations'
        ? {
            statements: meaning.statements,
            asks: [],
            offers: [{ ways: [{ way: 'as_asked' } as const], operations: act.operations }],
          }
        : undefined;
    const { brief, open } = { brief: step?.brief, open: held ?? step?.open };
    const { statements } = meaning;
    const versions = status === 'built' && order ? [...talk.versions, { turn, order, statements }] : talk.versions;
    const spoken = statements.flatMap(mentionsOf);
    const before = begins(statements, talk.versions.length > 0) ? NO_WISHES : talk.wishes;
    const wishes = told(before, statements, i, talk.open?.asks ?? []);
    talk = {
      message: i + 1,
      versions,
      wishes,
      said: [...talk.said, ...statements.flatMap(wantedIn)],
      last: spoken.length > 0 ? spoken : talk.last,
      ...(status === 'built' ? {} : given({ brief, open })),
    };
  }
  return { talk, meanings };
}

/** What each question is about; those of walls are about lengths. */
const ABOUT: Readonly<Partial<Record<Ask['ask'], Asked['about']>>> = {
  length: 'length',
  units: 'length',
  contradiction: 'length',
  shape: 'length',
  room: 'length',
  width: 'width',
  sink: 'width',
  which: 'other',
  where: 'place',
  cooker: 'kind',
};

/** What the next message is likely to answer. */
export function askedIn(open: Open | undefined): Asked | undefined {
  const ask = open?.asks[0];
  if (!ask) return undefined;
  if (ask.ask === 'obstacle')
    return { about: /width|depth/.test(ask.lacks[0] ?? '') ? 'width' : 'place', concept: ask.obstacle.kind };
  const about = ABOUT[ask.ask];
  const cooker = ask.ask === 'cooker' ? (ask.oven ? 'hob' : 'cooker') : undefined;
  const concept = 'thing' in ask ? ask.thing.concept : ask.ask === 'sink' ? 'sink' : cooker;
  return about && { about, ...given({ concept }) };
}
