import { type Finish, type Handle, TIERS, type Tier } from '#libs/furniture';
import { type Lex, lexes } from '../lexicon/words.js';
import { is, type Token } from '../text/token.js';
import type { Facts } from './facts.js';

type Part = 'carcass' | 'worktop' | 'facade' | Tier;

const PARTS: Partial<Record<Lex, Part>> = {
  carcass: 'carcass',
  worktop: 'worktop',
  facade: 'facade',
  low: 'base',
  bottom: 'base',
  top: 'wall',
  tall: 'tall',
  mezzanine: 'upper',
};
const HANDLES: Partial<Record<Lex, Handle>> = { gola: 'gola', push: 'push', bar: 'bar', grip: 'grip' };
/** A colour next to one of these belongs to it, not to the furniture: «белая мойка», «чёрные ручки». */
const OWN_COLOUR = lexes(
  'sink hob hood oven fridge handle bar grip washer dishwasher microwave wall apron stove light',
);

interface Assignment<Value> {
  /** Empty: the whole kitchen. */
  readonly parts: readonly Part[];
  readonly value: Value;
}

/** Largest distance from an adjective to its noun, in tokens: «белые матовые фасады». */
const ADJECTIVE_REACH = 3;

/**
 * Pairs parts with values in either order: «верх белый низ дуб», «белый верх, дубовый низ», «верх и низ белые». A value
 * without a part applies to the whole kitchen.
 */
function pairUp<Value>(
  tokens: readonly Token[],
  read: (token: Token, i: number) => Value | undefined,
): Assignment<Value>[] {
  const out: { parts: Part[]; value: Value }[] = [];
  let parts: Part[] = [];
  let held: Value | undefined;
  let heldAt = 0;
  tokens.forEach((token, i) => {
    const part = token.lex && PARTS[token.lex];
    const value = read(token, i);
    const last = out.at(-1);
    if (held !== undefined && part && i - heldAt > ADJECTIVE_REACH) {
      out.push({ parts: [], value: held });
      held = undefined;
    }
    if (value !== undefined && (is(tokens[i + 1], 'kitchen') || (is(tokens[i - 1], 'colour') && parts.length === 0)))
      out.push({ parts: [], value });
    else if (part && held !== undefined) {
      out.push({ parts: [part], value: held });
      held = undefined;
    } else if (
      part &&
      is(tokens[i - 1], 'and') &&
      last &&
      parts.length === 0 &&
      !tokens.slice(i + 1).some((next, k) => read(next, i + 1 + k) !== undefined)
    ) {
      last.parts.push(part);
    } else if (part) parts.push(part);
    else if (value !== undefined && parts.length > 0) {
      out.push({ parts: specific(parts), value });
      parts = [];
    } else if (value !== undefined) {
      if (held !== undefined) out.push({ parts: [], value: held });
      held = value;
      heldAt = i;
    }
  });
  if (held !== undefined) out.push({ parts: [], value: held });
  return out;
}

/** «Верхние фасады»: facades of the wall tier only. */
const specific = (parts: Part[]): Part[] => (parts.length > 1 ? parts.filter((part) => part !== 'facade') : parts);

/** Colours of a clause with the parts they apply to. */
export function finishesOf(tokens: readonly Token[]): Assignment<Finish>[] {
  return pairUp(tokens, (token, i) => {
    const noun = is(tokens[i - 1], 'colour', 'under') || PARTS[tokens[i - 1]?.lex ?? 'no'] !== undefined;
    const own = is(tokens[i - 1], ...OWN_COLOUR) || (!noun && is(tokens[i + 1], ...OWN_COLOUR));
    // «дуб сонома»: the second word only names the kind of oak.
    return token.finish && !own && !tokens[i - 1]?.finish ? token.finish : undefined;
  });
}

/** Handles of a clause, except «без ручек». */
export const handlesOf = (tokens: readonly Token[]): Assignment<Handle>[] =>
  pairUp(tokens, (token) => token.lex && HANDLES[token.lex]);

export const withoutHandles = (tokens: readonly Token[]): boolean =>
  tokens.some(
    (token, i) => is(token, 'handle') && (is(tokens[i - 1], 'no', 'remove') || is(tokens[i + 1], 'no', 'remove')),
  );

/** Whether the clause requests lighting (true) or removes it (false). */
export function lightingOf(tokens: readonly Token[]): boolean | undefined {
  const at = tokens.findIndex((token) => is(token, 'light'));
  if (at < 0) return undefined;
  return !(is(tokens[at - 1], 'no', 'remove') || is(tokens[at + 1], 'no'));
}

/** Tiers that the parts name; all tiers if they name none. */
export const tiersOf = (parts: readonly Part[]): readonly Tier[] => {
  const tiers = parts.filter((part): part is Tier => TIERS.some((tier) => tier === part));
  return tiers.length > 0 ? tiers : TIERS;
};

/** Reads finishes, handles and lighting of a clause into the facts. */
export function readLooks(tokens: readonly Token[], facts: Facts): void {
  for (const { parts, value } of finishesOf(tokens)) paint(facts, parts, value);
  for (const { text, nearest, finish } of tokens) if (nearest && finish) facts.nearest[text] = finish;
  if (withoutHandles(tokens)) {
    const named = tokens.flatMap(({ lex }) => (lex && PARTS[lex]) ?? []);
    for (const tier of tiersOf(named)) facts.handles[tier] ??= tier === 'base' ? 'gola' : 'push';
  }
  for (const { parts, value } of handlesOf(tokens)) {
    const tiers = parts.length === 0 && value === 'gola' ? (['base'] as const) : tiersOf(parts);
    for (const tier of tiers) facts.handles[tier] = value;
  }
  const light = lightingOf(tokens);
  if (light !== undefined) facts.lighting = light;
}

function paint(facts: Facts, parts: readonly Part[], finish: Finish): void {
  for (const part of parts.length > 0 ? parts : (['facade'] as const)) {
    if (part === 'carcass' || part === 'worktop') facts.finish[part] = finish;
    else {
      const tiers = part === 'facade' ? TIERS : [part];
      facts.finish.facade = { ...facts.finish.facade, ...Object.fromEntries(tiers.map((tier) => [tier, finish])) };
    }
  }
}
