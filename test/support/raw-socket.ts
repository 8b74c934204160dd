import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/**
 * Sends bytes as they are and reads until the other side closes. @param after what to do once they are sent: `wait` for
 * the answer, or `cut` the connection, which gives no answer.
 */
export function sendRaw(url: string, bytes: string | Uint8Array, after: 'wait' | 'cut' = 'wait'): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer within 10 s')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error) => (chunks.length > 0 || after === 'cut' ? undefined : reject(error)));
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString('utf8'))));
    socket.write(bytes, () => {
      if (after === 'cut') setTimeout(() => socket.destroy(), 50);
    });
  });
}

function parse(text: string): RawAnswer {
  const [headers = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1] ?? 0), headers, body };
}
