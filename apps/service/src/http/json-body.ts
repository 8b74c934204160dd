import { type IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Problem } from '#libs/kernel';
import { MAX_META_BYTES, META_TOO_LARGE } from './dto/rules.js';
import { fieldsProblem } from './problems.js';

/** contract.md: two pictures of 5 MB in base64, their frame, and 4,000 characters of text. */
export const MAX_TURN_BODY_BYTES = 15 * 1024 * 1024;
/** contract.md: every other body. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Deeper than any body of ours, and shallow enough for every recursive parser and validator. */
export const MAX_DEPTH = 64;
/** Outside of `meta`: so many that a list of misspelt fields is still answered field by field, so few that they cost nothing. */
export const MAX_VALUES = 2_000;
/** Of one array outside of `meta`. A turn has two pictures; what is a little above gets the validator's words. */
export const MAX_MEMBERS = 16;
/** The one field that holds anything, and what every picture's bytes are called. */
const META = 'meta';
const PICTURE = 'b64';
const MAX_KEY_BYTES = 200;
/** Of a string that is no picture: 4,000 characters, each of them escaped, and spaces around them. */
const MAX_STRING_BYTES = 64 * 1024;
/** Of all that is in no string and not in `meta`: signs, numbers, spaces. */
const MAX_FRAME_BYTES = 64 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a request's body to its end, within its limits. Every body of this API is a JSON object; one that is empty counts
 * as none.
 * @param grow is told of each piece's bytes before it is kept, and throws where there is no room for it.
 * @throws {Problem} `unsupported_media_type`, `payload_too_large`, `invalid_request`
 */
export async function readJsonBody(
  headers: IncomingHttpHeaders,
  stream: Readable,
  maxBytes: number,
  grow: (bytes: number) => void,
): Promise<object | undefined> {
  if (!isJson(headers['content-type'] ?? ''))
    throw new Problem('unsupported_media_type', 'the body must be application/json');
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (stream.readableEnded) return undefined;
  const bytes = arrivedBytes(stream, maxBytes, grow) ?? (await readBytes(stream, maxBytes, grow));
  if (bytes.length === 0) return undefined;
  const body = readJson(bytes);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new Problem('invalid_request', 'the body must be a JSON object');
}

/** Whether a Content-Type is well formed and says JSON. */
export function isJson(contentType: string): boolean {
  return /^application\/json *(?:; *[\w-]+=(?:"[^"]*"|[^\s;"]+) *)*;?$/i.test(contentType);
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('payload_too_large', `the body is larger than the ${maxBytes} bytes that are taken here`);
}

/** A body that has arrived whole by now, as nearly every small one has, needs no listeners; undefined where it has not. */
function arrivedBytes(stream: Readable, maxBytes: number, grow: (bytes: number) => void): Buffer | undefined {
  if (!(stream instanceof IncomingMessage) || !stream.complete || stream.destroyed) return undefined;
  if (stream.readableLength === 0 || stream.readableLength > maxBytes) return undefined;
  grow(stream.readableLength);
  const bytes: unknown = stream.read();
  return bytes instanceof Buffer ? bytes : undefined;
}

function readBytes(stream: Readable, maxBytes: number, grow: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const brokeOff = () => reject(new Problem('invalid_request', 'the body did not arrive whole'));
    stream.on('error', brokeOff).on('close', brokeOff);
    stream.on('end', () => {
      // A stream closes after its end too: no refusal is made for that.
      stream.off('close', brokeOff);
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      try {
        if (size > maxBytes) throw tooLarge(maxBytes);
        grow(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        // Left unread, not destroyed: its socket has the refusal to carry.
        stream.pause();
        reject(error);
      }
    });
  });
}

/**
 * Reads a JSON body: bounded in values, members, depth and sizes (checked on its bytes, before anything is built of it),
 * valid UTF-8, no `__proto__` key, no NUL and no lone surrogate in any string, no number beyond what JSON can hold.
 * @throws {Problem} `invalid_request`
 */
export function readJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw invalid('the body is empty, JSON is needed');
  checkBounds(bytes);
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
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

const NO_BYTES: Uint8Array = new Uint8Array();

const isOpening = (byte: number | undefined) => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number | undefined) => byte === 0x5d || byte === 0x7d;

/**
 * One pass over the bytes, over long strings natively; UTF-8's bytes beyond ASCII never look like JSON's
 * signs. What is no JSON is left to the parser. A key that is written in escapes counts as another one: no name of ours
 * needs them, and another one is bound more tightly.
 */
function checkBounds(bytes: Uint8Array): void {
  /** Members seen of each open array; -1 for an open object. */
  const open: number[] = [];
  let values = 0;
  let frameBytes = 0;
  /** Bytes of the last key, of the outermost one, and of the last string. */
  let key = NO_BYTES;
  let field = NO_BYTES;
  let string = NO_BYTES;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    frameBytes += 1;
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      string = bytes.subarray(at + 1, end);
      at = end;
      if (string.length > MAX_STRING_BYTES && nameOf(key) !== PICTURE)
        throw tooMuch(nameOf(field), `a string of more than ${MAX_STRING_BYTES} bytes`);
    } else if (byte === COLON) {
      key = string;
      if (open.length === 1) field = key;
      if (open.length === 1 && key.length === META.length && nameOf(key) === META) at = endOfMeta(bytes, at + 1);
    } else if (isOpening(byte)) {
      open.push(byte === 0x5b ? 0 : -1);
      values += 1;
      if (open.length > MAX_DEPTH) throw tooDeep();
    } else if (isClosing(byte)) {
      open.pop();
    } else if (byte === COMMA) {
      values += 1;
      const members = open.at(-1) ?? -1;
      if (members >= 0) open[open.length - 1] = members + 1;
      if (members + 2 > MAX_MEMBERS) throw tooMuch(nameOf(field), `more than ${MAX_MEMBERS} members`);
    }
    if (values > MAX_VALUES) throw tooMuch('', `more than ${MAX_VALUES} values`);
    if (frameBytes > MAX_FRAME_BYTES) throw tooMuch('', `more than ${MAX_FRAME_BYTES} bytes that are in no string`);
  }
}

/** A key's text, cut where it is too long for a message. */
function nameOf(key: Uint8Array): string {
  return Buffer.from(key.subarray(0, MAX_KEY_BYTES)).toString();
}

/** Index of the last byte of a value that may hold anything, within its bytes and the body's depth. */
function endOfMeta(bytes: Uint8Array, start: number): number {
  let depth = 1;
  let from = -1;
  let last = start - 1;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (depth === 1 && (byte === COMMA || isClosing(byte))) break;
    if (byte <= 0x20) continue;
    if (from === -1) from = at;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (isOpening(byte)) depth += 1;
    else if (isClosing(byte)) depth -= 1;
    if (depth > MAX_DEPTH) throw tooDeep();
    last = at;
    if (last - from >= MAX_META_BYTES) throw fieldsProblem([{ path: META, message: META_TOO_LARGE }]);
  }
  return last;
}

/** Index of the closing quote. Pictures are long strings without escapes: their end is searched natively. */
function endOfString(bytes: Uint8Array, start: number): number {
  const quote = bytes.indexOf(QUOTE, start + 1);
  if (quote === -1) return bytes.length;
  if (bytes[quote - 1] !== BACKSLASH) return quote;
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
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

function tooDeep(): Problem {
  return invalid(`the body is nested deeper than ${MAX_DEPTH} levels`);
}

function tooMuch(field: string, what: string): Problem {
  return field === '' ? invalid(`the body holds ${what}`) : invalid(`holds ${what}`, field);
}

function invalid(message: string, path = ''): Problem {
  if (path === '') return new Problem('invalid_request', message);
  const name = path.slice(0, 200);
  return new Problem('invalid_request', `${name} ${message}`, { fields: [{ path: name, message }] });
}
