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
  /** Of the compareAndSet that wrote it: a compareAndSet whose answer was lost knows its own work by it. */
  compareAndSet: string;
}

/** LeaseStore as documents. One command compares and sets, so of two that race one changes the document, the other none. */
export class MongoLeaseStore implements LeaseStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly mongo: MongoConnection) {
    this.rows = mongo.db.collection<Row>('_registers');
  }

  async read(name: string): Promise<LeaseRecord | undefined> {
    const row = await this.mongo.patiently(() => this.rows.findOne({ _id: name }));
    return row ? register(row) : undefined;
  }

  async list(prefix: string): Promise<readonly LeaseRecord[]> {
    const among = { _id: { $gte: prefix, $lt: `${prefix}\u{10FFFF}` } };
    const rows = await this.mongo.patiently(() => this.rows.find(among).sort({ _id: 1 }).toArray());
    return rows.map(register);
  }

  compareAndSet(name: string, version: number, value: JsonObject): Promise<LeaseRecord | undefined> {
    const compareAndSet = randomUUID();
    const next = { version: version + 1, value: fieldOf(value), compareAndSet };
    return this.mongo.patiently(async () => {
      // Not at that version any more: by somebody else, or by this very compareAndSet, whose answer was lost.
      const row = (await this.write(name, version, next)) ?? (await this.rows.findOne({ _id: name, compareAndSet }));
      return row ? register(row) : undefined;
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
    return this.mongo.patiently(async (again) => {
      const { deletedCount } = await this.rows.deleteOne({ _id: name, version });
      // After an answer that was lost: gone is what was wanted.
      return deletedCount > 0 || (again && (await this.rows.findOne({ _id: name })) === null);
    });
  }
}

function fieldOf(value: JsonObject): object {
  const stored = objectToField(value);
  if (typeof stored !== 'object' || stored === null) throw new Error('a register holds an object');
  return stored;
}

function register({ _id, version, value }: Row): LeaseRecord {
  return { name: _id, version, value: documentOf<JsonObject>(value) };
}
