import { Problem } from '#libs/kernel';
import { scalarAt } from './names.js';
import type { Document, Query, Scalar, Stored } from './port.js';

/** Where a page ended: the sort values of its last document, then its id. */
export interface Cursor {
  readonly values: readonly Scalar[];
  readonly id: string;
}

/** Opaque to callers. `order` names the sort, so that a cursor of another list is refused instead of misread. */
export function encodeCursor(order: string, cursor: Cursor): string {
  return Buffer.from(JSON.stringify([order, cursor.id, ...cursor.values])).toString('base64url');
}

/** Throws `invalid_request` when it is no cursor of this order. */
export function decodeCursor(order: string, width: number, text: string): Cursor {
  const parts = parsed(text);
  if (!Array.isArray(parts)) throw notOurs();
  const [sort, id, ...values]: unknown[] = parts;
  if (sort !== order || typeof id !== 'string' || values.length !== width || !values.every(isScalar)) throw notOurs();
  return { id, values };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    throw notOurs();
  }
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function notOurs(): Problem {
  const message = 'must be the `next` of a page of this list';
  return new Problem('invalid_request', `after ${message}`, { fields: [{ path: 'after', message }] });
}

type Sort = NonNullable<Query['sort']>;

/** The limit of a page, its sort with the id as the last field, the cursor it follows: alike for every store. */
export function pageOf(query: Query) {
  const sort: Sort = (query.sort ?? []).filter(([field]) => field !== '_id');
  const idDirection = query.sort?.find(([field]) => field === '_id')?.[1] ?? 'asc';
  const full: Sort = [...sort, ['_id', idDirection]];
  const order = full.map(([field, direction]) => `${field} ${direction}`).join();
  const after = query.after === undefined ? undefined : decodeCursor(order, sort.length, query.after);
  return { fields: sort.map(([field]) => field), full, order, after };
}

/** @throws {Error} where a limit is none. */
export function limitOf({ limit = 100 }: Query): number {
  if (!Number.isSafeInteger(limit) || limit < 1) throw new Error(`limit ${limit}: expected a whole number from 1`);
  return limit;
}

/** The cursor behind a document of a page. */
export const cursorAfter = ({ fields, order }: { fields: readonly string[]; order: string }, last: Stored<Document>) =>
  encodeCursor(order, { id: last.id, values: fields.map((field) => scalarAt(last.document, field)) });
