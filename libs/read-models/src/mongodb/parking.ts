import type { Collection } from 'mongodb';
import type { ParkedEvent } from '../port.js';
import type { MongoConnection } from './connection.js';

interface Row extends Partial<Pick<ParkedEvent, 'event_type' | 'error'>> {
  /** `<name>/<key>`; a name has no slash. */
  _id: string;
  name: string;
  key: string;
  /** The parked event's position and those that wait behind it, in any order. */
  positions: bigint[];
  event_id?: string | null;
}

/** Parked events and what waits behind them: one document a key, so that neither ever stands without the other. */
export class MongoParking {
  private readonly rows: Collection<Row>;

  constructor(private readonly mongo: MongoConnection) {
    this.rows = mongo.db.collection<Row>('_parked');
  }

  async park({ name, key, position, event_id, event_type, error }: Omit<ParkedEvent, 'waiting'>): Promise<void> {
    const same = { _id: idOf(name, key), event_id: { $in: [event_id, null] } };
    await this.mongo.withRetries(async () => {
      await this.queue(name, key, position);
      await this.rows.updateOne(same, { $set: { event_id, event_type, error } });
    });
  }

  async queueBehind(name: string, key: string, position: bigint): Promise<void> {
    await this.mongo.withRetries(() => this.queue(name, key, position));
  }

  private async queue(name: string, key: string, position: bigint): Promise<void> {
    const queued = { $setOnInsert: { name, key }, $addToSet: { positions: position } };
    await this.rows.updateOne({ _id: idOf(name, key) }, queued, { upsert: true });
  }

  async parked(name?: string): Promise<ParkedEvent[]> {
    const which = name === undefined ? {} : { name };
    const rows = await this.mongo.withRetries(() => this.rows.find(which).toArray());
    return rows.flatMap(parkedEvent).sort(byNameAndPosition);
  }

  async positions(name: string, key: string): Promise<bigint[]> {
    const row = await this.mongo.withRetries(() => this.rows.findOne({ _id: idOf(name, key) }));
    return row ? sorted(row.positions) : [];
  }

  async unpark(name: string, key: string): Promise<void> {
    await this.mongo.withRetries(() => this.rows.deleteOne({ _id: idOf(name, key) }));
  }

  async advance(
    name: string,
    key: string,
    before: bigint,
    { event_id, event_type, error }: Pick<ParkedEvent, 'event_id' | 'event_type' | 'error'>,
  ): Promise<void> {
    const change = { $pull: { positions: { $lt: before } }, $set: { event_id, event_type, error } };
    await this.mongo.withRetries(() => this.rows.updateOne({ _id: idOf(name, key) }, change));
  }

  /** All of a collection that goes. */
  async forget(name: string): Promise<void> {
    await this.mongo.withRetries(() => this.rows.deleteMany({ name }));
  }
}

function idOf(name: string, key: string): string {
  return `${name}/${key}`;
}

function parkedEvent({ name, key, event_id, event_type, error, positions }: Row): ParkedEvent[] {
  const [position] = sorted(positions);
  if (position === undefined || !event_id) return [];
  const waiting = positions.length - 1;
  return [{ name, key, position, event_id, event_type: event_type ?? '', error: error ?? '', waiting }];
}

function sorted(positions: readonly bigint[]): bigint[] {
  return positions.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
}

function byNameAndPosition(a: ParkedEvent, b: ParkedEvent): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.position < b.position ? -1 : Number(a.position > b.position);
}
