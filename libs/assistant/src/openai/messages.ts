import type { ChatCompletionContentPart, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { given, itemsIn, type Order } from '#libs/furniture';
import type { AssistantRequest, Exchange, Picture } from '../port.js';
import { errorsOf } from '../words/findings.js';
import { INSTRUCTIONS, READER } from './prompt.js';

/** Turns included in the prompt; the order itself reflects earlier ones. */
const MAX_TURNS = 6;
const MAX_CUSTOMER_LENGTH = 600;
const MAX_ANSWER_LENGTH = 300;
const MAX_RESTORABLE_TURNS = 10;
const MAX_WRITTEN_LENGTH = 4_000;

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

/**
 * Instructions, data, and at a retry the model's own answer with what was wrong with it. Roles alternate strictly, as
 * chat templates demand: where the model wrote nothing, both are said at once.
 */
function conversation(
  instructions: string,
  data: object,
  pictures: readonly Picture[],
  { attempt, written, unknown, findings, alternatives = [] }: AssistantRequest,
): ChatCompletionMessageParam[] {
  const feedback = {
    last_try: unknown ?? 'refused by the checks',
    findings: errorsOf(findings).map(({ code, path, msg, fixHint }) => ({ code, path, msg, choices: fixHint })),
    ways_out: alternatives.map(({ text }) => text),
  };
  const own = attempt > 1 ? written : undefined;
  const text = JSON.stringify(attempt > 1 && !own ? { ...data, ...feedback } : data);
  return [
    { role: 'system', content: instructions },
    { role: 'user', content: pictures.length > 0 ? [{ type: 'text', text }, ...pictures.map(image)] : text },
    ...(own ? [{ role: 'assistant' as const, content: cut(own, MAX_WRITTEN_LENGTH) }] : []),
    ...(own ? [{ role: 'user' as const, content: JSON.stringify(feedback) }] : []),
  ];
}

/** Messages of a turn in words. */
export function answerMessages(request: AssistantRequest): ChatCompletionMessageParam[] {
  const { words, history, order, pictures } = request;
  const turnsBefore = recentTurns(history).map((one) => ({
    turn: one.turn,
    customer: cut(one.words, MAX_CUSTOMER_LENGTH),
    ...given({ answer: one.reply && cut(one.reply, MAX_ANSWER_LENGTH), outcome: one.status }),
  }));
  const before = history.at(-1);
  const turns = history.filter((one) => one.order).map((one) => one.turn);
  const data = {
    order: order ? orderData(order) : null,
    orders_after_turns: turns.slice(-MAX_RESTORABLE_TURNS),
    turns_before: turnsBefore,
    // Not shortened: without the structured reading nothing else is left of it.
    ...(before?.status === 'parsed' ? { reading: before.reading ?? before.reply } : {}),
    customer: words,
  };
  return conversation(INSTRUCTIONS, data, pictures, request);
}

/** Messages of a turn with pictures, which are only read. */
export const readingMessages = (
  request: AssistantRequest,
  pictures: readonly Picture[],
): ChatCompletionMessageParam[] =>
  conversation(READER, { customer: cut(request.words, MAX_CUSTOMER_LENGTH) }, pictures, request);
