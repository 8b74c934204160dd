import type { AppliedDefault, Finding, Order } from '#libs/furniture';
import { changedText, goneText } from './changed.js';
import { uncapital, warningsOf } from './findings.js';
import { kitchenText } from './kitchen.js';
import { joined, listing } from './names.js';

/** Maximum characters of a note (spec.md). */
export const MAX_NOTE_LENGTH = 1000;
const MAX_BUILT_REPLY_LENGTH = 420;
const MAX_WARNINGS = 3;

/** Removes links, markup and control characters. */
export function cleanReply(text: string): string {
  return (
    text
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+/gi, '')
      .replace(/<[^<>]{1,200}>/g, '')
      .replace(/[*_`#<>|]+/g, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
      .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\ufeff]+/g, ' ')
      .replace(/\s+([,.;:!?])/g, '$1')
      .replace(/[ ]{2,}/g, ' ')
      .trim()
  );
}

/** Shortens at the end of a sentence or word, never inside a surrogate pair. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('? '), cut.lastIndexOf('! '));
  if (end > limit / 2) return cut.slice(0, end + 1);
  const word = cut.lastIndexOf(' ');
  return `${(word > limit / 2 ? cut.slice(0, word) : cut).replace(/[\ud800-\udbff]$/, '').replace(/[\s,;:]+$/, '')}…`;
}

/** The note of a turn without changes. */
export const replyNote = (reply: string): string => shorten(cleanReply(reply), MAX_NOTE_LENGTH);

/** Defaults that the note tells; what stands in the place of what, it tells from the orders. */
export function defaultsText(defaults: readonly AppliedDefault[]): string {
  const named = defaults.filter(({ code }) => code !== 'instead').map(({ text }) => cleanReply(text));
  return listing('Принято по умолчанию', [...new Set(named)], '; ');
}

interface Built {
  /** `plan`: a kitchen was laid out, also in the place of one that stood. */
  readonly kind: 'plan' | 'edits' | 'restore';
  /** The order that was edited; undefined where a kitchen was laid out anew. */
  readonly before: Order | undefined;
  readonly after: Order;
  /** The assistant's own words. */
  readonly reply: string;
  readonly defaults: readonly AppliedDefault[];
  readonly findings: readonly Finding[];
  /** What was said and does not stand, in words. */
  readonly unmet: string;
  /** Notes of earlier turns: a warning is given once. */
  readonly told: string;
}

/**
 * The note of a built turn: what stands, or what an edit changed; the assistant's words; defaults (spec.md: named, never
 * asked); what was not done; and as many new warnings as fit. What stands is told in less detail where it is too long.
 */
export function builtNote({ kind, before, after, reply, defaults, findings, unmet, told }: Built): string {
  const own = shorten(cleanReply(reply), MAX_BUILT_REPLY_LENGTH);
  const rest = [own, unmet, defaultsText(defaults.filter(({ text }) => !before || !told.includes(text)))];
  const room = MAX_NOTE_LENGTH - joined(rest).length - 1;
  const gone = before ? goneText(before, after) : '';
  const texts =
    before && kind !== 'plan'
      ? [changedText(before, after)]
      : [true, false].map((whole) => joined([kitchenText(after, whole), gone]));
  const what = texts.find((text) => text.length <= room) ?? shortened(texts.at(-1) ?? '', room);
  let note = joined(kind === 'restore' ? [own, what, ...rest.slice(1)] : [what, ...rest]);
  const warnings = warningsOf(findings).filter((warning) => !told.toLowerCase().includes(warning.toLowerCase()));
  for (const [i, warning] of warnings.slice(0, MAX_WARNINGS).entries()) {
    const longer = joined([note, i === 0 ? `Обратите внимание: ${uncapital(warning)}` : warning]);
    if (longer.length <= MAX_NOTE_LENGTH) note = longer;
  }
  return shorten(note, MAX_NOTE_LENGTH);
}

const LEFT_OUT = 'Остальное — на чертеже.';
const shortened = (text: string, room: number): string =>
  room < LEFT_OUT.length ? '' : joined([shorten(text, room - LEFT_OUT.length - 1), LEFT_OUT]);
