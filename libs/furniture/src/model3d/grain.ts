/** The grain of wood as a picture: light and dark along the fibre, without colour; its edges meet, so that it repeats. */
export interface Texture {
  readonly width: number;
  readonly height: number;
  /** A byte of light for each point, row by row; the fibre runs down the rows. */
  readonly light: Uint8Array;
  /** The mean of the light as it acts on a colour, 0..1 (linear). */
  readonly mean: number;
}

/** What one picture covers, mm: across the fibre and along it. */
export const GRAIN_ACROSS = 600;
export const GRAIN_ALONG = 2400;

const WIDTH = 256;
const HEIGHT = 64;
/** The darkest a fibre is, of 255. */
const DARKEST = 196;

/** Noise of 0..1 at whole places of a row of `period`, the same each time. */
function noise(seed: number, period: number): (at: number) => number {
  let state = seed;
  const values = Array.from({ length: period }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  });
  return (at) => {
    const low = Math.floor(at);
    const [a = 0, b = 0] = [
      values[((low % period) + period) % period],
      values[(((low + 1) % period) + period) % period],
    ];
    return a + (b - a) * (at - low);
  };
}

let made: Texture | undefined;

/** Broad bands of growth, fine fibres over them, both swaying a little along the board. The same bytes each time. */
export function grainTexture(): Texture {
  if (made) return made;
  const [bands, fibres, pores, sway] = [noise(7, 16), noise(11, WIDTH), noise(13, WIDTH / 2), noise(17, 8)];
  const light = new Uint8Array(WIDTH * HEIGHT);
  let sum = 0;
  for (let y = 0; y < HEIGHT; y += 1) {
    const shift = (sway((y * 8) / HEIGHT) - 0.5) * 10;
    for (let x = 0; x < WIDTH; x += 1) {
      const at = x + shift;
      const dark = 0.45 * bands((at * 16) / WIDTH) + 0.35 * fibres(at) + 0.2 * pores(at / 2);
      const value = Math.round(255 - (255 - DARKEST) * dark);
      light[y * WIDTH + x] = value;
      sum += (value / 255) ** 2.2;
    }
  }
  made = { width: WIDTH, height: HEIGHT, light, mean: sum / light.length };
  return made;
}
