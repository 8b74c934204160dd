/** What moves a terminal's cursor, changes its colours or its title, ends a line early or turns the direction of text. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Text of others as it may go to a terminal or a log: control characters (C0, DEL, C1) and bidirectional overrides are
 * shown as `\u001b`, line feeds stay. Within JSON the result is the same value, since a string may write each of its characters so
 * (ECMA-404, section 9).
 */
export function printable(text: string): string {
  return text.replaceAll(CONTROLS, (found) => (found === '\n' ? found : escaped(found)));
}

/** The same on one line: a line feed would let a value pass for a line of its own. */
export function oneLine(text: string): string {
  return printable(text.trim().replaceAll(/\s*\n\s*/g, ' '));
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
