import { lexes } from '../lexicon/words.js';
import { clauses, has, is, type Token } from '../text/token.js';
import { NAMES } from './refer.js';

/** Clauses of a message. «и» before a verb starts a new one, and so does a verb after another verb's objects. */
export function clausesOf(tokens: readonly Token[]): Token[][] {
  return clauses(tokens).flatMap((clause) => {
    const out: Token[][] = [[]];
    clause.forEach((token, i) => {
      const verb =
        is(clause[i + 1], 'remove', 'add', 'put', 'make', 'move', 'raise') ||
        pronounPlaceAt(clause.slice(i + 1)) >= 0 ||
        (hasVerb(out.at(-1)) && has(clause.slice(i + 1), 'remove', 'add', 'put', 'move', 'make'));
      const sizes =
        clause.slice(0, i).some(({ quantity }) => quantity) &&
        clause.slice(i).some(({ quantity }) => quantity) &&
        is(clause[i + 1], ...NAMES);
      const spoken = is(token, 'remove', 'add', 'put', 'move') && namesThing(out.at(-1)) && i < clause.length - 1;
      if (is(token, 'and') && (verb || sizes) && (out.at(-1)?.length ?? 0) > 0) out.push([]);
      else if (spoken && hasVerb(out.at(-1))) out.push([token]);
      else out.at(-1)?.push(token);
    });
    return out.filter((part) => part.length > 0);
  });
}

const namesThing = (part: readonly Token[] | undefined): boolean => part?.some((token) => is(token, ...NAMES)) === true;
const hasVerb = (part: readonly Token[] | undefined): boolean =>
  part !== undefined &&
  has(part, 'remove', 'add', 'put', 'move', 'make') &&
  !part.some(({ text }) => text === 'вместо');

/** «вместо неё», «на её место»: index of a pronoun that refers to the previous thing. */
const pronounPlaceAt = (clause: readonly Token[]): number =>
  clause.findIndex(
    ({ text }, i) =>
      (text === 'вместо' && /^(не[еёйг]о?|нее|него|них|этого|этой)$/.test(clause[i + 1]?.text ?? '')) ||
      (/^(его|ее|их|это|этом|том)$/.test(text) && /^мест/.test(clause[i + 1]?.text ?? '')),
  );

/** Words that give a thing a place of its own. */
const PLACES = lexes('left right near between start end corner centre at under window');

const isVerb = (token: Token): boolean => is(token, 'remove', 'add', 'put', 'make', 'want', 'and');

/**
 * Joins a removal and the following addition into one replacement, unless the addition names its own place: «убери
 * ящики, поставь обычную тумбу», «тумбу справа убери, вместо неё холодильник».
 */
export function joinedReplacements(parts: readonly Token[][]): Token[][] {
  const out: Token[][] = [];
  for (const part of parts) {
    const before = out.at(-1);
    const pronoun = pronounPlaceAt(part);
    const placed = has(part, ...PLACES);
    const puts = pronoun >= 0 || (has(part, 'add', 'put') && !placed && namesThing(part));
    const thing = before && (namesThing(before) || has(before, 'top'));
    if (before && thing && puts && has(before, 'remove') && !has(before, 'all', 'light', 'handle')) {
      const what = pronoun < 0 ? part : part.filter((_, i) => i !== pronoun && i !== pronoun + 1);
      out[out.length - 1] = [
        { text: 'вместо', lex: 'replace' },
        ...before.filter((token) => !isVerb(token)),
        { text: 'поставь', lex: 'put' },
        ...what.filter((token) => !isVerb(token) && token.text !== 'на'),
      ];
    } else out.push([...part]);
  }
  return out;
}
