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
