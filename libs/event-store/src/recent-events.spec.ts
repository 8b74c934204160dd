import { notes } from '../test/contract/subject.js';
import { MemoryEventStore } from '../test/memory-event-store.js';
import type { RecordedEvent } from './port.js';
import { RecentEvents } from './recent-events.js';

const LIMITS = { maxEvents: 8, maxSize: 1_000_000 };

async function recorded(count: number): Promise<RecordedEvent[]> {
  const store = new MemoryEventStore();
  await store.append('s', 'any', notes('Told', count));
  const events: RecordedEvent[] = [];
  for await (const event of store.readAll()) events.push(event);
  return events;
}

describe('recent events', () => {
  let events: RecordedEvent[];
  let recent: RecentEvents;
  beforeEach(async () => {
    events = await recorded(6);
    recent = new RecentEvents(0n, LIMITS);
    recent.push(0n, events, 6n);
  });

  it('are given from any position that they reach back to', () => {
    expect(recent.after(0n)).toEqual(events);
    expect(recent.after(4n)).toEqual(events.slice(4));
    expect(recent.after(7n)).toBeUndefined();
  });

  it('are forgotten where they are released, and go on behind that', async () => {
    recent.release(4n);
    expect([recent.start, recent.end]).toEqual([4n, 6n]);
    expect(recent.after(3n)).toBeUndefined();
    expect(recent.after(4n)).toEqual(events.slice(4));
    recent.release(2n);
    expect(recent.start).toBe(4n);
    recent.release(9n);
    expect([recent.start, recent.end]).toEqual([6n, 6n]);
    const more = (await recorded(7)).slice(6);
    recent.push(6n, more, 7n);
    expect(recent.after(6n)).toEqual(more);
  });

  it('make room by half where nobody releases them, and count what was released no longer', async () => {
    const more = await recorded(20);
    recent.release(6n);
    recent.push(6n, more.slice(6, 14), 14n);
    expect(recent.start).toBe(6n);
    recent.push(14n, more.slice(14, 15), 15n);
    expect(recent.start).toBe(11n);
    expect(recent.after(11n)).toEqual(more.slice(11, 15));
  });
});
