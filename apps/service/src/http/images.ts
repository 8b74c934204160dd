import { hash } from 'node:crypto';
import type { ImageMime, ImageRef } from '#libs/conversations';

/** spec.md, Limits: at most 5 MB each. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** What a decoder could be asked to allocate; a plan never comes near it. */
const MAX_SIDE = 20_000;
const MAX_PIXELS = 100_000_000;

export interface InspectedImage {
  readonly ref: ImageRef;
  readonly bytes: Uint8Array;
}

/** Looks at a picture's bytes: size, real type against the declared one, dimensions. `problem` is one English clause. */
export function inspectImage(mime: ImageMime, b64: string): InspectedImage | { readonly problem: string } {
  const size = Buffer.byteLength(b64, 'base64');
  if (size > MAX_IMAGE_BYTES) return { problem: `must be at most ${MAX_IMAGE_BYTES} bytes, is ${size}` };
  const bytes = Buffer.from(b64, 'base64');
  // The decoder skips what is no base64; only the exact round trip proves that nothing was skipped.
  if (bytes.toString('base64') !== b64) return { problem: 'must be base64 with padding' };
  if (bytes.length === 0) return { problem: 'must not be empty' };
  const found = sniff(bytes);
  if (!found) return { problem: 'is no complete png, jpeg, webp or gif picture' };
  if (found.mime !== mime) return { problem: `is declared as ${mime} but holds ${found.mime}` };
  const { width, height } = found;
  if (width < 1 || height < 1) return { problem: 'has no pixels' };
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    return { problem: `is ${width}x${height} pixels: at most ${MAX_SIDE} a side and ${MAX_PIXELS} in all` };
  }
  const digest = hash('sha256', bytes, 'hex');
  return { ref: { digest, mime, bytes: bytes.length, width, height }, bytes };
}

interface Sniffed {
  mime: ImageMime;
  width: number;
  height: number;
}

function sniff(bytes: Buffer): Sniffed | undefined {
  return png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes);
}

/** PNG (ISO/IEC 15948): signature, then IHDR with width and height. */
function png(bytes: Buffer): Sniffed | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { mime: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** GIF87a, GIF89a: logical screen descriptor. */
function gif(bytes: Buffer): Sniffed | undefined {
  if (bytes.length < 13 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined;
  return { mime: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** WebP (RFC 9649): lossy, lossless and extended headers. */
function webp(bytes: Buffer): Sniffed | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return undefined;
  const mime = 'image/webp';
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { mime, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { mime, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { mime, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** JPEG (ITU T.81): segments up to the first frame header, which holds the dimensions. */
function jpeg(bytes: Buffer): Sniffed | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { mime: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    const standsAlone = (marker >= 0xd0 && marker <= 0xd9) || marker === 0x01;
    at += standsAlone ? 2 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
