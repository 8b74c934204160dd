import { uuidv7 } from '#libs/kernel';
import { turnsDuring } from '../test/loop-turns.js';
import { MemoryEventStore } from '../test/memory-event-store.js';
import { readAllInPages, readInPages } from './paged-read.js';
import type { RecordedEvent } from './port.js';

const PAGES = 8;
const PAGE = 512;

async function given(): Promise<readonly RecordedEvent[]> {
  const store = new MemoryEventStore();
  const metadata = { at: '2026-01-01T00:00:00.000Z', schema: 1 };
  const events = Array.from({ length: PAGES * PAGE }, () => ({ id: uuidv7(), type: 'Filled', data: {}, metadata }));
  await store.append('long', 'no-stream', events);
  return store.load('long');
}

async function count(events: AsyncIterable<RecordedEvent>): Promise<number> {
  let read = 0;
  for await (const _ of events) read += 1;
  return read;
}

describe('a read of many pages that come from this thread itself', () => {
  it('of a stream leaves the event loop its turns', async () => {
    const events = await given();
    const reading = readInPages({}, ({ from = 0, count: most }) => events.slice(from, from + most));
    const { result, turns } = await turnsDuring(count(reading));
    expect(result).toBe(PAGES * PAGE);
    expect(turns).toBeGreaterThanOrEqual(PAGES - 1);
  });

  it('of all events leaves the event loop its turns', async () => {
    const events = await given();
    const reading = readAllInPages({}, (after) => {
      const page = events.slice(Number(after), Number(after) + PAGE);
      const through = page.at(-1)?.position ?? after;
      return { events: page, through, end: page.length < PAGE, history: true };
    });
    const { result, turns } = await turnsDuring(count(reading));
    expect(result).toBe(PAGES * PAGE);
    expect(turns).toBeGreaterThanOrEqual(PAGES - 1);
  });
});
