import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkedField, checkpointOf, labelOf } from '../names.js';
import type { Collection } from '../port.js';
import { type Database, number, type Row, text } from './database.js';

/** A collection's table: name, the fields that have a column of their own, and how a document is written. */
export interface Table {
  readonly label: string;
  readonly fields: readonly string[];
  readonly upsert: string;
  readonly select: string;
  /** The document of an id. */
  readonly find: string;
  /** Those of a JSON array of ids that there are. */
  readonly selectMany: string;
}

/** Rows of a dropped table that are removed at a time: about 2 ms. */
const PURGE_ROWS = 200;

/**
 * Collections and their tables. Own columns start with `_`; every field of an index has a column under its
 * path (`"result.status"`), written with the document, so that neither writing nor looking up parses JSON in SQLite.
 */
export class Collections {
  private readonly tables = new Map<string, Table>();
  private readonly served = new Map<string, Collection>();
  private purging: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(private readonly db: Database) {}

  ensure(collection: Collection, indexes: readonly (readonly string[])[]): void {
    const label = labelOf(collection);
    const fields = indexes.flat().map(checkedField);
    this.db.transaction(() => {
      if (!this.exists(label)) this.create(collection, label);
      const known = new Set(this.columns(label));
      for (const field of new Set(fields)) {
        if (known.has(field)) continue;
        this.db.exec(`ALTER TABLE "${label}" ADD COLUMN "${field}"`);
        this.db.exec(`UPDATE "${label}" SET "${field}" = ${jsonField(field)} WHERE _doc IS NOT NULL`);
      }
      const made = this.numberOf(label);
      for (const index of indexes) {
        const columns = index.map((field) => `"${field}"`).join(', ');
        // The id breaks ties within the index; tombstones stay out of it.
        this.db.exec(
          `CREATE INDEX IF NOT EXISTS "${made}:${index.join(',')}" ON "${label}" (${columns}, _id) WHERE _doc IS NOT NULL`,
        );
      }
    });
    this.tables.delete(label);
  }

  private create(collection: Collection, label: string): void {
    this.db.run(
      'INSERT INTO _collections (label, name, version, build) VALUES (?, ?, ?, ?)',
      label,
      collection.name,
      collection.version,
      collection.build ?? 0,
    );
    this.db.exec(
      `CREATE TABLE "${label}" (_id TEXT NOT NULL UNIQUE, _position INTEGER NOT NULL, _doc TEXT, _deleted_at INTEGER);
       CREATE INDEX "${this.numberOf(label)}:" ON "${label}" (_deleted_at) WHERE _deleted_at IS NOT NULL`,
    );
  }

  /** Never used twice, since the indexes that it names may be those of a dropped table that is still removed. */
  private numberOf(label: string): number {
    return number(this.db.get('SELECT number FROM _collections WHERE label = ?', label)?.number);
  }

  table(collection: Collection): Table {
    const label = labelOf(collection);
    const known = this.tables.get(label);
    if (known) return known;
    const fields = this.columns(label);
    if (fields.length === 0 && !this.exists(label)) throw new Error(`no such table: ${label}`);
    const table = describeTable(label, fields);
    this.tables.set(label, table);
    return table;
  }

  serving(name: string): Collection | undefined {
    const known = this.served.get(name);
    if (known) return known;
    const row = this.db.get('SELECT version, build FROM _collections WHERE name = ? AND serving = 1', name);
    if (!row) return undefined;
    const collection = { name, version: number(row.version), build: number(row.build) };
    this.served.set(name, collection);
    return collection;
  }

  allServing(): ReadonlyMap<string, Collection> {
    const rows = this.db.all('SELECT name, version, build FROM _collections WHERE serving = 1').map(collectionOf);
    return new Map(rows.map((collection) => [collection.name, collection]));
  }

  /** Another process may have switched a name: names and tables are read again. */
  forget(): void {
    this.served.clear();
    this.tables.clear();
  }

  serve(collection: Collection): void {
    const label = labelOf(collection);
    this.db.transaction(() => {
      for (const other of this.all()) {
        if (other.name === collection.name && labelOf(other) !== label) this.remove(other);
      }
      this.db.run('UPDATE _collections SET serving = 1 WHERE label = ?', label);
      this.db.exec(this.view(collection.name, label));
    });
    this.forget();
    this.purge();
  }

  /** Analysts read a read model under its plain name, whichever version serves. */
  private view(name: string, label: string): string {
    const fields = this.columns(label).map((field) => `, "${field}"`);
    return `DROP VIEW IF EXISTS "${name}";
      CREATE VIEW "${name}" AS SELECT _id, _position, _doc${fields.join('')} FROM "${label}" WHERE _doc IS NOT NULL`;
  }

  drop(collection: Collection): void {
    this.db.transaction(() => this.remove(collection));
    this.forget();
    this.purge();
  }

  /** Renamed at once; the rows go in slices afterwards, since dropping a large table would block the event loop. */
  private remove(collection: Collection): void {
    const label = labelOf(collection);
    if (!this.exists(label)) return;
    const made = this.numberOf(label);
    if (this.db.get('SELECT 1 FROM _collections WHERE label = ? AND serving = 1', label)) {
      this.db.exec(`DROP VIEW IF EXISTS "${collection.name}"`);
    }
    const dropped = `dropped ${made} ${label}`;
    this.db.exec(`ALTER TABLE "${label}" RENAME TO "${dropped}"`);
    this.db.run('INSERT INTO _dropped (table_name) VALUES (?)', dropped);
    this.db.run('DELETE FROM _collections WHERE label = ?', label);
    this.db.run('DELETE FROM _checkpoints WHERE name = ?', checkpointOf(collection));
    this.db.run('DELETE FROM _parked WHERE name = ?', label);
    this.db.run('DELETE FROM _parked_positions WHERE name = ?', label);
  }

  /** Removes what was dropped, also by a process that ended before it was done. */
  purge(): void {
    this.purging = this.purging.then(() => this.purgeAll()).catch(() => undefined);
  }

  private async purgeAll(): Promise<void> {
    for (;;) {
      await nextTurn();
      if (this.closed) return;
      const row = this.db.get('SELECT table_name FROM _dropped LIMIT 1');
      if (!row) return;
      this.purgeSome(text(row.table_name));
    }
  }

  /** In one transaction: another thread may be purging the same table. */
  private purgeSome(name: string): void {
    this.db.transaction(() => {
      const there = this.db.get(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`, name);
      const some = `DELETE FROM "${name}" WHERE rowid IN (SELECT rowid FROM "${name}" LIMIT ${PURGE_ROWS})`;
      if (there && this.db.run(some) > 0) return;
      this.db.exec(`DROP TABLE IF EXISTS "${name}"`);
      this.db.run('DELETE FROM _dropped WHERE table_name = ?', name);
    });
  }

  /** Resolves once everything that was dropped before is gone. */
  purged(): Promise<void> {
    return this.purging;
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.purging;
  }

  all(): Collection[] {
    return this.db.all('SELECT name, version, build FROM _collections ORDER BY name, version, build').map(collectionOf);
  }

  private exists(label: string): boolean {
    return this.db.get('SELECT 1 AS found FROM _collections WHERE label = ?', label) !== undefined;
  }

  private columns(label: string): string[] {
    return this.db
      .all('SELECT name FROM pragma_table_info(?)', label)
      .map((row) => text(row.name))
      .filter((name) => !name.startsWith('_'));
  }
}

function collectionOf({ name, version, build }: Row): Collection {
  return { name: text(name), version: number(version), build: number(build) };
}

/** A field that has no column of its own. The path is checked, so it can stand in the statement. */
export function jsonField(field: string): string {
  return `json_extract(_doc, '$.${checkedField(field)}')`;
}

function describeTable(label: string, fields: readonly string[]): Table {
  const columns = ['_id', '_position', '_doc', '_deleted_at', ...fields.map((field) => `"${field}"`)];
  const changes = columns.slice(1).map((column) => `${column} = excluded.${column}`);
  return {
    label,
    fields,
    // Never an older document over a newer: makes repeated events, a second owner and a crash harmless.
    upsert: `INSERT INTO "${label}" (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
      ON CONFLICT (_id) DO UPDATE SET ${changes.join(', ')} WHERE _position < excluded._position`,
    select: `SELECT _id, _position, _doc FROM "${label}"`,
    find: `SELECT _position, _doc FROM "${label}" WHERE _id = ? AND _doc IS NOT NULL`,
    selectMany: `SELECT _id, _position, _doc FROM json_each(?) CROSS JOIN "${label}" ON _id = value`,
  };
}
