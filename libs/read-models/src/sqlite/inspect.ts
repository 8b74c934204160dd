import { DatabaseSync } from 'node:sqlite';
import { jsonField } from './collections.js';

const MAX_TOLD = 20;

/** Looks at a file of read models as a database: its pages and indexes, and the columns that queries look up by. */
export function inspectReadModels(file: string): readonly string[] {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    const faults = db
      .prepare(`PRAGMA integrity_check(${MAX_TOLD})`)
      .all()
      .map(({ integrity_check }) => String(integrity_check))
      .filter((line) => line !== 'ok');
    if (faults.length > 0) return faults;
    const tables = db.prepare('SELECT label FROM _collections WHERE serving = 1').all();
    return tables.flatMap(({ label }) => columnFaults(db, String(label)));
  } finally {
    db.close();
  }
}

/** Documents whose columns do not say what the document says. */
function columnFaults(db: DatabaseSync, label: string): readonly string[] {
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(label);
  return columns.flatMap(({ name }) => {
    const field = String(name);
    if (field.startsWith('_')) return [];
    const wrong = db.prepare(
      `SELECT _id FROM "${label}" WHERE _doc IS NOT NULL AND "${field}" IS NOT ${jsonField(field)} LIMIT ${MAX_TOLD}`,
    );
    return wrong.all().map(({ _id }) => `column ${field} of ${label} ${String(_id)} is not what its document says`);
  });
}
