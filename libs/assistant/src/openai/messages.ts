import type { ChatCompletionContentPart, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { given, itemsIn, type Order } from '#libs/furniture';
import type { AssistantRequest, Exchange, Picture } from '../port.js';
import { INSTRUCTIONS, READER } from './prompt.js';

/** Turns included in the prompt; the order itself reflects earlier ones. */
const MAX_TURNS = 6;
const MAX_CUSTOMER_LENGTH = 600;
const MAX_ANSWER_LENGTH = 300;
const MAX_RESTORABLE_TURNS = 10;

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text);

/**
 * The turns from the last change of the order on: earlier ones are reflected in the order. Before the first order, the
 * latest turns.
 */
export function recentTurns(history: readonly Exchange[]): readonly Exchange[] {
  const changed = history.findLastIndex(({ status }) => status === 'built');
  return history.slice(Math.max(0, changed)).slice(-MAX_TURNS);
}

function orderData(order: Order): object {
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

const userMessage = (data: object, pictures: readonly Picture[] = []): ChatCompletionMessageParam => ({
  role: 'user',
  content:
    pictures.length > 0 ? [{ type: 'text', text: JSON.stringify(data) }, ...pictures.map(image)] : JSON.stringify(data),
});

/** Messages of a turn in words: the constant part first, then the turn, then feedback on the last attempt. */
export function answerMessages(request: AssistantRequest): ChatCompletionMessageParam[] {
  const { words, history, order, pictures, attempt, findings, alternatives = [], unknown, operations } = request;
  const turnsBefore = recentTurns(history).map((one) => ({
    turn: one.turn,
    customer: cut(one.words, MAX_CUSTOMER_LENGTH),
    ...given({ answer: one.reply && cut(one.reply, MAX_ANSWER_LENGTH), outcome: one.status }),
  }));
  const before = history.at(-1);
  const reading = before?.reading;
  const turns = history.filter((one) => one.order).map((one) => one.turn);
  const turn = {
    order: order ? orderData(order) : null,
    orders_after_turns: turns.slice(-MAX_RESTORABLE_TURNS),
    turns_before: turnsBefore,
    // Not shortened: without the structured reading nothing else is left of it.
    ...(before?.status === 'parsed' ? { reading: reading ?? before.reply } : {}),
    customer: words,
  };
  const feedback = {
    last_try: { operations, message: unknown },
    findings: errorFindings(findings),
    ways_out: alternatives.map(({ text }) => text),
  };
  return [
    { role: 'system', content: INSTRUCTIONS },
    userMessage(turn, pictures),
    ...(attempt > 1 ? [userMessage(feedback)] : []),
  ];
}

const errorFindings = (findings: AssistantRequest['findings']): object[] =>
  findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code, path, msg, fixHint }) => ({ code, path, msg, choices: fixHint }));

/** Messages of a turn with pictures, which are only read. */
export function readingMessages(request: AssistantRequest, pictures: readonly Picture[]): ChatCompletionMessageParam[] {
  const { words, attempt, findings } = request;
  return [
    { role: 'system', content: READER },
    userMessage({ customer: cut(words, MAX_CUSTOMER_LENGTH) }, pictures),
    ...(attempt > 1 ? [userMessage({ last_try: 'could not be read', findings: errorFindings(findings) })] : []),
  ];
}
