import { constants, DatabaseSync } from 'node:sqlite';
import { BOUND_LIMIT } from './bound-limit.js';

it.each([
  [BOUND_LIMIT, 0],
  ['LIMIT ?', 3],
])('a statement with %s that runs three times is compiled %i times more', (limit, times) => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE numbers (n); INSERT INTO numbers VALUES (1), (2), (3)');
  let compiled = 0;
  db.setAuthorizer((action) => {
    if (action === constants.SQLITE_SELECT) compiled += 1;
    return constants.SQLITE_OK;
  });
  const statement = db.prepare(`SELECT n FROM numbers ${limit}`);
  compiled = 0;
  expect([1, 2, 2].map((rows) => statement.all(rows).length)).toEqual([1, 2, 2]);
  expect(compiled).toBe(times);
});
