import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Problem } from '#libs/kernel';

/** Two pictures of 5 MB in base64, their frame, and 4,000 characters of text. */
export const MAX_BODY_BYTES = 15 * 1024 * 1024;

/** Deeper than any body of ours, and shallow enough for every recursive parser and validator. */
export const MAX_DEPTH = 64;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a request's body to its end, within its limits. Every body of this API is a JSON object; one that is empty counts
 * as none.
 * @throws {Problem} `unsupported_media_type`, `payload_too_large`, `invalid_request`
 */
export async function readJsonBody(headers: IncomingHttpHeaders, stream: Readable): Promise<object | undefined> {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw new Problem('unsupported_media_type', 'the body must be application/json');
  const bytes = await readBytes(stream, Number(headers['content-length'] ?? 0));
  if (bytes.length === 0) return undefined;
  const body = readJson(bytes);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new Problem('invalid_request', 'the body must be a JSON object');
}

function readBytes(stream: Readable, declaredBytes: number): Promise<Buffer> {
  const tooLarge = () => new Problem('payload_too_large', 'the body is larger than the service takes');
  if (declaredBytes > MAX_BODY_BYTES) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const brokeOff = () => reject(new Problem('invalid_request', 'the body did not arrive whole'));
    stream.on('error', brokeOff).on('close', brokeOff);
    stream.on('end', () => {
      // A stream closes after its end too: no refusal is made for that.
      stream.off('close', brokeOff);
      resolve(Buffer.concat(chunks));
    });
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= MAX_BODY_BYTES) return;
      // Left unread, not destroyed: its socket has the refusal to carry.
      stream.pause();
      reject(tooLarge());
    });
  });
}

/**
 * Reads a JSON body: valid UTF-8, bounded depth (checked before anything recursive sees it), no `__proto__` key, no NUL
 * and no lone surrogate in any string, no number beyond what JSON can hold.
 * @throws {Problem} `invalid_request`
 */
export function readJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw invalid('the body is empty, JSON is needed');
  if (depthOf(bytes) > MAX_DEPTH) throw invalid(`the body is nested deeper than ${MAX_DEPTH} levels`);
  const value = parse(decode(bytes));
  inspect(value, '');
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid('the body is not valid UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('the body is not valid JSON');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Brackets outside of strings; UTF-8's bytes beyond ASCII never look like one. */
function depthOf(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
    }
  }
  return deepest;
}

/** Index of the closing quote; a string's end is searched natively, since pictures are long strings. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; ; ) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return bytes.length;
    let slashes = 0;
    while (bytes[quote - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote;
    at = quote + 1;
  }
}

function inspect(value: unknown, path: string): void {
  if (typeof value === 'string') {
    inspectString(value, path);
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw invalid('holds a number that is out of range', path);
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      inspect(item, `${path}[${index}]`);
    });
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      inspectString(key, path);
      const inner = path === '' ? key : `${path}.${key}`;
      if (key === '__proto__') throw invalid('is not an allowed name', inner);
      // The validator does not see names that every object inherits; inside `meta` anything goes.
      if (isInherited(key) && !/^meta\b/.test(path)) throw invalid('is not a field of this request', inner);
      inspect(item, inner);
    }
  }
}

/** `constructor`, `toString`, …: names that every object (`prototype`: every class) has without being given them. */
export function isInherited(name: string): boolean {
  return name === 'prototype' || name in Object.prototype;
}

function inspectString(text: string, path: string): void {
  if (text.includes('\0')) throw invalid('holds a NUL character', path);
  if (!text.isWellFormed()) throw invalid('holds a lone surrogate, which is no character', path);
}

function invalid(message: string, path = ''): Problem {
  if (path === '') return new Problem('invalid_request', message);
  const name = path.slice(0, 200);
  return new Problem('invalid_request', `${name} ${message}`, { fields: [{ path: name, message }] });
}
