import type { Collection as Rows } from 'mongodb';
import type { Registered } from './collections.js';
import type { MongoConnection } from './connection.js';

interface Grave {
  /** The collection that goes. */
  _id: string;
  label: string;
  at: Date;
}

/** Other nodes read what served until they have seen the switch, within 1 s; this is ten times that, ms. */
const STILL_READ_MS = 10_000;
const PHYSICAL = /^[a-z][a-z0-9_-]{0,62}@\d/;

/** What no longer serves, until it is gone: `_dropped`. */
export class DroppedCollections {
  private readonly graves: Rows<Grave>;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly mongo: MongoConnection,
    private readonly registered: Rows<Registered>,
  ) {
    this.graves = mongo.db.collection<Grave>('_dropped');
  }

  /** A label that is on its way out: its collection's name must not be used again yet. */
  async holds(label: string): Promise<boolean> {
    return (await this.graves.findOne({ label })) !== null;
  }

  async bury(place: string, label: string, stillRead: boolean): Promise<void> {
    const at = stillRead ? new Date() : new Date(0);
    await this.mongo.patiently(() => this.graves.replaceOne({ _id: place }, { label, at }, { upsert: true }));
    if (!stillRead) return this.empty(place);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      // Out of reach just now: the next start clears it.
      this.empty(place).catch(() => undefined);
    }, STILL_READ_MS);
    timer.unref();
    this.timers.add(timer);
  }

  /** What another process buried and did not clear; collections that a late writer made again after they had gone. */
  async clear(now: Date): Promise<void> {
    const old = { at: { $lt: new Date(now.getTime() - STILL_READ_MS) } };
    const graves = await this.mongo.patiently(() => this.graves.find(old).toArray());
    for (const { _id } of graves) await this.empty(_id);
    // In this order: what is registered after the list was taken is not in it.
    const list = await this.mongo.patiently(() => this.mongo.db.listCollections({}, { nameOnly: true }).toArray());
    const known = await this.mongo.patiently(() => this.registered.find().toArray());
    const buried = await this.mongo.patiently(() => this.graves.find().toArray());
    const kept = new Set([...known.map(({ stored_in }) => stored_in), ...buried.map(({ _id }) => _id)]);
    for (const { name } of list) {
      if (PHYSICAL.test(name) && !kept.has(name)) await this.remove(name);
    }
  }

  private async empty(place: string): Promise<void> {
    await this.remove(place);
    await this.mongo.patiently(() => this.graves.deleteOne({ _id: place }));
  }

  private async remove(place: string): Promise<void> {
    await this.mongo.patiently(async () => {
      try {
        await this.mongo.db.dropCollection(place);
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
