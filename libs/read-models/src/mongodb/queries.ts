import type { Filter, FindCursor, Collection as Rows } from 'mongodb';
import type { Cursor } from '../cursor.js';
import { cursorAfter, limitOf, pageOf } from '../cursor.js';
import { checkedField } from '../names.js';
import type { Condition, Document, Page, Query, Scalar, Stored } from '../port.js';
import type { Collections } from './collections.js';
import type { MongoConnection } from './connection.js';
import { fromRow, type Row, scalarToStored } from './stored.js';

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
      // By the id alone, which servers answer fastest.
      const row = await rows.findOne({ _id: id });
      return row && !row._deleted ? fromRow<Doc>(row) : undefined;
    });
  }

  async find<Doc extends Document>(name: string, query: Query): Promise<Page<Doc>> {
    const limit = limitOf(query);
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
      return { documents, next: found.length > limit && last ? cursorAfter(plan, last) : undefined };
    });
  }

  /**
   * By id: with one cursor of the server; where that is lost, with a new one from the last document on. In another order
   * all ids are read first, since a document that moves in the order meanwhile would come twice or never.
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
        plan = planQuery({ ...query, after: cursorAfter(plan, last) });
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

  /** Another node may have switched the name: after a failure it is looked up anew. */
  private served<T>(name: string, none: T, read: (rows: Rows<Row>, again: boolean) => Promise<T>): Promise<T> {
    return this.mongo.withRetries(async (again) => {
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

type Sort = readonly (readonly [field: string, direction: 'asc' | 'desc'])[];

/** A query for the server. Where it has several segments, their documents follow one another in the sort order. */
interface Plan {
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
function planQuery(query: Query): Plan {
  const { fields, full, order, after } = pageOf(query);
  const where = Object.entries(query.where ?? {}).flatMap(([field, condition]) => match(checked(field), condition));
  const base = [LIVE, ...where];
  for (const [field] of full) checked(field);
  const segments = after ? segmentsAfter(full, after) : [[]];
  return {
    segments: segments.map((segment) => ({ $and: [...base, ...segment] })),
    sort: full.map(([field, direction]) => [field, direction === 'asc' ? 1 : -1]),
    fields,
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
