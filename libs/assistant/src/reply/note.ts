import type { AppliedDefault, Finding } from '#libs/furniture';

/** Maximum characters of a note (spec.md). */
export const MAX_NOTE_LENGTH = 1000;
const MAX_BUILT_REPLY_LENGTH = 420;

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

/**
 * The note of a built turn: the reply, all applied defaults (spec.md: named, never asked), and as many warnings as fit.
 */
export function builtNote(reply: string, defaults: readonly AppliedDefault[], findings: readonly Finding[]): string {
  const named = [...new Set(defaults.map(({ text }) => cleanReply(text)))];
  const assumed = named.length > 0 ? ` Принято по умолчанию: ${named.join('; ')}.` : '';
  let note =
    shorten(cleanReply(reply), Math.max(120, Math.min(MAX_BUILT_REPLY_LENGTH, MAX_NOTE_LENGTH - assumed.length))) +
    assumed;
  const warnings = [
    ...new Set(findings.filter(({ severity }) => severity === 'warning').map(({ msg }) => cleanReply(msg))),
  ];
  const lead = ' Обратите внимание: ';
  let first = true;
  for (const warning of warnings) {
    const more = first ? lead + warning : ` ${warning}`;
    if (note.length + more.length > MAX_NOTE_LENGTH) break;
    note += more;
    first = false;
  }
  return shorten(note, MAX_NOTE_LENGTH);
}
