import type { SQLInputValue } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BOUND_LIMIT } from '#libs/kernel';
import type { Cursor } from '../cursor.js';
import { cursorAfter, limitOf, pageOf } from '../cursor.js';
import { checkedField } from '../names.js';
import type { Condition, Document, Page, Query, Scalar, Stored } from '../port.js';
import { type Collections, jsonField, type Table } from './collections.js';
import { bigint, type Database, type Row, text } from './database.js';

/** Documents that a stream reads at a time: short read transactions keep the WAL short, and others get their turn. */
const STREAM_PAGE = 200;

/** The read side: logical names, pages, streams. */
export class ReadModelQueries {
  constructor(
    private readonly db: Database,
    private readonly collections: Collections,
  ) {}

  get<Doc extends Document>(name: string, id: string): Stored<Doc> | undefined {
    return this.served<Stored<Doc> | undefined>(name, undefined, (table) => {
      const row = this.db.lookUp(table.find, id);
      return row && stored<Doc>(id, row);
    });
  }

  find<Doc extends Document>(name: string, query: Query): Page<Doc> {
    const limit = limitOf(query);
    return this.served<Page<Doc>>(name, { documents: [], next: undefined }, (table) => {
      const plan = planQuery(table, query);
      const documents = this.rows(table.select, plan, limit + 1).map((row) => stored<Doc>(text(row._id), row));
      const more = documents.length > limit;
      if (more) documents.pop();
      const last = documents.at(-1);
      return { documents, next: more && last ? cursorAfter(plan, last) : undefined };
    });
  }

  /**
   * By id: page after page, so documents are as new as their page. In another order all ids are read first, since a
   * document that moves in the order meanwhile would come twice or never.
   */
  async *stream<Doc extends Document>(name: string, query: Query): AsyncGenerator<Stored<Doc>> {
    if (query.sort && query.sort.length > 0) return yield* this.streamSorted<Doc>(name, query);
    let left = query.limit ?? Number.POSITIVE_INFINITY;
    let after = query.after;
    do {
      const page: Page<Doc> = this.find<Doc>(name, { ...query, after, limit: Math.min(left, STREAM_PAGE) });
      yield* page.documents;
      left -= page.documents.length;
      after = page.next;
      await nextTurn();
    } while (after !== undefined && left > 0);
  }

  private async *streamSorted<Doc extends Document>(name: string, query: Query): AsyncGenerator<Stored<Doc>> {
    const limit = query.limit ?? Number.MAX_SAFE_INTEGER;
    const ids = this.served<string[]>(name, [], (table) =>
      this.rows(`SELECT _id FROM "${table.label}"`, planQuery(table, query), limit).map((row) => text(row._id)),
    );
    for (const [at, id] of ids.entries()) {
      const document = this.get<Doc>(name, id);
      if (document) yield document;
      if (at % STREAM_PAGE === STREAM_PAGE - 1) await nextTurn();
    }
  }

  private rows(select: string, plan: Plan, limit: number): Row[] {
    const rows: Row[] = [];
    for (const { sql, values } of plan.segments) {
      if (rows.length >= limit) break;
      const statement = `${select} WHERE ${sql} ORDER BY ${plan.orderBy} ${BOUND_LIMIT}`;
      rows.push(...this.db.all(statement, ...values, limit - rows.length));
    }
    return rows;
  }

  /** Another process may have switched the name and dropped the table: then the name is looked up once more. */
  private served<T>(name: string, none: T, read: (table: Table) => T): T {
    const collection = this.collections.serving(name);
    if (!collection) return none;
    try {
      return read(this.collections.table(collection));
    } catch (error) {
      if (!String(error).includes('no such table')) throw error;
      this.collections.forget();
      const again = this.collections.serving(name);
      return again ? read(this.collections.table(again)) : none;
    }
  }
}

function stored<Doc extends Document>(id: string, row: Row): Stored<Doc> {
  return { id, position: bigint(row._position), document: JSON.parse(text(row._doc)) };
}

interface Clause {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** A query in SQL. Where it has several segments, their rows follow one another in the sort order. */
interface Plan {
  readonly segments: readonly Clause[];
  readonly orderBy: string;
  /** The sort without the id. */
  readonly fields: readonly string[];
  /** What a cursor of this list is bound to. */
  readonly order: string;
}

type Sort = ReturnType<typeof pageOf>['full'];

const LIVE = '_doc IS NOT NULL';
const NONE: Clause = { sql: '0', values: [] };

/** Null sorts before everything, ascending. Booleans are 0 and 1. Values are bound, field names checked. */
function planQuery(table: Table, query: Query): Plan {
  const { fields, full, order, after } = pageOf(query);
  const where = Object.entries(query.where ?? {}).map(([field, condition]) => match(columnOf(table, field), condition));
  const base = and([{ sql: LIVE, values: [] }, ...where]);
  const segments = after ? segmentsAfter(table, full, after).map((segment) => and([base, segment])) : [base];
  const orderBy = full.map(
    ([field, direction]) => `${columnOf(table, field)} ${direction === 'desc' ? 'DESC' : 'ASC'}`,
  );
  return { segments, orderBy: orderBy.join(', '), fields, order };
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
