import type { Filter, FindCursor, Collection as Rows } from 'mongodb';
import { encodeCursor } from '../cursor.js';
import { scalarAt } from '../names.js';
import type { Document, Page, Query, Stored } from '../port.js';
import type { Collections } from './collections.js';
import type { MongoConnection } from './connection.js';
import { type Plan, planQuery } from './query.js';
import { fromRow, type Row } from './stored.js';

const PAGE = 100;
/** Documents that a stream fetches at a time. */
const STREAM_PAGE = 500;

/** The read side: logical names, pages, streams. */
export class ReadModelQueries {
  constructor(
    private readonly mongo: MongoConnection,
    private readonly collections: Collections,
  ) {}

  get<Doc extends Document>(name: string, id: string): Promise<Stored<Doc> | undefined> {
    return this.served<Stored<Doc> | undefined>(name, undefined, async (rows) => {
      // By nothing but the id: the shortest way through a server.
      const row = await rows.findOne({ _id: id });
      return row && !row._deleted ? fromRow<Doc>(row) : undefined;
    });
  }

  async find<Doc extends Document>(name: string, query: Query): Promise<Page<Doc>> {
    const limit = query.limit ?? PAGE;
    if (!Number.isSafeInteger(limit) || limit < 1) throw new Error(`limit ${limit}: expected a whole number from 1`);
    const plan = planQuery(query);
    return this.served<Page<Doc>>(name, { documents: [], next: undefined }, async (rows) => {
      const found: Row[] = [];
      for (const segment of plan.segments) {
        if (found.length > limit) break;
        const left = limit + 1 - found.length;
        found.push(...(await rows.find(segment).sort(plan.sort).limit(left).toArray()));
      }
      const documents = found.slice(0, limit).map((row) => fromRow<Doc>(row));
      const last = documents.at(-1);
      return { documents, next: found.length > limit && last ? cursorOf(plan, last) : undefined };
    });
  }

  /**
   * By id: behind one cursor of the server; where that is lost, behind a new one from the last document on. In another
   * order the ids are taken at once first, since a document that moves while it is read would come twice or never.
   */
  async *stream<Doc extends Document>(name: string, query: Query): AsyncGenerator<Stored<Doc>> {
    if (query.sort && query.sort.length > 0) return yield* this.streamSorted<Doc>(name, query);
    let cursor: FindCursor<Row> | undefined;
    let left = query.limit ?? Number.MAX_SAFE_INTEGER;
    let plan = planQuery(query);
    try {
      for (;;) {
        const batch = await this.served<Row[]>(name, [], async (rows, again) => {
          if (again) await cursor?.close().catch(() => undefined);
          if (again || !cursor) cursor = streaming(rows, plan, left);
          return (await cursor.hasNext()) ? cursor.readBufferedDocuments() : [];
        });
        const documents = batch.slice(0, left).map((row) => fromRow<Doc>(row));
        yield* documents;
        const last = documents.at(-1);
        left -= documents.length;
        if (!last || left <= 0) return;
        plan = planQuery({ ...query, after: cursorOf(plan, last) });
      }
    } finally {
      await cursor?.close().catch(() => undefined);
    }
  }

  private async *streamSorted<Doc extends Document>(name: string, query: Query): AsyncGenerator<Stored<Doc>> {
    const plan = planQuery(query);
    const limit = query.limit ?? Number.MAX_SAFE_INTEGER;
    const ids = await this.served<string[]>(name, [], async (rows) => {
      const found: string[] = [];
      for (const segment of plan.segments) {
        if (found.length >= limit) break;
        const some = streaming(rows, plan, limit - found.length, segment).project<{ _id: string }>({ _id: 1 });
        for await (const { _id } of some) found.push(_id);
      }
      return found;
    });
    for (let at = 0; at < ids.length; at += STREAM_PAGE) {
      const some = ids.slice(at, at + STREAM_PAGE);
      const found = await this.served<Row[]>(name, [], (rows) => rows.find({ _id: { $in: some } }).toArray());
      const byId = new Map(found.filter(({ _deleted }) => !_deleted).map((row) => [row._id, row]));
      for (const id of some) {
        const row = byId.get(id);
        if (row) yield fromRow<Doc>(row);
      }
    }
  }

  /** A switch by another node moves a name: after a failure it is looked up anew. */
  private served<T>(name: string, none: T, read: (rows: Rows<Row>, again: boolean) => Promise<T>): Promise<T> {
    return this.mongo.patiently(async (again) => {
      const rows = await this.collections.servingRows(name, again);
      return rows ? read(rows, again) : none;
    });
  }
}

function streaming(rows: Rows<Row>, plan: Plan, limit: number, segment?: Filter<Row>): FindCursor<Row> {
  const filter = segment ?? plan.segments[0] ?? {};
  const cursor = rows.find(filter).sort(plan.sort).batchSize(STREAM_PAGE);
  return limit < 2 ** 31 ? cursor.limit(limit) : cursor;
}

function cursorOf(plan: Plan, last: Stored<Document>): string {
  return encodeCursor(plan.order, { id: last.id, values: plan.fields.map((field) => scalarAt(last.document, field)) });
}
