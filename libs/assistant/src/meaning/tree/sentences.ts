import type { Edge } from '../../rules/chart.js';
import { flag, number, part, parts, text } from '../../rules/frame.js';
import type { Phrases } from '../../rules/phrases.js';

/** «три такие»: a small number with a word right behind it is hardly a wall. */
export function isLoose({ category, frame, to }: Edge, { read, words }: Phrases): boolean {
  const value = number(part(parts(frame, 'items')[0], 'len'), 'value') ?? 0;
  const next = words[(read[to - 1] ?? -2) + 1];
  return category === 'walls' && value < 13 && Number.isInteger(value) && next?.kind === 'word' && isBare({ frame });
}

/** Positions in sentences that end with a question mark. */
export function questionsOf({ read, words }: Phrases): boolean[] {
  const out: boolean[] = [];
  let asks = false;
  for (let at = read.length - 1; at >= 0; at -= 1) {
    const { text = '' } = words[read[at] ?? -1] ?? {};
    if (/^[.!?;]$/.test(text)) asks = text === '?' || (asks && words[(read[at] ?? 0) + 1]?.text === '?');
    out[at] = asks;
  }
  return out;
}

export const isMark = (phrases: Phrases, at: number): boolean => phrases.words[phrases.read[at] ?? -1]?.kind === 'mark';

/** Walls of which only a number was said. */
export const isBare = ({ frame }: Pick<Edge, 'frame'>): boolean =>
  parts(frame, 'items').length > 0 &&
  parts(frame, 'items').every((item) => flag(item, 'bare') && !text(part(item, 'len'), 'unit'));

/** Talk that is of no thing stands between a thing and what is said of it. */
export const isAside = ({ category, frame }: Edge): boolean =>
  category === 'context' || (category === 'talk' && text(frame, 'topic') !== 'other_furniture');

export const isRefusal = (act: Edge | undefined): boolean => text(act?.frame, 'act') === 'refuse';
