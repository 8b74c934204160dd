import { given } from '#libs/furniture';
import type { Meaning, Mention, Statement } from '../meaning/meaning.js';
import type { Asked } from '../meaning/read.js';
import { offerNamed } from './answers.js';
import { wallIdOf } from './brief/room.js';
import { NO_WISHES, told, type Wishes } from './brief/wishes.js';
import { choiceNamed, type Worded } from './choices.js';
import type { Ask, Decision, Offer } from './decision.js';
import type { Effort } from './edits/room-making.js';
import { leaning } from './leaning.js';
import { onMarkedWalls } from './marked-walls.js';
import { begins, isOfKitchen, mentionsOf, ofLast, wantedIn } from './mentions.js';
import type { Version } from './undo.js';

/** Reads a message; `asked` is what the question before it was about. */
export type Read = (words: string, asked: Asked | undefined) => Meaning;

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
  /** What the last reply offered, in its words. */
  readonly choices: readonly Worded[];
  /** What is left for answers that are only tried: where one is refused no ways out are looked for. */
  readonly effort?: Effort;
  /** A kitchen that is being planned: where none stands, or one was begun anew. */
  readonly brief?: Wishes;
  readonly open?: Open;
}

export const BEGINNING: Conversation = { message: 0, versions: [], said: [], wishes: NO_WISHES, last: [], choices: [] };

/** What one message does to a conversation that it does not end with a kitchen. */
export interface Step {
  readonly decision: Decision;
  readonly brief?: Wishes;
  readonly open?: Open;
}

/** The conversation after one message more, with what its answer left open. */
export function after(
  talk: Conversation,
  statements: readonly Statement[],
  left: Omit<Step, 'decision'>,
): Conversation {
  const { brief: _, open, ...before } = talk;
  const spoken = statements.flatMap(mentionsOf);
  const wishes = begins(statements, talk.versions.length > 0) ? NO_WISHES : talk.wishes;
  return {
    ...before,
    message: talk.message + 1,
    wishes: told(wishes, statements, talk.message, open?.asks ?? []),
    said: [...talk.said, ...statements.flatMap(wantedIn)],
    last: spoken.length > 0 ? spoken : talk.last,
    choices: [],
    ...left,
  };
}

/** Reads a message in its conversation: what was asked before it gives a bare answer its sense, and a choice its number. */
export function heard(words: string, talk: Conversation, read: Read): Meaning {
  const { open, choices, versions, brief, last } = talk;
  const standing = brief?.lengths ?? versions.at(-1)?.order.room.walls.map(({ length }) => ({ mm: length })) ?? [];
  const said = read(words, askedIn(open, choices.length, last));
  const isAlone = versions.length > 0 && last.length !== 1 && said.statements.filter(isOfKitchen).length === 1;
  const statements = (isAlone ? said.statements.map(ofWall) : said.statements).map((one) => ofLast(one, last));
  const meaning: Meaning = { ...said, statements: leaning(onMarkedWalls(absolute(statements, standing), talk), talk) };
  // An answer to a question says more than which of the answers that were proposed.
  const refused = open && open.asks.length === 0 ? open : undefined;
  const named =
    choiceNamed(meaning, choices, refused !== undefined) ??
    (refused && offerNamed(versions.at(-1)?.order, refused, meaning.statements));
  if (named === undefined) return meaning;
  const source = { from: 0, to: meaning.words.length, text: words };
  return {
    words: meaning.words.map((word) => ({ ...word, explained: 0 })),
    statements: [{ say: 'answer', answer: { choice: named }, source }],
    cost: 0,
  };
}

/** «по факту на 5 см меньше»: where no one thing was spoken of before, the wall is. */
function ofWall(said: Statement): Statement {
  const { things, mm, by } = said.say === 'edit' && said.edit.act === 'resize' ? said.edit : {};
  if (things?.length !== 0 || mm === undefined || (by !== 'wider' && by !== 'narrower')) return said;
  const more = by === 'wider' ? mm : -mm;
  return { say: 'walls', lengths: [{ mm: more, more }], source: said.source };
}

/** «стена на 5 см короче»: its length by what it was; where that is not known, or which wall, it is asked. */
function absolute(statements: readonly Statement[], standing: Wishes['lengths']): readonly Statement[] {
  const out = [...statements];
  for (const [i, said] of statements.entries()) {
    const [change] = said.say === 'walls' ? said.lengths : [];
    if (said.say !== 'walls' || change?.more === undefined) continue;
    const at = out.findLastIndex((one, n) => n < i && one.say === 'walls');
    const before = out[at];
    const lengths = before?.say === 'walls' ? before.lengths : standing;
    const { wall, more } = change;
    const walls = lengths.map(({ mm }) => ({ length: mm }));
    const index = 'ABC'.indexOf((lengths.length === 1 ? 'A' : wall && wallIdOf(wall, walls)) ?? '-');
    const was = lengths[index];
    const length = { mm: (was?.mm ?? 0) + more, more, ...given({ wall: wall ?? was?.wall }) };
    if (!was) out[i] = { say: 'number', value: Math.abs(more), unit: 'mm', source: said.source };
    else if (before?.say !== 'walls') out[i] = { ...said, lengths: [length] };
    else {
      out[at] = { ...before, lengths: lengths.with(index, { ...was, mm: length.mm }) };
      out[i] = { say: 'context', of: 'other', source: said.source };
    }
  }
  return out;
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
function askedIn(open: Open | undefined, offered: number, before: readonly Mention[]): Asked | undefined {
  const ask = open?.asks[0];
  const choices = offered > 0 ? offered : undefined;
  const last = before.length > 0 ? before.map((one) => one.concept) : undefined;
  if (!ask) return (choices ?? last) ? given({ choices, last }) : undefined;
  if (ask.ask === 'obstacle') {
    const about = /width|depth/.test(ask.lacks[0] ?? '') ? 'width' : 'place';
    return { about, concept: ask.obstacle.kind, ...given({ choices }) };
  }
  const about = ABOUT[ask.ask];
  const cooker = ask.ask === 'cooker' ? (ask.oven ? 'hob' : 'cooker') : undefined;
  const concept = 'thing' in ask ? ask.thing.concept : ask.ask === 'sink' ? 'sink' : cooker;
  const values = ask.ask === 'units' ? [ask.value, ...(ask.others ?? [])] : undefined;
  return about || choices || last ? given({ about, concept, choices, values, last }) : undefined;
}
