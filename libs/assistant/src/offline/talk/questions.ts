import { type Order, readOrder } from '#libs/furniture';
import { has, is, type Token } from '../text/token.js';
import { CONTENTS } from './topics/contents.js';
import { MEASURES } from './topics/measures.js';
import { OTHERS } from './topics/others.js';
import { saysOf, type Topic } from './topics/topic.js';

const NEXT = 'Что-нибудь изменить в кухне?';

/** Words that ask rather than order: «какая», «сколько», a price. A deed in the same words makes it a request. */
export function isQuestion(tokens: readonly Token[]): boolean {
  if (
    has(tokens, 'many') ||
    (has(tokens, 'price') && !has(tokens, 'remove', 'add', 'put', 'make', 'replace', 'restore'))
  )
    return true;
  const asked = tokens.some(({ text }) => text === '?');
  if (asked && saysOf(tokens, /^(достав|монтаж|гарант|оплат|рассроч|замер|скидк|срок)/)) return true;
  const asks = tokens.some(
    (token, i) =>
      (asked || i < 3) &&
      (is(token, 'how') || /^(почему|зачем|где|что|есть|когда|какого|какому|посоветуй|посоветуйте)$/.test(token.text)),
  );
  return (
    asks &&
    !has(
      tokens,
      'restore',
      'was',
      'add',
      'remove',
      'put',
      'make',
      'replace',
      'move',
      'wider',
      'narrower',
      'mirror',
      'same',
    )
  );
}

const all: Topic = (tokens, order) =>
  order &&
  (has(tokens, 'kitchen', 'cabinet', 'baseUnit') ||
    saysOf(tokens, /^(получил|получит|вышло|итог|стоит|состав|опиши|где)/))
    ? readOrder(order)
    : undefined;

const TOPICS: readonly Topic[] = [...MEASURES, ...CONTENTS, ...OTHERS];

/**
 * The answer to a question about the standing order; never a price (spec.md, bill of materials). `guess`: nobody is sure
 * that it is a question, so the whole kitchen is not told.
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

export const isBareYes = (tokens: readonly Token[]): boolean =>
  tokens.length > 0 &&
  tokens.length <= 4 &&
  tokens.every(
    (token) =>
      is(token, 'yes', 'make', 'how', 'want') ||
      token.mark !== undefined ||
      /^(так|делаем|делайте|собирай|собирайте|же|ну|пожалуйста|можно)$/.test(token.text),
  ) &&
  (has(tokens, 'yes', 'make') || tokens.some(({ text }) => /^(собирай|делаем|собирайте)/.test(text)));
