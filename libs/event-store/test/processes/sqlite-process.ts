import { uuidv7 } from '#libs/kernel';
import type { NewEvent } from '../../src/port.js';
import { lockDataFolder } from '../../src/sqlite/data-folder-lock.js';
import { openSqliteEventStore } from '../../src/sqlite/sqlite-event-store.js';

// A process of its own for specs: `sqlite-process.ts <what> <dir> <stream> <count>`. Prints a line for what is done.
const [, , what = '', dir = '', stream = '', count = '0'] = process.argv;

const event = (n: number): NewEvent => ({
  id: uuidv7(),
  type: 'Told',
  data: { n, words: 'x'.repeat(300) },
  metadata: { at: '2026-01-02T03:04:05.678Z', schema: 1 },
});

if (what === 'lock') {
  lockDataFolder(dir);
  console.log('locked');
  setInterval(() => undefined, 1_000);
} else {
  const store = await openSqliteEventStore({ dir });
  console.log('open');
  if (what === 'append') {
    for (let n = 0; n < Number(count); n += 1) {
      const { revision } = await store.append(stream, 'any', [event(n)]);
      console.log(`${stream} ${revision}`);
    }
    await store.close();
  } else {
    // Until killed: several writers, each telling what was acknowledged.
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; ; n += 2) {
        const { revision } = await store.append(`${stream}-${writer}`, n === 0 ? 'no-stream' : n - 1, [
          event(n),
          event(n + 1),
        ]);
        process.stdout.write(`${stream}-${writer} ${revision}\n`);
      }
    });
    await Promise.all(writers);
  }
}
