import type { Filter } from 'mongodb';
import { type Cursor, decodeCursor } from '../cursor.js';
import { checkedField } from '../names.js';
import type { Condition, Query, Scalar } from '../port.js';
import { type Row, scalarToStored } from './stored.js';

type Sort = readonly (readonly [field: string, direction: 'asc' | 'desc'])[];

/** A query for the server. Where it has several segments, their documents follow one another in the sort order. */
export interface Plan {
  readonly segments: readonly Filter<Row>[];
  readonly sort: [field: string, direction: 1 | -1][];
  /** The sort without the id. */
  readonly fields: readonly string[];
  /** What a cursor of this list is bound to. */
  readonly order: string;
}

const LIVE: Filter<Row> = { _deleted: null };
const NONE: Filter<Row> = { _id: { $in: [] } };

/** Null sorts before everything, ascending, then numbers, then text. Field names are checked, values stay values. */
export function planQuery(query: Query): Plan {
  const sort = (query.sort ?? []).filter(([field]) => field !== '_id');
  const idDirection = query.sort?.find(([field]) => field === '_id')?.[1] ?? 'asc';
  const full: Sort = [...sort, ['_id', idDirection]];
  const order = full.map(([field, direction]) => `${field} ${direction}`).join();
  const where = Object.entries(query.where ?? {}).flatMap(([field, condition]) => match(checked(field), condition));
  const base = [LIVE, ...where];
  for (const [field] of full) checked(field);
  const after = query.after === undefined ? undefined : decodeCursor(order, sort.length, query.after);
  const segments = after ? segmentsAfter(full, after) : [[]];
  return {
    segments: segments.map((segment) => ({ $and: [...base, ...segment] })),
    sort: full.map(([field, direction]) => [field, direction === 'asc' ? 1 : -1]),
    fields: sort.map(([field]) => field),
    order,
  };
}

function checked(field: string): string {
  return field === '_id' ? field : checkedField(field);
}

function match(field: string, condition: Condition): Filter<Row>[] {
  if (typeof condition !== 'object' || condition === null) return [equal(field, condition)];
  const { in: among, gt, gte, lt, lte } = condition;
  const parts: Filter<Row>[] = [];
  if (among !== undefined) parts.push({ [field]: { $in: among.map(scalarToStored) } });
  if (gt !== undefined) parts.push(gt === null ? NONE : compare(field, '$gt', gt));
  if (gte !== undefined) parts.push(gte === null ? equal(field, null) : compare(field, '$gte', gte));
  if (lt !== undefined) parts.push(lt === null ? NONE : compare(field, '$lt', lt));
  if (lte !== undefined) parts.push(lte === null ? equal(field, null) : compare(field, '$lte', lte));
  return parts;
}

/** With null: also where the field is missing. */
function equal(field: string, value: Scalar): Filter<Row> {
  return { [field]: { $eq: scalarToStored(value) } };
}

/** Values of the same type alone; null is of none. */
function compare(field: string, operator: '$gt' | '$gte' | '$lt' | '$lte', value: Scalar): Filter<Row> {
  return { [field]: { [operator]: scalarToStored(value) } };
}

/**
 * What comes after a cursor, nearest first: those that share all sort values but the last, then all but the last two, and
 * so on. Each is a range that an index can start at, which one filter of alternatives would not be.
 */
function segmentsAfter(sort: Sort, cursor: Cursor): Filter<Row>[][] {
  const values: readonly Scalar[] = [...cursor.values, cursor.id];
  const shared = sort.map(([field], at) => equal(field, values[at] ?? null));
  const segments: Filter<Row>[][] = [];
  for (const [at, [field, direction]] of [...sort.entries()].reverse()) {
    for (const range of rangesAfter(field, direction, values[at] ?? null)) {
      segments.push([...shared.slice(0, at), range]);
    }
  }
  return segments;
}

/** A server compares within a type: what follows of the next type is a range of its own. */
function rangesAfter(field: string, direction: 'asc' | 'desc', value: Scalar): Filter<Row>[] {
  const text: Filter<Row> = { [field]: { $gte: '' } };
  const number: Filter<Row> = { [field]: { $type: 'number' } };
  if (field === '_id') return [compare(field, direction === 'asc' ? '$gt' : '$lt', value)];
  if (direction === 'asc') {
    if (value === null) return [{ [field]: { $ne: null } }];
    return typeof value === 'number' ? [compare(field, '$gt', value), text] : [compare(field, '$gt', value)];
  }
  if (value === null) return [];
  const below = [compare(field, '$lt', value), equal(field, null)];
  return typeof value === 'string' ? below.toSpliced(1, 0, number) : below;
}
