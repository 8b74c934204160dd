import { type Order, readOrder } from '#libs/furniture';
import { has, type Token } from '../text/token.js';
import { CONTENTS } from './contents.js';
import { MEASURES } from './measures.js';
import { OTHERS } from './others.js';
import { saysOf, type Topic } from './recognise.js';

const NEXT = 'Что-нибудь изменить в кухне?';

const all: Topic = (tokens, order) =>
  order &&
  (has(tokens, 'kitchen', 'cabinet', 'baseUnit') ||
    saysOf(tokens, /^(получил|получит|вышло|итог|стоит|состав|опиши|где)/))
    ? readOrder(order)
    : undefined;

const TOPICS: readonly Topic[] = [...MEASURES, ...CONTENTS, ...OTHERS];

/**
 * Answers a question about the order; never a price (spec.md, bill of materials). `guess`: it may not be a question, so
 * the whole kitchen is not described.
 */
export function answerQuestion(tokens: readonly Token[], order: Order | undefined, guess = false): string | undefined {
  const found = TOPICS.flatMap((topic) => topic(tokens, order) ?? []);
  if (found.length === 0 && guess) return undefined;
  if (found.length === 0) {
    const whole = all(tokens, order);
    return whole && `${whole} ${NEXT}`;
  }
  const text = [...new Set(found)].join(' ');
  return order && !text.endsWith('?') ? `${text} ${NEXT}` : text;
}
