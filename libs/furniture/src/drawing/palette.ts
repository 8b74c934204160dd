import finishes from '../../data/finishes.json' with { type: 'json' };
import { type Finish } from '../order/order.js';

/** A finish as shown to people. Colours are generic and indicative only (spec.md, render, rule 5). */
interface Swatch {
  /** Russian name in readings and bills of materials. */
  name: string;
  /** Russian name on buttons and captions of a drawing, where it is another. */
  drawn?: string;
  /** What customers call it. */
  words: readonly string[];
  hex: string;
  /** Grain is drawn as thin lines along the longer side. */
  wood?: boolean;
}

/** data/finishes.json. `clear` is the absence of colour: paper with painted outlines. */
export const PALETTE: Readonly<Record<Finish, Swatch>> = finishes.finishes;

/** «без цвета», «графит»: what a drawing's buttons and captions call a finish. */
export const drawnName = (finish: Finish): string => PALETTE[finish].drawn ?? PALETTE[finish].name;

/** Paper, glass and the outlines that no finish changes (4.4). */
export const PAPER = '#FFFFFF';
export const OUTLINE = '#1A1A1A';
export const GLASS = '#DCEBF0';
export const PLINTH = '#6B6E70';

const DARK_LINE = '#2A2A2A';
const LIGHT_LINE = '#F2F2F2';
const DARK_BELOW = 0.18;
const READABLE = 4.5;

/** Every tone that a painted surface needs. */
interface Tones {
  front: string;
  top: string;
  side: string;
  /** Fillers and panels: the same colour, another density. */
  filler: string;
  line: string;
  /** Around each front: the outline on light finishes; on dark ones, where that would be lost, a lighter shade. */
  edge: string;
  ink: string;
  grain: readonly [string, string] | undefined;
}

/** Tones of 4.3 (top +12 % lightness, side −14 %) and 4.4 (light lines where luminance < 0.18, ink of contrast 4.5). */
export function tones(finish: Finish): Tones {
  const { hex, wood } = PALETTE[finish];
  const dark = luminance(hex) < DARK_BELOW;
  const line = dark ? LIGHT_LINE : DARK_LINE;
  const edge = dark ? lighten(hex, 0.3) : OUTLINE;
  const ink = [line, DARK_LINE, LIGHT_LINE, '#000000'].find((c) => contrast(c, hex) >= READABLE) ?? '#000000';
  if (finish === 'clear') {
    return { front: hex, top: hex, side: '#F4F4F2', filler: '#F1F1EE', line, edge, ink, grain: undefined };
  }
  return {
    front: hex,
    top: lighten(hex, 0.12),
    // On dark finishes 14 points of lightness would leave black.
    side: lighten(hex, dark ? -0.06 : -0.14),
    filler: lighten(hex, dark ? 0.07 : -0.07),
    line,
    edge,
    ink,
    grain: wood ? [lighten(hex, 0.08), lighten(hex, -0.08)] : undefined,
  };
}

/** Arithmetic of sRGB colours written `#RRGGBB`. */

type Rgb = readonly [r: number, g: number, b: number];

function rgb(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

function hex(channels: Rgb): string {
  const digits = channels.map((c) =>
    Math.round(Math.min(255, Math.max(0, c)))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('').toUpperCase()}`;
}

/** Relative luminance 0..1 as WCAG 2 defines it. */
export function luminance(colour: string): number {
  const [r, g, b] = rgb(colour).map((c) => {
    const s = c / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

/** Contrast ratio 1..21. */
export function contrast(a: string, b: string): number {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((hi ?? 0) + 0.05) / ((lo ?? 0) + 0.05);
}

/** Shifts the lightness (HSL) by `by`, −1..1, and keeps the hue. */
export function lighten(colour: string, by: number): string {
  const [r, g, b] = rgb(colour);
  const [max, min] = [Math.max(r, g, b) / 255, Math.min(r, g, b) / 255];
  const l = (max + min) / 2;
  const to = Math.min(1, Math.max(0, l + by));
  // The same saturation would tint near-white colours when they are darkened: the chroma never grows.
  const room = (x: number) => 1 - Math.abs(2 * x - 1);
  const scale = room(l) === 0 ? 1 : Math.min(1, room(to) / room(l));
  const shift = (c: number) => (to + (c / 255 - l) * scale) * 255;
  return hex([shift(r), shift(g), shift(b)]);
}
