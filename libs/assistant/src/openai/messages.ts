import type { ChatCompletionContentPart, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { itemsIn, type Order } from '#libs/furniture';
import type { AssistantRequest, Exchange, Picture } from '../port.js';
import { INSTRUCTIONS, READER } from './prompt.js';

/** Turns told to the model; the order itself holds what came before. */
const TURNS_MOST = 6;
const WORDS_MOST = 600;
const REPLY_MOST = 300;
const RESTORABLE_MOST = 10;

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/**
 * The turns since the order was last changed, with the one that changed it: what was said before is in the order.
 * While nothing stands, the customer's answers to questions are all there is.
 */
export function recall(history: readonly Exchange[]): readonly Exchange[] {
  const changed = history.findLastIndex(({ status }) => status === 'built');
  return history.slice(Math.max(0, changed)).slice(-TURNS_MOST);
}

function orderWords(order: Order): object {
  const { ceiling, room, obstacles, finish, handles, lighting } = order;
  const runs = order.runs.map(({ wall, tier, nodes }) => ({
    wall,
    tier,
    nodes: nodes.map((node) => {
      const items = itemsIn(order, node.id).map(({ id, kind, w, fuel }) => ({ id, kind, w, fuel }));
      return items.length > 0 ? { ...node, items } : node;
    }),
  }));
  return { ceiling, walls: room.walls, runs, obstacles, finish, handles, lighting };
}

const image = ({ mime, bytes }: Picture): ChatCompletionContentPart => ({
  type: 'image_url',
  image_url: { url: `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`, detail: 'high' },
});

const user = (data: object, pictures: readonly Picture[] = []): ChatCompletionMessageParam => ({
  role: 'user',
  content:
    pictures.length > 0 ? [{ type: 'text', text: JSON.stringify(data) }, ...pictures.map(image)] : JSON.stringify(data),
});

/** A turn in words: what never changes first, then the turn, then what became of the last try. */
export function wordsMessages(request: AssistantRequest): ChatCompletionMessageParam[] {
  const { words, history, order, pictures, attempt, findings, alternatives = [], unknown, operations } = request;
  const told = recall(history).map((one) => ({
    turn: one.turn,
    customer: cut(one.words, WORDS_MOST),
    ...(one.reply === undefined ? {} : { answer: cut(one.reply, REPLY_MOST) }),
    ...(one.status === undefined ? {} : { outcome: one.status }),
  }));
  const before = history.at(-1);
  const reading = before?.reading;
  const turns = history.filter((one) => one.order).map((one) => one.turn);
  const turn = {
    order: order ? orderWords(order) : null,
    orders_after_turns: turns.slice(-RESTORABLE_MOST),
    turns_before: told,
    // Told whole, whatever its length: without the structured reading it is all that is left of it.
    ...(before?.status === 'parsed' ? { reading: reading ?? before.reply } : {}),
    customer: words,
  };
  const lesson = {
    last_try: { operations, message: unknown },
    findings: complaints(findings),
    ways_out: alternatives.map(({ text }) => text),
  };
  return [{ role: 'system', content: INSTRUCTIONS }, user(turn, pictures), ...(attempt > 1 ? [user(lesson)] : [])];
}

const complaints = (findings: AssistantRequest['findings']): object[] =>
  findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code, path, msg, fixHint }) => ({ code, path, msg, choices: fixHint }));

/** A turn with pictures: they are read and nothing else. */
export function readerMessages(request: AssistantRequest, pictures: readonly Picture[]): ChatCompletionMessageParam[] {
  const { words, attempt, findings } = request;
  return [
    { role: 'system', content: READER },
    user({ customer: cut(words, WORDS_MOST) }, pictures),
    ...(attempt > 1 ? [user({ last_try: 'could not be read', findings: complaints(findings) })] : []),
  ];
}
