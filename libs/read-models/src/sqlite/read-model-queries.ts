import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeCursor } from '../cursor.js';
import { scalarAt } from '../names.js';
import type { Document, Page, Query, Stored } from '../port.js';
import type { Collections, Table } from './collections.js';
import { bigint, type Database, type Row, text } from './database.js';
import { type Plan, planQuery } from './query.js';

const PAGE = 100;
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
      const row = this.db.get(`${table.select} WHERE _id = ? AND _doc IS NOT NULL`, id);
      return row && stored<Doc>(row);
    });
  }

  find<Doc extends Document>(name: string, query: Query): Page<Doc> {
    const limit = query.limit ?? PAGE;
    if (!Number.isSafeInteger(limit) || limit < 1) throw new Error(`limit ${limit}: expected a whole number from 1`);
    return this.served<Page<Doc>>(name, { documents: [], next: undefined }, (table) => {
      const plan = planQuery(table, query);
      const documents = this.rows(table.select, plan, limit + 1).map((row) => stored<Doc>(row));
      const more = documents.length > limit;
      if (more) documents.pop();
      const last = documents.at(-1);
      return { documents, next: more && last ? cursorOf(plan, last) : undefined };
    });
  }

  /**
   * By id: page after page, so documents are as new as their page. In another order the ids are taken at once first,
   * since a document that moves in the order while it is read would come twice or never.
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
      const statement = `${select} WHERE ${sql} ORDER BY ${plan.orderBy} LIMIT ?`;
      rows.push(...this.db.all(statement, ...values, limit - rows.length));
    }
    return rows;
  }

  /** A switch by another process drops the table that was known here: look the name up once more. */
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

function stored<Doc extends Document>(row: Row): Stored<Doc> {
  return { id: text(row._id), position: bigint(row._position), document: JSON.parse(text(row._doc)) };
}

function cursorOf(plan: Plan, last: Stored<Document>): string {
  return encodeCursor(plan.order, { id: last.id, values: plan.sort.map(([field]) => scalarAt(last.document, field)) });
}
