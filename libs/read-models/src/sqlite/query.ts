import type { SQLInputValue } from 'node:sqlite';
import { type Cursor, decodeCursor } from '../cursor.js';
import { checkedField } from '../names.js';
import type { Condition, Query, Scalar } from '../port.js';
import { jsonField, type Table } from './collections.js';

export interface Clause {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** A query in SQL. Where it has several segments, their rows follow one another in the sort order. */
export interface Plan {
  readonly segments: readonly Clause[];
  readonly orderBy: string;
  readonly sort: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
  /** What a cursor of this list is bound to. */
  readonly order: string;
}

type Sort = Plan['sort'];

const LIVE = '_doc IS NOT NULL';
const NONE: Clause = { sql: '0', values: [] };

/** Null sorts before everything, ascending. Booleans are 0 and 1. Values are bound, field names checked. */
export function planQuery(table: Table, query: Query): Plan {
  const sort = (query.sort ?? []).filter(([field]) => field !== '_id');
  const idDirection = query.sort?.find(([field]) => field === '_id')?.[1] ?? 'asc';
  const order = [...sort, ['_id', idDirection]].map(([field, direction]) => `${field} ${direction}`).join();
  const where = Object.entries(query.where ?? {}).map(([field, condition]) => match(columnOf(table, field), condition));
  const base = and([{ sql: LIVE, values: [] }, ...where]);
  const full: Sort = [...sort, ['_id', idDirection]];
  const after = query.after === undefined ? undefined : decodeCursor(order, sort.length, query.after);
  const segments = after ? segmentsAfter(table, full, after).map((segment) => and([base, segment])) : [base];
  const orderBy = full.map(
    ([field, direction]) => `${columnOf(table, field)} ${direction === 'desc' ? 'DESC' : 'ASC'}`,
  );
  return { segments, orderBy: orderBy.join(', '), sort, order };
}

/** A value as SQLite binds it. */
export function bound(value: Scalar): SQLInputValue {
  return typeof value === 'boolean' ? Number(value) : value;
}

function columnOf(table: Table, field: string): string {
  if (field === '_id') return '_id';
  checkedField(field);
  return table.fields.includes(field) ? `"${field}"` : jsonField(field);
}

function match(column: string, condition: Condition): Clause {
  if (typeof condition !== 'object' || condition === null) return equal(column, condition);
  const parts: Clause[] = [];
  if (condition.in !== undefined) parts.push(oneOf(column, condition.in));
  if (condition.gt !== undefined) parts.push(range(column, '>', condition.gt));
  if (condition.gte !== undefined)
    parts.push(condition.gte === null ? isNull(column) : range(column, '>=', condition.gte));
  if (condition.lt !== undefined) parts.push(range(column, '<', condition.lt));
  if (condition.lte !== undefined)
    parts.push(condition.lte === null ? isNull(column) : range(column, '<=', condition.lte));
  return and(parts);
}

/** Numbers sort before text: a range of one type ends where the other begins. */
function range(column: string, operator: '>' | '>=' | '<' | '<=', value: Scalar): Clause {
  const here = compare(column, operator, value);
  const text = typeof value === 'string';
  if (value === null || text === operator.startsWith('>')) return here;
  return and([here, { sql: text ? `${column} >= ''` : `${column} < ''`, values: [] }]);
}

function oneOf(column: string, values: readonly Scalar[]): Clause {
  const some = values.filter((value) => value !== null);
  const only = some[0];
  // One statement for lists of any length, so that the statements kept stay few.
  const among: Clause[] =
    some.length === 0
      ? []
      : some.length === 1 && only !== undefined
        ? [equal(column, only)]
        : [{ sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(some)] }];
  return or(some.length < values.length ? [...among, isNull(column)] : among);
}

function equal(column: string, value: Scalar): Clause {
  return value === null ? isNull(column) : { sql: `${column} = ?`, values: [bound(value)] };
}

/** Nothing is greater or smaller than null: a range finds no documents without the field. */
function compare(column: string, operator: string, value: Scalar): Clause {
  return value === null ? NONE : { sql: `${column} ${operator} ?`, values: [bound(value)] };
}

function isNull(column: string): Clause {
  return { sql: `${column} IS NULL`, values: [] };
}

function and(clauses: readonly Clause[]): Clause {
  return join(clauses, ' AND ', '1');
}

function or(clauses: readonly Clause[]): Clause {
  return join(clauses, ' OR ', '0');
}

function join(clauses: readonly Clause[], word: string, empty: string): Clause {
  if (clauses.length === 0) return { sql: empty, values: [] };
  const sql = clauses.map((clause) => `(${clause.sql})`).join(word);
  return { sql, values: clauses.flatMap((clause) => clause.values) };
}

/**
 * What comes after a cursor. The first sort field gives two ranges at most (the cursor's side of null, and the other
 * side where it still follows), each of which an index can start at.
 */
function segmentsAfter(table: Table, sort: Sort, cursor: Cursor): Clause[] {
  const [first, ...rest] = sort;
  if (!first) return [];
  const [field, direction] = first;
  const column = columnOf(table, field);
  const values: readonly Scalar[] = [...cursor.values, cursor.id];
  const value = values[0] ?? null;
  const tied = and([equal(column, value), following(table, rest, values.slice(1))]);
  if (value === null) {
    return direction === 'asc' ? [tied, { sql: `${column} IS NOT NULL`, values: [] }] : [tied];
  }
  const [strict, loose] = direction === 'asc' ? ['>', '>='] : ['<', '<='];
  const here = and([compare(column, loose, value), or([compare(column, strict, value), tied])]);
  return direction === 'asc' ? [here] : [here, isNull(column)];
}

function following(table: Table, sort: Sort, values: readonly Scalar[]): Clause {
  const [first, ...rest] = sort;
  if (!first) return NONE;
  const [field, direction] = first;
  const column = columnOf(table, field);
  const value = values[0] ?? null;
  const tied = and([equal(column, value), following(table, rest, values.slice(1))]);
  if (direction === 'asc') {
    return or([value === null ? { sql: `${column} IS NOT NULL`, values: [] } : compare(column, '>', value), tied]);
  }
  return or(value === null ? [tied] : [compare(column, '<', value), isNull(column), tied]);
}
