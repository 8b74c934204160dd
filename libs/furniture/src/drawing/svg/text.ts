/** Text for SVG and HTML: escaping, and an estimate of the room that a line takes. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const { ceil } = Math;

const SPECIAL = /[^\t\n -~\u00a0-\ud7ff\ue000-\ufffd]|[&<>"']/u;

/** Safe in content and in quoted attributes, XML and HTML alike; characters that XML 1.0 forbids are dropped. */
export function escapeXml(value: string): string {
  if (!SPECIAL.test(value)) return value;
  return value
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);
}

const NARROW = new Set([..." .,:;!|'()[]/-–iIlІt·"]);
const WIDE = new Set([...'ШЩМЖЮФЫМWшщжюфыmwм@%']);

/**
 * Width of a line in the units of `size`: an upper estimate for the widest of the fonts in the style sheet
 * (DejaVu Sans): a box that is too wide does no harm.
 */
export function textWidth(text: string, size: number): number {
  let em = 0;
  for (let i = 0; i < text.length; i += 1) em += WIDTHS[text.charCodeAt(i)] ?? charWidth(text.charAt(i));
  return ceil(em * size);
}

const LETTER = 0.65;

function charWidth(c: string): number {
  // A surrogate pair is measured by its first half.
  if (c >= '\udc00' && c <= '\udfff') return 0;
  if (c >= '0' && c <= '9') return 0.65;
  if (NARROW.has(c)) return 0.42;
  if (WIDE.has(c)) return 1.02;
  return (c >= 'А' && c <= 'Я') || (c >= 'A' && c <= 'Z') ? 0.78 : LETTER;
}

/** Worked out once for Latin and Cyrillic letters: labels are measured at every place that is tried for them. */
const WIDTHS = Float64Array.from({ length: 0x500 }, (_, code) => charWidth(String.fromCharCode(code)));
