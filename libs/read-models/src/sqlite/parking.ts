import type { ParkedEvent } from '../port.js';
import { bigint, type Database, number, text } from './database.js';

/** Parked events and what waits behind them: one row a key, one row a position. */
export class Parking {
  constructor(private readonly db: Database) {}

  park(event: Omit<ParkedEvent, 'waiting'>): void {
    const { name, key, position, event_id, event_type, error } = event;
    this.db.transaction(() => {
      this.db.run(
        `INSERT INTO _parked (name, key, event_id, event_type, error) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (name, key) DO UPDATE SET error = excluded.error WHERE event_id = excluded.event_id`,
        name,
        key,
        event_id,
        event_type,
        error,
      );
      this.queueBehind(name, key, position);
    });
  }

  queueBehind(name: string, key: string, position: bigint): void {
    this.db.run('INSERT OR IGNORE INTO _parked_positions (name, key, position) VALUES (?, ?, ?)', name, key, position);
  }

  parked(name?: string): ParkedEvent[] {
    return this.db
      .all(
        `SELECT p.name, p.key, event_id, event_type, error, min(position) AS position, count(*) - 1 AS waiting
         FROM _parked p JOIN _parked_positions q ON q.name = p.name AND q.key = p.key
         WHERE ?1 IS NULL OR p.name = ?1 GROUP BY p.name, p.key ORDER BY p.name, position`,
        name ?? null,
      )
      .map((row) => ({
        name: text(row.name),
        key: text(row.key),
        position: bigint(row.position),
        event_id: text(row.event_id),
        event_type: text(row.event_type),
        error: text(row.error),
        waiting: number(row.waiting),
      }));
  }

  positions(name: string, key: string): bigint[] {
    return this.db
      .all('SELECT position FROM _parked_positions WHERE name = ? AND key = ? ORDER BY position', name, key)
      .map((row) => bigint(row.position));
  }

  unpark(name: string, key: string): void {
    this.db.transaction(() => {
      this.db.run('DELETE FROM _parked WHERE name = ? AND key = ?', name, key);
      this.db.run('DELETE FROM _parked_positions WHERE name = ? AND key = ?', name, key);
    });
  }

  advance(
    name: string,
    key: string,
    before: bigint,
    event: Pick<ParkedEvent, 'event_id' | 'event_type' | 'error'>,
  ): void {
    this.db.transaction(() => {
      this.db.run('DELETE FROM _parked_positions WHERE name = ? AND key = ? AND position < ?', name, key, before);
      this.db.run(
        'UPDATE _parked SET event_id = ?, event_type = ?, error = ? WHERE name = ? AND key = ?',
        event.event_id,
        event.event_type,
        event.error,
        name,
        key,
      );
    });
  }
}
