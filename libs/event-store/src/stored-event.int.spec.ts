import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { uuidv7 } from '#libs/kernel';
import { recordedOf } from '../test/contract/subject.js';
import { chainKey } from './chain.js';
import { EventRegistry, EventType } from './event-types.js';
import type { EventMetadata, RecordedEvent } from './port.js';
import { openSqliteEventStore } from './sqlite/sqlite-event-store.js';

const Filled = EventType.of(z.object({ coin: z.number() })).next(z.object({ coins: z.number() }), ({ coin }) => ({
  coins: coin,
}));
const registry = new EventRegistry({ Filled });

describe('an event that was just appended', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'stored-event-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const shown = ({ id, data, metadata }: RecordedEvent) => ({ id, data, metadata });
  /** As the append hands it out, and as it is read from the file. */
  const bothWays = async (data: object, metadata: EventMetadata, keyed = true, type = 'Filled') => {
    const key = keyed ? { key: chainKey(Buffer.alloc(32, 7)) } : {};
    const store = await openSqliteEventStore({ dir, registry, ...key });
    try {
      const event = { id: uuidv7(), type, data: { ...data }, metadata };
      const appended = recordedOf(await store.append('purse', 'no-stream', [event])) ?? [];
      return [appended.map(shown), (await store.load('purse')).map(shown)];
    } finally {
      await store.close();
    }
  };

  it.each([true, false])('is what is read from the file later (chained under a key: %s)', async (keyed) => {
    const [appended, read] = await bothWays({ coins: 3 }, { at: '2026-01-01T00:00:00.000Z', schema: 2 }, keyed);
    expect(appended).toHaveLength(1);
    expect(appended).toStrictEqual(read);
  });

  it('has no member that was given as undefined, in data or in metadata, and nothing that JSON writes otherwise', async () => {
    const given = { coins: 3, of: { note: undefined, at: new Date(0), less: -0, all: [undefined] } };
    const metadata = { at: '2026-01-01T00:00:00.000Z', schema: 1, actor: undefined };
    const [appended, read] = await bothWays(given, metadata as unknown as EventMetadata, true, 'Other');
    expect(appended).toMatchObject([{ data: { of: { at: '1970-01-01T00:00:00.000Z', less: 0, all: [null] } } }]);
    expect(appended).toStrictEqual(read);
  });

  it('is upcast where it is a copy of what an older version wrote', async () => {
    const [appended, read] = await bothWays({ coin: 3 }, { at: '2026-01-01T00:00:00.000Z', schema: 1, chain: 1 });
    expect(appended).toMatchObject([{ data: { coins: 3 }, metadata: { schema: 2 } }]);
    expect(appended).toStrictEqual(read);
  });
});
