import { StreamDeleted } from '../errors.js';
import type { RecordedEvent } from '../port.js';
import { StoredEvent } from '../stored-event.js';
import { DeletedStreams, MAX_NAMES, noteOf, REGISTER } from './deleted-streams.js';
import type { Reader } from './reader.js';

const AT = new Date('2026-01-02T03:04:05.678Z');

function event(stream: string, revision = 0, data: object = {}, type = 'Told'): StoredEvent {
  const id = '00000000-0000-7000-8000-000000000000';
  const metadata = JSON.stringify({ at: AT.toISOString(), schema: 1 });
  return new StoredEvent({ id, stream, revision, position: 0n, type, data: JSON.stringify(data), metadata, hash: '' });
}

/** A server on which so many streams were deleted and written down; `lookUps` counts the reads of single streams. */
function given(deletions: number) {
  const names = Array.from({ length: deletions }, (_, n) => `gone-${n}`);
  const notes = names.map((name, n) => event(REGISTER, n, noteOf(name, AT).data, noteOf(name, AT).type));
  const gone = new Set(names);
  const server = { lookUps: 0 };
  const reader: Pick<Reader, 'stream'> = {
    async stream(stream, { from = 0, count }) {
      if (stream === REGISTER) return notes.slice(from, from + count);
      server.lookUps += 1;
      if (gone.has(stream)) throw new StreamDeleted(stream);
      return [event(stream)];
    },
  };
  return { deleted: new DeletedStreams(reader), names, server };
}

const streams = (events: readonly RecordedEvent[]) => events.map(({ stream }) => stream);

describe('deleted streams', () => {
  it('are never handed out again, however many there are, and take no more memory than few', async () => {
    const { deleted, names, server } = given(50_000);
    await deleted.refresh();
    expect(deleted.remembered).toBeLessThanOrEqual(MAX_NAMES);
    for (let first = 0; first < names.length; first += 1_000) {
      const page = names.slice(first, first + 1_000).map((name) => event(name));
      expect(streams(await deleted.without([...page, event(`stays-${first}`)]))).toEqual([`stays-${first}`]);
    }
    expect(deleted.remembered).toBeLessThanOrEqual(MAX_NAMES);
    expect(server.lookUps).toBeLessThanOrEqual(names.length);
  });

  it('cost a look-up only where the filter says maybe: those that are there cost none', async () => {
    const { deleted, server } = given(20_000);
    await deleted.refresh();
    const alive = Array.from({ length: 5_000 }, (_, n) => event(`alive-${n}`));
    expect(await deleted.without(alive)).toHaveLength(5_000);
    expect(server.lookUps).toBeLessThan(5);
  });

  it('are learnt from the register as it passes by, which is never shown itself', async () => {
    const { deleted } = given(0);
    const { type, data } = noteOf('gone', AT);
    expect(streams(await deleted.without([event('gone'), event('stays')]))).toEqual(['gone', 'stays']);
    expect(streams(await deleted.without([event(REGISTER, 0, data, type), event('gone'), event('stays')]))).toEqual([
      'stays',
    ]);
  });
});
