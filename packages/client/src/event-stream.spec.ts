import { readEvents, type StreamEvent } from './event-stream.js';

const TEXT =
  ': still here\n\nid: 1\nevent: queued\ndata: {"id":"trn_1"}\n\nid: 4\nevent: done\ndata: {"note":"Готово: «дуб»"}\n\n';

async function read(chunks: readonly Uint8Array[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of readEvents(ReadableStream.from(chunks))) events.push(event);
  return events;
}

describe('a stream of server-sent events', () => {
  it('is read the same however it is cut into chunks, letters included', async () => {
    const bytes = new TextEncoder().encode(TEXT);
    const whole = await read([bytes]);
    expect(whole).toEqual([
      { id: '1', event: 'queued', data: '{"id":"trn_1"}' },
      { id: '4', event: 'done', data: '{"note":"Готово: «дуб»"}' },
    ]);
    for (const size of [1, 2, 3, 7, 50]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      expect(await read(chunks)).toEqual(whole);
    }
  });

  it('gives nothing of an event that broke off', async () => {
    expect(await read([new TextEncoder().encode(TEXT.slice(0, -20))])).toHaveLength(1);
  });
});
