import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { EventRegistry } from '../../../libs/event-store/src/event-types.js';
import { openEventStoreDb } from '../../../libs/event-store/src/eventstoredb/eventstoredb-event-store.js';
import { verify } from '../../../libs/event-store/src/verify.js';
import { eventStoreContract } from '../../../libs/event-store/test/contract/contract.js';
import { collect, follow, note, notes, numbersOf, until } from '../../../libs/event-store/test/contract/subject.js';
import { openRetrying } from './store-on-double.js';

/** The contract, and what is proved on a real server only; the maker's own client is the independent judge of that. */
export async function realServer(url: string): Promise<void> {
  const asked = await openEventStoreDb(url);
  await asked.close();
  const real = async (options: { registry?: EventRegistry } = {}) => {
    const store = await openRetrying(url, options);
    return { store, dispose: () => store.close(), idsAreKnownIn: 'stream' as const };
  };
  const twoNodes = async () => {
    const [one, other] = [await openRetrying(url), await openRetrying(url)];
    return { one, other, dispose: async () => void (await Promise.all([one.close(), other.close()])) };
  };
  eventStoreContract(`EventStoreDB ${asked.serverVersion}`, Object.assign(real, { twoNodes }));

  describe('a real EventStoreDB', () => {
    const judge = () => EventStoreDBClient.connectionString(url.replace(/^(kurrentdb|kurrent|kdb)/, 'esdb'));
    const own = () => `real-${randomUUID().replaceAll('-', '')}`;

    it('gives commit and prepare position as one and the same number, growing within an append too', async () => {
      const { store, dispose } = await real();
      const client = judge();
      const stream = own();
      const after = await store.head();
      const { position } = await store.append(stream, 'no-stream', notes('Told', 5));
      await client.appendToStream(
        `${stream}-theirs`,
        [1, 2, 3].map((n) => jsonEvent({ type: 'Told', data: { n } })),
      );
      await client.appendToStream(`${stream}-single`, jsonEvent({ type: 'Told', data: {} }), {
        credentials: { username: 'admin', password: 'changeit' },
      });
      const positions: bigint[] = [];
      for await (const { event } of client.readAll({ fromPosition: { commit: after, prepare: after } })) {
        if (!event?.streamId.startsWith(stream)) continue;
        expect(event.position.prepare).toBe(event.position.commit);
        positions.push(event.position.commit);
      }
      expect(positions).toHaveLength(9);
      expect(positions).toEqual([...new Set(positions)].toSorted((one, other) => (one < other ? -1 : 1)));
      expect(positions[4]).toBe(position);
      await client.dispose();
      await dispose();
    });

    it('is read from where a record begins and from behind the end alone, and gives the newest event before its own', async () => {
      const store = await openEventStoreDb(url);
      const client = judge();
      const stream = own();
      const { position } = await store.append(stream, 'no-stream', notes('Told', 2));
      const gone = await store.append(`${stream}-gone`, 'no-stream', [note('Told', 2)]);
      await store.delete(`${stream}-gone`);
      await client.appendToStream(`$stats-${stream}`, jsonEvent({ type: '$statsCollected', data: {} }));
      expect((await store.newest())?.position).toBe(position);
      const filter = { types: ['Told'] };
      const readAfter = (after: bigint) => collect(store.readAll({ after, filter }));
      for (const from of [position - 1n, position + 1n, gone.position - 1n])
        await expect(readAfter(from)).rejects.toThrow('Unexpected FilteredReadAllResult: Error');
      await expect(store.eventAt(position - 1n)).rejects.toThrow('Unexpected ReadAllResult: Error');
      const head = await store.head();
      for (const from of [position, gone.position, head, head + 1n, head + 1_000_000n])
        expect(await readAfter(from)).toEqual([]);
      await client.dispose();
      await store.close();
    });

    it("shows the maker's client JSON data, and metadata with the hash", async () => {
      const { store, dispose } = await real();
      const client = judge();
      const stream = own();
      const event = note('Told', 7, { words: 'кухня' });
      await store.append(stream, 'no-stream', [event]);
      const [resolved] = await collect(client.readStream(stream));
      expect(resolved?.event).toMatchObject({
        id: event.id,
        type: 'Told',
        isJson: true,
        data: { n: 7, words: 'кухня' },
        metadata: { ...event.metadata, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      });
      await client.dispose();
      await dispose();
    });

    it('has its streams verified, and a stream that somebody else wrote into found out', async () => {
      const { store, dispose } = await real();
      const client = judge();
      const stream = own();
      await store.append(stream, 'no-stream', notes('Told', 3));
      expect(await verify(store, { stream })).toEqual({ streams: 1, events: 3, broken: [] });
      await client.appendToStream(stream, jsonEvent({ type: 'Told', data: {}, metadata: { at: 'now', schema: 1 } }));
      expect((await verify(store, { stream })).broken).toMatchObject([{ stream, revision: 3 }]);
      await client.dispose();
      await dispose();
    });

    it('delivers live within milliseconds, and after appends that make 23.10 drop its subscribers', async () => {
      const { store, dispose } = await real();
      const stream = own();
      const following = follow(store, { after: await store.head(), filter: { types: [stream] } });
      await following.caughtUp();
      const delays: number[] = [];
      for (let n = 0; n < 50; n += 1) {
        const begun = performance.now();
        await store.append(stream, n === 0 ? 'no-stream' : n - 1, [note(stream, n)]);
        await until(() => following.events().length === n + 1);
        delays.push(performance.now() - begun);
      }
      const median = delays.toSorted((one, other) => one - other)[25] ?? 0;
      expect(median).toBeLessThan(100);
      for (let n = 0; n < 5; n += 1) await store.append(stream, 49 + n * 300, notes(stream, 300, 50 + n * 300));
      await following.seen(1_550);
      await following.stop();
      expect(numbersOf(following.events())).toEqual(Array.from({ length: 1_550 }, (_, n) => n));
      await dispose();
    });
  });
}
