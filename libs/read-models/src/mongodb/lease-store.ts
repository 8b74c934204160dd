import { randomUUID } from 'node:crypto';
import type { Collection } from 'mongodb';
import type { JsonObject } from '#libs/kernel';
import type { LeaseRecord, LeaseStore } from '../port.js';
import type { MongoConnection } from './connection.js';
import { isDuplicate } from './retry-policy.js';
import { documentOf, objectToField } from './stored.js';

interface Row {
  _id: string;
  version: number;
  value: object;
  /** Id of the write: one whose answer was lost knows by it that it was done. */
  write: string;
}

/** Lease records as documents. One command compares and sets, so of two that race one changes the document, the other none. */
export class MongoLeaseStore implements LeaseStore {
  /** Any number of nodes. */
  readonly exclusive = false;
  private readonly rows: Collection<Row>;

  constructor(private readonly mongo: MongoConnection) {
    this.rows = mongo.db.collection<Row>('_leases');
  }

  async read(name: string): Promise<LeaseRecord | undefined> {
    const row = await this.mongo.withRetries(() => this.rows.findOne({ _id: name }));
    return row ? leaseRecord(row) : undefined;
  }

  async list(prefix: string): Promise<readonly LeaseRecord[]> {
    const among = { _id: { $gte: prefix, $lt: `${prefix}\u{10FFFF}` } };
    const rows = await this.mongo.withRetries(() => this.rows.find(among).sort({ _id: 1 }).toArray());
    return rows.map(leaseRecord);
  }

  compareAndSet(name: string, version: number, value: JsonObject): Promise<LeaseRecord | undefined> {
    const write = randomUUID();
    const next = { version: version + 1, value: fieldOf(value), write };
    return this.mongo.withRetries(async () => {
      // No longer at that version: because of somebody else, or of this very write, whose answer was lost.
      const row = (await this.write(name, version, next)) ?? (await this.rows.findOne({ _id: name, write }));
      return row ? leaseRecord(row) : undefined;
    });
  }

  private async write(name: string, version: number, next: Omit<Row, '_id'>): Promise<Row | undefined> {
    if (version > 0) {
      const changed = { $set: next };
      return (
        (await this.rows.findOneAndUpdate({ _id: name, version }, changed, { returnDocument: 'after' })) ?? undefined
      );
    }
    try {
      await this.rows.insertOne({ _id: name, ...next });
      return { _id: name, ...next };
    } catch (error) {
      if (isDuplicate(error)) return undefined;
      throw error;
    }
  }

  remove(name: string, version: number): Promise<boolean> {
    return this.mongo.withRetries(async (again) => {
      const { deletedCount } = await this.rows.deleteOne({ _id: name, version });
      // After a lost answer, a record that is gone was removed by us.
      return deletedCount > 0 || (again && (await this.rows.findOne({ _id: name })) === null);
    });
  }
}

function fieldOf(value: JsonObject): object {
  const stored = objectToField(value);
  if (typeof stored !== 'object' || stored === null) throw new Error('a lease record holds an object');
  return stored;
}

function leaseRecord({ _id, version, value }: Row): LeaseRecord {
  return { name: _id, version, value: documentOf<JsonObject>(value) };
}
