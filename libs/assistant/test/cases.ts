import { readFileSync } from 'node:fs';
import { type Assertion, failureOf } from './assertions.js';
import { badGeometry } from './geometry.js';
import type { View } from './view.js';

const GEOMETRY_SHOWN = 4;

/** A conversation and the expected outcome of its last turn. */
export interface Case {
  readonly id: string;
  readonly level: number;
  readonly text: string;
  readonly context?: readonly { readonly role: string; readonly text: string }[];
  readonly expect: { readonly status: string | readonly string[]; readonly assertions?: readonly Assertion[] };
}

/** One case per line. @throws {Error} naming the invalid line. */
export const readCases = (file: string | URL): Case[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line, i) => {
      try {
        return JSON.parse(line);
      } catch {
        throw new Error(`${file}, line ${i + 1}: not JSON; a case {id, level, text, context?, expect} was expected`);
      }
    });

/** The customer's messages in order; the last one is judged. */
export const messagesOf = ({ context = [], text }: Case): string[] => [
  ...context.filter(({ role }) => role === 'user').map((turn) => turn.text),
  text,
];

/** Why the last turn fails the case; empty if it passes. */
export function problemsOf(
  { context, expect }: Case,
  status: string,
  view: View,
  checks = expect.assertions ?? [],
): string[] {
  const wanted = [expect.status].flat();
  return [
    ...(context && context.length > 0 && !view.before && wanted[0] !== 'question' && expectsOrder(expect.assertions)
      ? ['the context was not built']
      : []),
    ...(wanted.includes(status) ? [] : [`status ${status}, wanted ${wanted.join(' or ')}`]),
    ...(status === 'built' ? badGeometry(view).slice(0, GEOMETRY_SHOWN) : []),
    ...checks.flatMap((assertion) => failureOf(assertion, view) ?? []),
  ];
}

const expectsOrder = (assertions: readonly Assertion[] = []): boolean => assertions.some(({ q }) => q === 'order');
