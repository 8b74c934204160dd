import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Of a copied events file. */
export interface EventsCopy {
  /** The position of its last event, those of erased streams counted. */
  readonly head: bigint;
  readonly bytes: number;
}

/**
 * Copies an events file as it stands at one moment while services go on writing to it: readers of a write-ahead log hold
 * up no writer. The log grows meanwhile, and shrinks at the next checkpoint. What was erased is in no page of the copy.
 * @throws where the target is there already, or the disk is full: what was written of it is the caller's to remove.
 */
export function backUpEvents(file: string, target: string): EventsCopy {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    source.prepare('VACUUM INTO ?').run(target);
  } finally {
    source.close();
  }
  // SQLite leaves it to the operating system when the file reaches the disk.
  const written = openSync(target, 'r+');
  try {
    fsyncSync(written);
  } finally {
    closeSync(written);
  }
  return measure(target);
}

function measure(file: string): EventsCopy {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const row = db
      .prepare(
        `SELECT max(coalesce((SELECT max(position) FROM events), 0), (SELECT position FROM floor)) AS head,
           (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) AS bytes`,
      )
      .get();
    return { head: BigInt(String(row?.head)), bytes: Number(row?.bytes) };
  } finally {
    db.close();
  }
}
