import { randomUUID } from 'node:crypto';
import type { Collection } from 'mongodb';
import { type JsonObject, newId, timeOf } from '#libs/kernel';
import type { AdminRequest, AdminRequestQueue } from '../port.js';
import type { MongoConnection } from './connection.js';
import { isDuplicate } from './retry-policy.js';
import { documentOf, objectToField } from './stored.js';

interface Row extends Pick<AdminRequest, 'kind' | 'name' | 'state'> {
  _id: string;
  key: string | null;
  result?: unknown;
  error?: string;
  /** Id of the taking: after a lost answer, its taker finds by it what it has taken. */
  taking?: string;
}

const KEPT_MS = 86_400_000;

/** Requests as documents; ids sort by time, so the oldest is the first. */
export class MongoAdminRequestQueue implements AdminRequestQueue {
  private readonly rows: Collection<Row>;

  constructor(private readonly mongo: MongoConnection) {
    this.rows = mongo.db.collection<Row>('_admin_requests');
  }

  async submit({ kind, name, key }: Pick<AdminRequest, 'kind' | 'name' | 'key'>): Promise<string> {
    const _id = newId('req');
    await this.mongo.withRetries(async (again) => {
      try {
        await this.rows.insertOne({ _id, kind, name, key: key ?? null, state: 'open' });
      } catch (error) {
        if (!again || !isDuplicate(error)) throw error;
      }
    });
    return _id;
  }

  take(names?: readonly string[]): Promise<AdminRequest | undefined> {
    const taking = randomUUID();
    return this.mongo.withRetries(async (again) => {
      const mine = again ? await this.rows.findOne({ taking }) : null;
      if (mine) return request(mine);
      const taken = { $set: { state: 'taken' as const, taking } };
      const row = await this.rows.findOneAndUpdate({ state: 'open', ...among(names) }, taken, {
        sort: { _id: 1 },
        returnDocument: 'after',
      });
      return row ? request(row) : undefined;
    });
  }

  async finish(id: string, outcome: { readonly result: JsonObject } | { readonly error: string }): Promise<void> {
    const change =
      'error' in outcome
        ? { state: 'failed' as const, error: outcome.error }
        : { state: 'done' as const, result: objectToField(outcome.result) };
    await this.mongo.withRetries(() => this.rows.updateOne({ _id: id }, { $set: change }));
  }

  async read(id: string): Promise<AdminRequest | undefined> {
    const row = await this.mongo.withRetries(() => this.rows.findOne({ _id: id }));
    return row ? request(row) : undefined;
  }

  withdraw(id: string): Promise<boolean> {
    return this.mongo.withRetries(async (again) => {
      const { deletedCount } = await this.rows.deleteOne({ _id: id, state: 'open' });
      return deletedCount > 0 || (again && (await this.rows.findOne({ _id: id })) === null);
    });
  }

  async recover(now: Date, names?: readonly string[]): Promise<void> {
    await this.mongo.withRetries(() =>
      this.rows.updateMany({ state: 'taken', ...among(names) }, { $set: { state: 'open' } }),
    );
    const finished = { state: { $in: ['done' as const, 'failed' as const] }, ...among(names) };
    const rows = await this.mongo.withRetries(() => this.rows.find(finished).toArray());
    const old = rows.map(({ _id }) => _id).filter((id) => timeOf(id) < now.getTime() - KEPT_MS);
    if (old.length > 0) await this.mongo.withRetries(() => this.rows.deleteMany({ _id: { $in: old } }));
  }
}

function among(names: readonly string[] | undefined): { name?: { $in: readonly string[] } } {
  return names === undefined ? {} : { name: { $in: names } };
}

function request({ _id, kind, name, key, state, result, error }: Row): AdminRequest {
  return {
    id: _id,
    kind,
    name,
    key: key ?? undefined,
    state,
    result: typeof result === 'object' && result !== null ? documentOf<JsonObject>(result) : undefined,
    error: error ?? undefined,
  };
}
