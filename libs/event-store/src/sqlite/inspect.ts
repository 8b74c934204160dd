import { DatabaseSync } from 'node:sqlite';

/** Positions, both inclusive, at which no event is stored. */
export interface Gap {
  readonly from: bigint;
  readonly to: bigint;
}

export interface Inspection {
  readonly faults: readonly string[];
  /** Positions are given out without gaps, so events were erased here, or taken away. */
  readonly gaps: readonly Gap[];
}

/** Faults of one kind that are told. */
const MAX_TOLD = 20;

/** What looks wrong in rows that a reader of single streams never meets together. */
const RULES: Readonly<Record<string, string>> = {
  'an erased stream still has events': `SELECT name FROM streams s WHERE deleted = 1
    AND EXISTS (SELECT 1 FROM events e WHERE e.stream = s.key)`,
  'a stream has no events and was not erased': `SELECT name FROM streams s WHERE deleted = 0
    AND NOT EXISTS (SELECT 1 FROM events e WHERE e.stream = s.key)`,
  'an event belongs to no stream': `SELECT 'position ' || position AS name FROM events e
    WHERE NOT EXISTS (SELECT 1 FROM streams s WHERE s.key = e.stream)`,
  'events do not lie in the order of their revisions': `SELECT DISTINCT s.name FROM (
      SELECT stream, position, lag(position) OVER (PARTITION BY stream ORDER BY revision) AS previous FROM events
    ) e JOIN streams s ON s.key = e.stream WHERE e.position < e.previous`,
};

const GAPS = `SELECT previous + 1 AS first, position - 1 AS last FROM (
    SELECT position, lag(position, 1, 0) OVER (ORDER BY position) AS previous FROM events
    UNION ALL SELECT floor.position + 1, coalesce((SELECT max(position) FROM events), 0) FROM floor
  ) WHERE position > previous + 1`;

/** Looks at an events file as a database: its pages and indexes, and what its rows say of each other. */
export function inspectEvents(file: string): Inspection {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    const faults = integrityFaults(db);
    if (faults.length > 0) return { faults, gaps: [] };
    for (const [fault, sql] of Object.entries(RULES)) {
      for (const { name } of db.prepare(`${sql} LIMIT ${MAX_TOLD}`).all()) faults.push(`${fault}: ${String(name)}`);
    }
    const query = db.prepare(GAPS);
    query.setReadBigInts(true);
    const gaps = query.all().map(({ first, last }) => ({ from: BigInt(String(first)), to: BigInt(String(last)) }));
    return { faults, gaps };
  } finally {
    db.close();
  }
}

/** Names of the streams that were erased and take no more events. */
export function tombstonesIn(file: string): ReadonlySet<string> {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    const rows = db.prepare('SELECT name FROM streams WHERE deleted = 1').all();
    return new Set(rows.map(({ name }) => String(name)));
  } finally {
    db.close();
  }
}

/** What SQLite itself finds in pages and indexes; nothing of a file that is whole. */
function integrityFaults(db: DatabaseSync): string[] {
  const found = db.prepare(`PRAGMA integrity_check(${MAX_TOLD})`).all();
  return found.map(({ integrity_check }) => String(integrity_check)).filter((line) => line !== 'ok');
}
