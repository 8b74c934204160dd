import { uuidv7 } from '#libs/kernel';
import { MemoryEventStore } from '../../test/memory-event-store.js';
import { purse } from '../../test/purse.js';
import { EventRegistry } from '../event-types.js';
import type { RecordedEvent } from '../port.js';
import { AggregateSession } from './aggregate-session.js';

/** A session, and the events of a purse that was filled with so many coins, one by one. */
async function given(coins: number) {
  const store = new MemoryEventStore();
  const metadata = { at: '2026-01-01T00:00:00.000Z', schema: 1 };
  const filled = Array.from({ length: coins }, () => ({ id: uuidv7(), type: 'Filled', data: { coins: 1 }, metadata }));
  await store.append('purse', 'no-stream', filled);
  const events: readonly RecordedEvent[] = await store.load('purse');
  const session = new AggregateSession('purse', purse, new EventRegistry(), { read: async (one) => one.base });
  /** What an append proved: the first so many events. */
  const keep = (count: number) =>
    session.keep(session.fold(session.base, events.slice(session.base.revision + 1, count)));
  return { session, keep, observe: (revision: number) => session.observe(events[revision] as RecordedEvent) };
}

describe('a session', () => {
  it('takes over what another process appended, event by event', async () => {
    const { session, keep, observe } = await given(3);
    keep(1);
    observe(1);
    observe(2);
    expect(session.current).toMatchObject({ revision: 2, state: { coins: 3 } });
  });

  it('is read on from where an event in between did not come', async () => {
    const { session, keep, observe } = await given(3);
    keep(1);
    observe(2);
    expect(session.current).toBeUndefined();
    expect(session.base).toMatchObject({ revision: 0 });
  });

  it('takes what it observes at work for its own append, and is read on afterwards where it was not', async () => {
    const { session, keep, observe } = await given(3);
    keep(1);
    session.running = true;
    observe(1);
    observe(2);
    expect(session.current).toMatchObject({ revision: 0 });
    keep(2);
    session.running = false;
    expect(session.current).toBeUndefined();
    keep(3);
    expect(session.current).toMatchObject({ revision: 2 });
  });
});
