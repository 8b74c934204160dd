import type { SQLInputValue } from 'node:sqlite';
import { StaleOwner, UnstorableDocument } from '../errors.js';
import { scalarAt } from '../names.js';
import type { Collection, Document, Write } from '../port.js';
import { type ReadModelStore } from '../port.js';
import { apply, type Commit } from './apply-commit.js';
import type { Collections, Table } from './collections.js';
import { bigint, type Database, text } from './database.js';
import { bound } from './queries.js';
import type { CommitLine } from './threads.js';

/** Tombstones that one sweep takes of a collection: about 5 ms. */
const SWEEP_ROWS = 500;

type Batch = Parameters<ReadModelStore['commit']>[0];

/** The write side: documents and checkpoints in one transaction (design section 5). */
export class Documents {
  /** `line`: commits go there while a thread is at its end; without it they are made here. */
  constructor(
    private readonly db: Database,
    private readonly collections: Collections,
    private readonly now: () => number,
    private readonly line: CommitLine | undefined,
  ) {}

  async commit({ writes, checkpoints }: Batch): Promise<void> {
    const upserts = writes.map(({ collection, writes: rows }) => {
      const table = this.collections.table(collection);
      return {
        sql: table.upsert,
        width: table.fields.length + 4,
        values: rows.flatMap((write) => this.row(table, write)),
      };
    });
    const commit: Commit = { upserts, checkpoints };
    const stale = this.line?.alive ? await this.line.commit(commit) : apply(this.db, commit);
    if (stale === undefined) return;
    throw new StaleOwner(stale, checkpoints.find(({ name }) => name === stale)?.fence ?? 0);
  }

  private row(table: Table, write: Write): SQLInputValue[] {
    const { document } = write;
    if (document === undefined) {
      return [write.id, write.position, null, this.now(), ...table.fields.map(() => null)];
    }
    const fields = table.fields.map((field) => bound(scalarAt(document, field)));
    return [write.id, write.position, this.json(table, write.id, document), null, ...fields];
  }

  private json(table: Table, id: string, document: Document): string {
    try {
      return JSON.stringify(document);
    } catch (error) {
      throw new UnstorableDocument(table.label, id, error);
    }
  }

  loadMany(
    collection: Collection,
    ids: readonly string[],
  ): Map<string, { position: bigint; document: Document | undefined }> {
    const found = new Map<string, { position: bigint; document: Document | undefined }>();
    // One statement for all: each call of one takes longer than what it looks up.
    for (const row of this.db.all(this.collections.table(collection).selectMany, JSON.stringify(ids))) {
      const document: Document | undefined = row._doc === null ? undefined : JSON.parse(text(row._doc));
      found.set(text(row._id), { position: bigint(row._position), document });
    }
    return found;
  }

  checkpoint(name: string): bigint | undefined {
    const row = this.db.get('SELECT position FROM _checkpoints WHERE name = ?', name);
    return row && bigint(row.position);
  }

  checkpoints(names: readonly string[]): Map<string, bigint> {
    const rows = this.db.all(
      'SELECT name, position FROM _checkpoints WHERE name IN (SELECT value FROM json_each(?))',
      JSON.stringify(names),
    );
    return new Map(rows.map((row) => [text(row.name), bigint(row.position)]));
  }

  resetCheckpoint(name: string): void {
    this.db.run('DELETE FROM _checkpoints WHERE name = ?', name);
  }

  sweepTombstones(olderThan: Date): number {
    let swept = 0;
    for (const collection of this.collections.all()) {
      const { label } = this.collections.table(collection);
      swept += this.db.run(
        `DELETE FROM "${label}" WHERE rowid IN
           (SELECT rowid FROM "${label}" WHERE _deleted_at IS NOT NULL AND _deleted_at < ? LIMIT ${SWEEP_ROWS})`,
        olderThan.getTime(),
      );
    }
    return swept;
  }
}
