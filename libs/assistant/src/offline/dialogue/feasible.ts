import { edit, type Order } from '#libs/furniture';
import type { Answer } from '../../port.js';
import { explain } from '../../reply/explain.js';
import type { Reading } from '../edits/interpretation.js';
import { readEdits } from '../edits/read.js';
import { mentions, NAMES } from '../edits/refer.js';
import { isBareYes } from '../questions/recognise.js';
import { has, is, type Token } from '../text/token.js';

const DEEDS = ['add', 'put', 'make', 'replace', 'move', 'wider', 'narrower', 'raise', 'remove', 'restore'] as const;
const EMPTY = /^(ли|можно|есть|там|сюда|туда|еще|вообще|если|здесь|тогда|а|и|у|нас|имеется|\?)$/;

/** «влезет ли посудомойка 60?», «а стиралку сюда можно?», «вытяжка есть?»: asks, and would have it done if it can be. */
function supposes(tokens: readonly Token[]): boolean {
  if (has(tokens, ...DEEDS)) return false;
  const asked = tokens.some(({ text }) => text === '?');
  return (
    has(tokens, 'fits') ||
    tokens.some(({ text }) => text === 'есть') ||
    (asked && tokens.some(({ text }) => text === 'можно'))
  );
}

/** What such words would have done, as a request. */
function asRequest(order: Order, tokens: readonly Token[]): Reading {
  const words = tokens.filter((token) => !is(token, 'fits') && !EMPTY.test(token.text));
  const stands = mentions(order, words).some(({ found }) => found.length > 0);
  return readEdits(order, stands ? words : [{ text: 'добавь', lex: 'add' }, ...words]);
}

/** The answer to whether something fits: tried on a copy, told, and done only once the customer says so. */
export function answerFeasible(order: Order, tokens: readonly Token[]): Answer | undefined {
  if (!has(tokens, 'fits') && !supposes(tokens)) return undefined;
  if (tokens.some(({ text }) => text === 'есть') && !has(tokens, 'fits')) return undefined;
  const reading = asRequest(order, tokens);
  if ('ask' in reading) return { kind: 'question', reply: reading.ask };
  if (reading.edits.length === 0) return undefined;
  const tried = edit(order, reading.edits);
  if (tried.ok) {
    const same = JSON.stringify(tried.order) === JSON.stringify(order);
    if (reading.edits.every(({ op }) => op === 'remove'))
      return { kind: 'question', reply: 'Да, это можно убрать, место освободится. Убрать?' };
    return {
      kind: 'question',
      reply: same ? 'Да, именно так в этой кухне и стоит. Что-нибудь изменить?' : 'Да, поместится. Сделать так?',
    };
  }
  if ('unknown' in tried) return undefined;
  return {
    kind: 'question',
    reply: `Сейчас не поместится. ${explain(tried.findings, tried.alternatives)}`,
    findings: tried.findings,
  };
}

/** «да» to «поместится, сделать?» and to «такого нет, добавить?»: the request that was asked about. */
export function acceptedOffer(order: Order, asked: readonly Token[], tokens: readonly Token[]): Answer | undefined {
  const deed =
    tokens.length <= 3 &&
    has(tokens, 'add', 'put', 'make') &&
    !tokens.some((token) => token.finish || token.quantity || is(token, ...NAMES, 'facade', 'top', 'low'));
  if (!isBareYes(tokens) && !deed) return undefined;
  if (!supposes(asked)) return undefined;
  const reading = asRequest(order, asked);
  if ('ask' in reading || reading.edits.length === 0) return undefined;
  return { kind: 'operations', operations: reading.edits, reply: reading.told };
}

/** What a message wants of the order, supposed or said outright. */
export const wantedBy = (order: Order, tokens: readonly Token[]): Reading =>
  supposes(tokens) ? asRequest(order, tokens) : readEdits(order, tokens);
