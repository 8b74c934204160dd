import { Binary, type Collection } from 'mongodb';
import type { SnapshotStore } from '#libs/event-store';
import type { MongoConnection } from './connection.js';

interface Row {
  /** The stream's name. */
  _id: string;
  snapshot: Binary;
}

/** A document of MongoDB has 16 MiB at most. */
const MAX_BYTES = 15 * 1024 * 1024;

/** Snapshots as documents. One that is too large for a document is not kept. */
export class MongoSnapshotStore implements SnapshotStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly mongo: MongoConnection) {
    this.rows = mongo.db.collection<Row>('_snapshots');
  }

  async load(stream: string): Promise<Uint8Array | undefined> {
    const row = await this.mongo.withRetries(() => this.rows.findOne({ _id: stream }));
    return row?.snapshot.buffer.subarray(0, row.snapshot.position);
  }

  async keep(stream: string, snapshot: Uint8Array): Promise<void> {
    if (snapshot.length > MAX_BYTES) return;
    const change = { $set: { snapshot: new Binary(snapshot) } };
    await this.mongo.withRetries(() => this.rows.updateOne({ _id: stream }, change, { upsert: true }));
  }
}
