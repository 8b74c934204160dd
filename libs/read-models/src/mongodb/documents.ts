import { type AnyBulkWriteOperation, BSON, MongoInvalidArgumentError, type Collection as Rows } from 'mongodb';
import { StaleOwner, UnstorableDocument } from '../errors.js';
import { labelOf } from '../names.js';
import type { CheckpointMove, Collection, Document, ReadModelStore, Write } from '../port.js';
import type { Collections } from './collections.js';
import type { MongoConnection } from './connection.js';
import { duplicatesOf } from './retry-policy.js';
import { fromRow, type Row, toRow } from './stored.js';

interface Checkpoint {
  _id: string;
  /** Absent after a reset, which keeps the fence. */
  position?: bigint;
  fence?: number;
}

type Batch = Parameters<ReadModelStore['commit']>[0];

interface Prepared {
  readonly collection: Collection;
  readonly rows: readonly Row[];
}

/** Tombstones that one sweep takes of a collection. */
const SWEEP_ROWS = 500;
/** Documents of one bulk write: few enough for a slow server to do them within a call's time limit. */
const ROWS_AT_ONCE = 500;

/**
 * The write side without a transaction: documents first, each guarded by its position, then the checkpoints. Whatever
 * breaks off in between is repeated from the old checkpoint and changes nothing (design section 5).
 */
export class Documents {
  private readonly checkpointRows: Rows<Checkpoint>;

  constructor(
    private readonly mongo: MongoConnection,
    private readonly collections: Collections,
    private readonly now: () => Date,
  ) {
    this.checkpointRows = mongo.db.collection<Checkpoint>('_checkpoints');
  }

  /** Each step is repeated after a lost answer: what was done already is found and left as it is. */
  async commit({ writes, checkpoints }: Batch): Promise<void> {
    const prepared = writes.map((part) => this.prepare(part));
    // Where there is nothing to write, moving says the same.
    if (prepared.length > 0) await this.mongo.withRetries(() => this.refuseStale(checkpoints));
    await Promise.all(prepared.map((part) => this.write(part)));
    await this.mongo.withRetries(() => this.move(checkpoints));
  }

  /** All of a batch, before any of it is written. */
  private prepare({ collection, writes }: Batch['writes'][number]): Prepared {
    return { collection, rows: writes.map((write) => this.row(collection, write)) };
  }

  private row(collection: Collection, { id, position, document }: Write): Row {
    if (document === undefined) return { _id: id, _position: position, _deleted: this.now() };
    try {
      return toRow(id, position, document);
    } catch (error) {
      throw new UnstorableDocument(labelOf(collection), id, error);
    }
  }

  private async write({ collection, rows }: Prepared): Promise<void> {
    if (rows.length === 0) return;
    const target = await this.collections.rows(collection);
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      const some = rows.slice(at, at + ROWS_AT_ONCE);
      await this.mongo.withRetries(async () => {
        const existing = await this.replace(target, collection, some, true);
        // These ids exist: at this position or a later one, or at an earlier one that another node has just inserted.
        if (existing.length > 0) await this.replace(target, collection, existing, false);
      });
    }
  }

  /** Replaces what is older, and with `upsert` inserts what is missing. @returns the rows whose id exists. */
  private async replace(
    target: Rows<Row>,
    collection: Collection,
    rows: readonly Row[],
    upsert: boolean,
  ): Promise<readonly Row[]> {
    const operations = rows.map(
      (row): AnyBulkWriteOperation<Row> => ({
        replaceOne: { filter: { _id: row._id, _position: { $lt: row._position } }, replacement: row, upsert },
      }),
    );
    try {
      await target.bulkWrite(operations, { ordered: false });
      return [];
    } catch (error) {
      if (error instanceof MongoInvalidArgumentError) throw tooLarge(collection, rows, error);
      return duplicatesOf(error).flatMap((at) => rows[at] ?? []);
    }
  }

  /** Before anything is written: a stale owner writes nothing. After this check, position guards make its writes harmless. */
  private async refuseStale(checkpoints: readonly CheckpointMove[]): Promise<void> {
    const fenced = checkpoints.filter(({ fence }) => fence !== undefined);
    if (fenced.length === 0) return;
    const names = fenced.map(({ name }) => name);
    const rows = await this.checkpointRows.find({ _id: { $in: names } }).toArray();
    const seen = new Map(rows.map(({ _id, fence }) => [_id, fence ?? 0]));
    for (const { name, fence = 0 } of fenced) {
      if ((seen.get(name) ?? 0) > fence) throw new StaleOwner(name, fence);
    }
  }

  /** Never backwards, and not under a fence below the stored one. */
  private async move(checkpoints: readonly CheckpointMove[]): Promise<void> {
    const existing = await this.raise(checkpoints, true);
    if (existing.length === 0) return;
    // Another node has just inserted it, or holds a higher fence.
    await this.raise(existing, false);
    await this.refuseStale(existing);
  }

  private async raise(checkpoints: readonly CheckpointMove[], upsert: boolean): Promise<readonly CheckpointMove[]> {
    if (checkpoints.length === 0) return [];
    const operations = checkpoints.map(
      ({ name, position, fence }): AnyBulkWriteOperation<Checkpoint> => ({
        updateOne: {
          filter: fence === undefined ? { _id: name } : { _id: name, fence: { $not: { $gt: fence } } },
          update: { $max: fence === undefined ? { position } : { position, fence } },
          upsert,
        },
      }),
    );
    try {
      await this.checkpointRows.bulkWrite(operations, { ordered: false });
      return [];
    } catch (error) {
      return duplicatesOf(error).flatMap((at) => checkpoints[at] ?? []);
    }
  }

  async loadMany(
    collection: Collection,
    ids: readonly string[],
  ): Promise<Map<string, { position: bigint; document: Document | undefined }>> {
    const target = await this.collections.rows(collection);
    const rows = await this.mongo.withRetries(() => target.find({ _id: { $in: ids } }).toArray());
    return new Map(
      rows.map((row) => {
        const { position, document } = fromRow(row);
        return [row._id, { position, document: row._deleted ? undefined : document }];
      }),
    );
  }

  async checkpoints(names: readonly string[]): Promise<Map<string, bigint>> {
    const rows = await this.mongo.withRetries(() => this.checkpointRows.find({ _id: { $in: names } }).toArray());
    return new Map(rows.flatMap(({ _id, position }) => (position === undefined ? [] : [[_id, position] as const])));
  }

  async resetCheckpoint(name: string): Promise<void> {
    await this.mongo.withRetries(() => this.checkpointRows.updateOne({ _id: name }, { $unset: { position: '' } }));
  }

  async forgetCheckpoint(name: string): Promise<void> {
    await this.mongo.withRetries(() => this.checkpointRows.deleteOne({ _id: name }));
  }

  async sweepTombstones(olderThan: Date): Promise<number> {
    let swept = 0;
    for (const collection of await this.collections.all()) {
      const target = await this.collections.rows(collection);
      swept += await this.mongo.withRetries(async () => {
        const old = { _deleted: { $lt: olderThan } };
        const rows = await target.find(old).project<{ _id: string }>({ _id: 1 }).limit(SWEEP_ROWS).toArray();
        const ids = rows.map(({ _id }) => _id);
        // The condition is repeated: a document may have come back meanwhile.
        return ids.length === 0 ? 0 : (await target.deleteMany({ _id: { $in: ids }, ...old })).deletedCount;
      });
    }
    return swept;
  }
}

function tooLarge(collection: Collection, rows: readonly Row[], cause: Error): UnstorableDocument {
  const largest = rows.reduce((a, b) => (BSON.calculateObjectSize(b) > BSON.calculateObjectSize(a) ? b : a));
  return new UnstorableDocument(labelOf(collection), largest._id, cause);
}
