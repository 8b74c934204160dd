import { type JsonObject, newId, timeOf } from '#libs/kernel';
import type { AdminRequest, AdminRequestKind, AdminRequestQueue } from '../port.js';
import { type Database, type Row, text } from './database.js';

const KEPT_MS = 86_400_000;
/** Of these names, or of any. */
const AMONG = '(?1 IS NULL OR name IN (SELECT value FROM json_each(?1)))';

/** Requests as rows; ids sort by time, so the oldest is the first. */
export class SqliteAdminRequestQueue implements AdminRequestQueue {
  constructor(private readonly db: Database) {}

  async submit(request: Pick<AdminRequest, 'kind' | 'name' | 'key'>): Promise<string> {
    const id = newId('req');
    this.db.run(
      `INSERT INTO _admin_requests (id, kind, name, key, state) VALUES (?, ?, ?, ?, 'open')`,
      id,
      request.kind,
      request.name,
      request.key ?? null,
    );
    return id;
  }

  async take(names?: readonly string[]): Promise<AdminRequest | undefined> {
    // Polling takes no write lock; of two that saw the same request only one changes its row.
    const row = this.db.get(
      `SELECT id FROM _admin_requests WHERE state = 'open' AND ${AMONG} ORDER BY id LIMIT 1`,
      among(names),
    );
    if (!row) return undefined;
    const taken = this.db.get(
      `UPDATE _admin_requests SET state = 'taken' WHERE id = ? AND state = 'open' RETURNING *`,
      text(row.id),
    );
    return taken && request(taken);
  }

  async finish(id: string, outcome: { readonly result: JsonObject } | { readonly error: string }): Promise<void> {
    const result = 'result' in outcome ? JSON.stringify(outcome.result) : null;
    const error = 'error' in outcome ? outcome.error : null;
    const state = error === null ? 'done' : 'failed';
    this.db.run('UPDATE _admin_requests SET state = ?, result = ?, error = ? WHERE id = ?', state, result, error, id);
  }

  async read(id: string): Promise<AdminRequest | undefined> {
    const row = this.db.get('SELECT * FROM _admin_requests WHERE id = ?', id);
    return row && request(row);
  }

  async withdraw(id: string): Promise<boolean> {
    return this.db.run(`DELETE FROM _admin_requests WHERE id = ? AND state = 'open'`, id) > 0;
  }

  async recover(now: Date, names?: readonly string[]): Promise<void> {
    this.db.run(`UPDATE _admin_requests SET state = 'open' WHERE state = 'taken' AND ${AMONG}`, among(names));
    const finished = `SELECT id FROM _admin_requests WHERE state IN ('done', 'failed') AND ${AMONG}`;
    for (const row of this.db.all(finished, among(names))) {
      const id = text(row.id);
      if (timeOf(id) < now.getTime() - KEPT_MS) this.db.run('DELETE FROM _admin_requests WHERE id = ?', id);
    }
  }
}

function among(names: readonly string[] | undefined): string | null {
  return names === undefined ? null : JSON.stringify(names);
}

function request(row: Row): AdminRequest {
  return {
    id: text(row.id),
    kind: kindOf(text(row.kind)),
    name: text(row.name),
    key: row.key === null ? undefined : text(row.key),
    state: stateOf(text(row.state)),
    result: row.result === null ? undefined : JSON.parse(text(row.result)),
    error: row.error === null ? undefined : text(row.error),
  };
}

function kindOf(value: string): AdminRequestKind {
  if (value === 'rebuild' || value === 'retry') return value;
  throw new Error(`read-models.db: request kind ${value} is not known`);
}

function stateOf(value: string): AdminRequest['state'] {
  if (value === 'open' || value === 'taken' || value === 'done' || value === 'failed') return value;
  throw new Error(`read-models.db: request state ${value} is not known`);
}
