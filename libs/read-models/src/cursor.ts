import { Problem } from '#libs/kernel';
import type { Scalar } from './port.js';

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
