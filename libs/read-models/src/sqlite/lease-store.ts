import type { JsonObject } from '#libs/kernel';
import type { LeaseRecord, LeaseStore } from '../port.js';
import { type Database, number, type Row, text } from './database.js';

/** Lease records as rows. One statement compares and sets, so of two that race one changes the row and the other none. */
export class SqliteLeaseStore implements LeaseStore {
  constructor(
    private readonly db: Database,
    readonly exclusive: boolean,
  ) {}

  async read(name: string): Promise<LeaseRecord | undefined> {
    const row = this.db.get('SELECT * FROM _leases WHERE name = ?', name);
    return row && leaseRecord(row);
  }

  async list(prefix: string): Promise<readonly LeaseRecord[]> {
    return this.db
      .all('SELECT * FROM _leases WHERE substr(name, 1, length(?1)) = ?1 ORDER BY name', prefix)
      .map(leaseRecord);
  }

  async compareAndSet(name: string, version: number, value: JsonObject): Promise<LeaseRecord | undefined> {
    const json = JSON.stringify(value);
    const row =
      version === 0
        ? this.db.get(
            'INSERT INTO _leases (name, version, value) VALUES (?, 1, ?) ON CONFLICT DO NOTHING RETURNING *',
            name,
            json,
          )
        : this.db.get(
            'UPDATE _leases SET version = version + 1, value = ? WHERE name = ? AND version = ? RETURNING *',
            json,
            name,
            version,
          );
    return row && leaseRecord(row);
  }

  async remove(name: string, version: number): Promise<boolean> {
    return this.db.run('DELETE FROM _leases WHERE name = ? AND version = ?', name, version) > 0;
  }
}

function leaseRecord(row: Row): LeaseRecord {
  return { name: text(row.name), version: number(row.version), value: JSON.parse(text(row.value)) };
}
