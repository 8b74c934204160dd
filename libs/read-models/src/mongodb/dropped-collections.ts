import type { Collection as Rows } from 'mongodb';
import type { Registered } from './collections.js';
import type { MongoConnection } from './connection.js';

interface Dropped {
  /** The collection's physical name. */
  _id: string;
  label: string;
  /** Since when it may still be read. */
  at: Date;
}

/** Other nodes see the switch within 1 s and read what served before until then; ten times that, ms. */
const STILL_READ_MS = 10_000;
const PHYSICAL = /^[a-z][a-z0-9_-]{0,62}@\d/;

/** Collections that no longer serve, until they are dropped: `_dropped`. */
export class DroppedCollections {
  private readonly dropped: Rows<Dropped>;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly mongo: MongoConnection,
    private readonly registered: Rows<Registered>,
  ) {
    this.dropped = mongo.db.collection<Dropped>('_dropped');
  }

  /** Whether a collection of this label is not dropped yet: its name must not be used again. */
  async holds(label: string): Promise<boolean> {
    return (await this.dropped.findOne({ label })) !== null;
  }

  async add(name: string, label: string, stillRead: boolean): Promise<void> {
    const at = stillRead ? new Date() : new Date(0);
    await this.mongo.withRetries(() => this.dropped.replaceOne({ _id: name }, { label, at }, { upsert: true }));
    if (!stillRead) return this.drop(name);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      // Out of reach just now: `clear` makes up for it.
      this.drop(name).catch(() => undefined);
    }, STILL_READ_MS);
    timer.unref();
    this.timers.add(timer);
  }

  /** Drops what another process left, and collections that a late writer made again after they had been dropped. */
  async clear(now: Date): Promise<void> {
    const old = { at: { $lt: new Date(now.getTime() - STILL_READ_MS) } };
    const due = await this.mongo.withRetries(() => this.dropped.find(old).toArray());
    for (const { _id } of due) await this.drop(_id);
    // In this order: a collection that is registered after the listing is not in it.
    const list = await this.mongo.withRetries(() => this.mongo.db.listCollections({}, { nameOnly: true }).toArray());
    const known = await this.mongo.withRetries(() => this.registered.find().toArray());
    const waiting = await this.mongo.withRetries(() => this.dropped.find().toArray());
    const kept = new Set([...known.map(({ stored_in }) => stored_in), ...waiting.map(({ _id }) => _id)]);
    for (const { name } of list) {
      if (PHYSICAL.test(name) && !kept.has(name)) await this.remove(name);
    }
  }

  private async drop(name: string): Promise<void> {
    await this.remove(name);
    await this.mongo.withRetries(() => this.dropped.deleteOne({ _id: name }));
  }

  private async remove(name: string): Promise<void> {
    await this.mongo.withRetries(async () => {
      try {
        await this.mongo.db.dropCollection(name);
      } catch (error) {
        if (!(error instanceof Error) || !error.message.includes('ns not found')) throw error;
      }
    });
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}
