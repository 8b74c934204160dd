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
  /** Changes of this tick, and the ids of those that will have been made. */
  private changing: Row[] | undefined;
  private changed: Promise<ReadonlySet<string>> = Promise.resolve(new Set());

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
    const row = { _id: name, version: version + 1, value: fieldOf(value), write: randomUUID() };
    return version === 0 ? this.create(row) : this.change(row);
  }

  private create(row: Row): Promise<LeaseRecord | undefined> {
    return this.mongo.withRetries(async () => {
      try {
        await this.rows.insertOne({ ...row });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        // There already: by somebody else, or by this very write, whose answer was lost.
        if (!(await this.rows.findOne({ _id: row._id, write: row.write }))) return undefined;
      }
      return leaseRecord(row);
    });
  }

  /** A node renews all its leases at the same moment: changes of one tick are one command. */
  private async change(row: Row): Promise<LeaseRecord | undefined> {
    const together = this.changing ?? [];
    if (!this.changing) {
      this.changing = together;
      this.changed = Promise.resolve().then(() => {
        this.changing = undefined;
        return this.mongo.withRetries(() => this.writesThatWon(together));
      });
    }
    together.push(row);
    return (await this.changed).has(row.write) ? leaseRecord(row) : undefined;
  }

  private async writesThatWon(rows: readonly Row[]): Promise<ReadonlySet<string>> {
    const writes = rows.map(({ write }) => write);
    const operations = rows.map(({ _id, version, ...next }) => ({
      updateOne: { filter: { _id, version: version - 1 }, update: { $set: { version, ...next } } },
    }));
    const { matchedCount } = await this.rows.bulkWrite(operations, { ordered: false });
    if (matchedCount === rows.length) return new Set(writes);
    // One was no longer at that version: because of somebody else, or of this very write, whose answer was lost.
    const won = { _id: { $in: rows.map(({ _id }) => _id) }, write: { $in: writes } };
    const found = await this.rows.find(won).toArray();
    return new Set(found.map(({ write }) => write));
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
