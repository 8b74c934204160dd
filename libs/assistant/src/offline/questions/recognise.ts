import type { Order } from '#libs/furniture';
import { lexes } from '../lexicon/words.js';
import { has, is, type Token } from '../text/token.js';

/** Answers questions about one topic in one or two Russian sentences; undefined for other questions. */
export type Topic = (tokens: readonly Token[], order: Order | undefined) => string | undefined;

export const saysOf = (tokens: readonly Token[], pattern: RegExp): boolean =>
  tokens.some(({ text }) => pattern.test(text));

/** Whether the words ask: «какая», «сколько», a price. With a verb of change they are a request. */
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
  return asks && !has(tokens, ...CHANGES);
}

const CHANGES = lexes('restore was add remove put make replace move wider narrower mirror same');

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
