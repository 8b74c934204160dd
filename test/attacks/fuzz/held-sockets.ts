import { connect, type Socket } from 'node:net';

/**
 * A peer that never closes its half, whatever the service does. `freed` once the service has given the socket up for
 * good: what is written to it then is answered with a reset. A service that only ended its own half still holds it.
 */
export class HeldSocket {
  freed = false;
  received = '';
  readonly openedAt = performance.now();
  private readonly socket: Socket;
  private drip: NodeJS.Timeout | undefined;

  /**
   * @param what it says at first; @param dripMs after which it says one byte more each time, from the beginning; without
   * it, only once the service has ended its half, to find out whether that was all.
   */
  constructor(
    url: string,
    readonly name: string,
    what: string | Uint8Array,
    dripMs?: number,
  ) {
    const { hostname, port } = new URL(url);
    this.socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    if (what.length > 0) this.socket.write(what);
    if (dripMs !== undefined) this.dripEvery(dripMs);
    this.socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1');
    });
    this.socket.on('end', () => this.dripEvery(100));
    this.socket.on('error', () => this.end());
    this.socket.on('close', () => this.end());
  }

  /** The peer gives up. */
  destroy(): void {
    clearInterval(this.drip);
    this.socket.destroy();
  }

  private dripEvery(ms: number): void {
    clearInterval(this.drip);
    this.drip = setInterval(() => this.socket.write('a'), ms);
  }

  private end(): void {
    clearInterval(this.drip);
    this.freed = true;
  }
}

/** One of each way to hold a connection without ever finishing a request. */
export function holdSockets(url: string, key: string): readonly HeldSocket[] {
  const head = `POST /v1/conversations HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
  return [
    new HeldSocket(url, 'silent', ''),
    new HeldSocket(url, 'half a request line', 'GET /v1/hea'),
    new HeldSocket(url, 'half of its headers', head),
    new HeldSocket(url, 'headers byte by byte', `${head}X-Slow: `, 1_000),
    new HeldSocket(url, 'half of its body', `${head}Content-Length: 1000\r\n\r\n{"external_id":"`),
    new HeldSocket(url, 'a body byte by byte', `${head}Content-Length: 1000\r\n\r\n{"external_id":"`, 1_000),
    new HeldSocket(url, 'half a chunk', `${head}Transfer-Encoding: chunked\r\n\r\n100\r\n{`),
    new HeldSocket(url, 'no HTTP', 'hello there\r\n\r\n'),
    new HeldSocket(
      url,
      'half a body without a key',
      'POST /v1/conversations HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{',
    ),
  ];
}
