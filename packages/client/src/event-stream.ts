/** One event of a stream of server-sent events. */
export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** The events of a `text/event-stream` body; comments, which keep the connection open, are passed over. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunksOf(body)) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line): [string, string] => {
          const [, name = '', value = ''] = /^(\w*):? ?(.*)$/.exec(line) ?? [];
          return [name, value];
        }),
      );
      const data = fields.get('data');
      if (data !== undefined) yield { id: fields.get('id') ?? '', event: fields.get('event') ?? 'message', data };
    }
  }
}

/** By its reader: not every browser iterates a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
