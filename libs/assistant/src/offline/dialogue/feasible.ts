import { edit, isSameKitchen, type Order } from '#libs/furniture';
import type { Answer } from '../../port.js';
import { explain } from '../../words/findings.js';
import type { EditInterpretation } from '../edits/interpretation.js';
import { readEdits } from '../edits/read.js';
import { mentions, NAMES } from '../edits/refer.js';
import { isBareYes } from '../questions/recognise.js';
import { has, is, type Token } from '../text/token.js';

const VERBS = ['add', 'put', 'make', 'replace', 'move', 'wider', 'narrower', 'raise', 'remove', 'restore'] as const;
const EMPTY = /^(ли|можно|есть|там|сюда|туда|еще|вообще|если|здесь|тогда|а|и|у|нас|имеется|\?)$/;

/** «влезет ли посудомойка 60?», «а стиралку сюда можно?», «вытяжка есть?»: a question that implies a request. */
function asksWhether(tokens: readonly Token[]): boolean {
  if (has(tokens, ...VERBS)) return false;
  const asked = tokens.some(({ text }) => text === '?');
  return (
    has(tokens, 'fits') ||
    tokens.some(({ text }) => text === 'есть') ||
    (asked && tokens.some(({ text }) => text === 'можно'))
  );
}

/** The implied request as edits. */
function asRequest(order: Order, tokens: readonly Token[]): EditInterpretation {
  const words = tokens.filter((token) => !is(token, 'fits') && !EMPTY.test(token.text));
  const stands = mentions(order, words).some(({ found }) => found.length > 0);
  return readEdits(order, stands ? words : [{ text: 'добавь', lex: 'add' }, ...words]);
}

/** Answers whether something fits by trying it on a copy; applied only after the customer confirms. */
export function answerFeasible(order: Order, tokens: readonly Token[]): Answer | undefined {
  if (!has(tokens, 'fits') && !asksWhether(tokens)) return undefined;
  if (tokens.some(({ text }) => text === 'есть') && !has(tokens, 'fits')) return undefined;
  const interpretation = asRequest(order, tokens);
  if ('question' in interpretation) return { kind: 'question', reply: interpretation.question };
  if (interpretation.edits.length === 0) return undefined;
  const trial = edit(order, interpretation.edits);
  if (trial.ok) {
    const same = isSameKitchen(trial.order, order);
    if (interpretation.edits.every(({ op }) => op === 'remove'))
      return { kind: 'question', reply: 'Да, это можно убрать, место освободится. Убрать?' };
    return {
      kind: 'question',
      reply: same ? 'Да, именно так в этой кухне и стоит. Что-нибудь изменить?' : 'Да, поместится. Сделать так?',
    };
  }
  if ('unknown' in trial) return undefined;
  return {
    kind: 'question',
    reply: `Сейчас не поместится. ${explain(trial.findings, trial.alternatives)}`,
    findings: trial.findings,
  };
}

/** «да» after «поместится, сделать?» or «такого нет, добавить?»: the request in question. */
export function acceptedOffer(order: Order, asked: readonly Token[], tokens: readonly Token[]): Answer | undefined {
  const deed =
    tokens.length <= 3 &&
    has(tokens, 'add', 'put', 'make') &&
    !tokens.some((token) => token.finish || token.quantity || is(token, ...NAMES, 'facade', 'top', 'low'));
  if (!isBareYes(tokens) && !deed) return undefined;
  if (!asksWhether(asked)) return undefined;
  const interpretation = asRequest(order, asked);
  if ('question' in interpretation || interpretation.edits.length === 0) return undefined;
  return { kind: 'operations', operations: interpretation.edits, reply: interpretation.summary };
}

/** Edits that a message requests, directly or as a question. */
export const requestedBy = (order: Order, tokens: readonly Token[]): EditInterpretation =>
  asksWhether(tokens) ? asRequest(order, tokens) : readEdits(order, tokens);
