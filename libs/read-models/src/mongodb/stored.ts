import type { JsonObject } from '#libs/kernel';
import type { Document, Scalar, Stored } from '../port.js';

/** A document as it is stored: its own fields beside the store's, which begin with `_`. */
export interface Row {
  _id: string;
  /** Position of the last event folded into it. */
  _position: bigint;
  /** When it was removed: a tombstone, which has no other field. */
  _deleted?: Date | null;
  [field: string]: unknown;
}

/** Servers take 100 to 200 levels of nesting; deeper values (a partner's `meta` may have them) are kept as text. */
const MAX_DEPTH = 60;
/** Field of an object that stands for a value which BSON could not give back as it was. */
const AS_TEXT = '%json';
/** Keys that a server or a reader would misread or lose: an operator, a path, a prototype. */
const ODD_KEY = /^$|^\$|^__proto__$|[.%\0]|\p{Surrogate}/u;
const ODD_CHARACTERS = /^\$|[.%\0]|^_|\p{Surrogate}/gu;
const ESCAPED = /%u([0-9a-f]{4})|%([0-9A-F]{2})/g;

/**
 * What JSON would keep of a document, in BSON: dates as text, nothing of what is undefined; so that every adapter gives
 * back the same. Odd keys are percent-encoded (projections/README.md).
 * @throws {TypeError} when it is no JSON.
 */
export function toRow(id: string, position: bigint, document: Document): Row {
  const row: Row = { _id: id, _position: position };
  for (const [key, value] of Object.entries(jsonOf(document, '') ?? {})) {
    const stored = toStored(value, key, 1);
    if (stored !== undefined) row[key.startsWith('_') ? escapeKey(key) : keyOf(key)] = stored;
  }
  return row;
}

/** A JSON object that is a field of a row. */
export function objectToField(value: JsonObject): unknown {
  return toStored(value, '', 0);
}

/** A value as it is stored, and so as a query has to name it. */
export function scalarToStored(value: Scalar): unknown {
  return toStored(value, '', 0);
}

export function fromRow<Doc extends Document>({ _id, _position, _deleted, ...fields }: Row): Stored<Doc> {
  return { id: _id, position: _position, document: documentOf<Doc>(fields) };
}

/** Only the fold knows its documents' type: what it stored comes back as that. */
export function documentOf<Doc>(fields: object): Doc;
export function documentOf(fields: object): unknown {
  return fromStored(fields);
}

function toStored(given: unknown, key: string, depth: number): unknown {
  const value = jsonOf(given, key);
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? value : asText(value);
    case 'number':
      return Number.isFinite(value) ? value + 0 : null;
    case 'boolean':
      return value;
    case 'bigint':
      throw new TypeError('a bigint is no JSON');
    case 'object':
      return value === null ? null : objectToStored(value, depth);
    default:
      return undefined;
  }
}

function objectToStored(value: object, depth: number): unknown {
  if (depth > MAX_DEPTH) return asText(value);
  if (Array.isArray(value)) return value.map((item, at) => toStored(item, String(at), depth + 1) ?? null);
  const stored: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const kept = toStored(item, key, depth + 1);
    if (kept !== undefined) stored[keyOf(key)] = kept;
  }
  return stored;
}

function jsonOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value;
  return typeof value.toJSON === 'function' ? value.toJSON(key) : value;
}

function asText(value: unknown): { [AS_TEXT]: string } {
  return { [AS_TEXT]: JSON.stringify(value) };
}

function fromStored(value: unknown): unknown {
  // The driver reads 64-bit integers as bigint; in a document every number is a number.
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(fromStored);
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only?.[0] === AS_TEXT && typeof only[1] === 'string') return JSON.parse(only[1]);
  // Not by assignment, which would set the prototype for a field called `__proto__`.
  return Object.fromEntries(
    entries.map(([key, item]) => [key.includes('%') ? unescapeKey(key) : key, fromStored(item)]),
  );
}

function keyOf(key: string): string {
  return ODD_KEY.test(key) ? escapeKey(key) : key;
}

function escapeKey(key: string): string {
  if (key === '') return '%';
  return key.replace(ODD_CHARACTERS, (character) => {
    const code = character.charCodeAt(0);
    return code > 0xff ? `%u${code.toString(16)}` : `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
  });
}

function unescapeKey(key: string): string {
  if (key === '%') return '';
  return key.replace(ESCAPED, (_all, wide: string | undefined, narrow: string | undefined) =>
    String.fromCharCode(Number.parseInt(wide ?? narrow ?? '', 16)),
  );
}
