import { connect, type Socket } from 'node:net';

export interface WireAnswer {
  readonly status: number;
  /** By lower-case name; repeated ones joined by commas. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

export interface Exchange {
  readonly answers: readonly WireAnswer[];
  /** From the first byte sent to the last answer, or to giving up, ms. */
  readonly ms: number;
  /** How it ended where not all answers came. */
  readonly broken: 'closed' | 'reset' | 'timeout' | 'garbage' | undefined;
}

interface Due {
  readonly methods: readonly string[];
  readonly answers: WireAnswer[];
  readonly began: number;
  readonly timer: NodeJS.Timeout;
  readonly settle: (exchange: Exchange) => void;
}

/**
 * A connection that sends bytes exactly as they are and reads HTTP/1.1 answers strictly: no client library would let such
 * requests out. One exchange at a time.
 */
export class Connection {
  private socket: Socket | undefined;
  private buffer: Buffer = Buffer.alloc(0);
  private due: Due | undefined;

  /** @param onStray is told of bytes that came although no answer was due: an answer to a request nobody sent. */
  constructor(
    private readonly host: string,
    private readonly port: number,
    private readonly onStray: (bytes: Buffer) => void,
  ) {}

  /** @param methods of the requests in `bytes`, one answer due for each; for none, it waits `boundMs` for whatever comes. */
  exchange(bytes: Uint8Array, methods: readonly string[], boundMs: number): Promise<Exchange> {
    return new Promise((settle) => {
      const timer = setTimeout(() => this.end('timeout'), boundMs);
      this.due = { methods, answers: [], began: performance.now(), timer, settle };
      this.open().write(bytes);
    });
  }

  drop(): void {
    this.socket?.destroy();
    this.socket = undefined;
    this.buffer = Buffer.alloc(0);
  }

  private open(): Socket {
    if (this.socket?.writable) return this.socket;
    this.drop();
    const socket = connect(this.port, this.host);
    this.socket = socket;
    const mine = () => this.socket === socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => mine() && this.hear(chunk));
    socket.on('error', () => mine() && this.end('reset'));
    socket.on('end', () => mine() && this.finish());
    socket.on('close', () => mine() && this.end('closed'));
    return socket;
  }

  private hear(chunk: Buffer): void {
    if (!this.due) {
      this.stray(chunk);
      return;
    }
    this.buffer = this.buffer.length === 0 ? chunk : Buffer.concat([this.buffer, chunk]);
    this.read(false);
  }

  private stray(bytes: Buffer): void {
    this.onStray(bytes);
    this.drop();
  }

  /** The other side has ended: an answer without a length ends here. */
  private finish(): void {
    if (this.due) this.read(true);
    this.end('closed');
  }

  private read(ended: boolean): void {
    const { due } = this;
    while (due && this.due === due && this.buffer.length > 0) {
      const found = parseAnswer(this.buffer, due.methods[due.answers.length] === 'HEAD', ended);
      if (found === 'incomplete') return;
      if (found === 'garbage') {
        this.end('garbage');
        return;
      }
      this.buffer = this.buffer.subarray(found.length);
      if (found.answer.status >= 200) due.answers.push(found.answer);
      if (due.answers.length === due.methods.length && due.methods.length > 0) {
        this.settle(due, undefined);
        if (found.answer.headers.get('connection') === 'close') this.drop();
        else if (this.buffer.length > 0) this.stray(this.buffer);
      }
    }
  }

  private end(broken: NonNullable<Exchange['broken']>): void {
    const { due } = this;
    this.drop();
    if (due) this.settle(due, due.methods.length === 0 && broken !== 'garbage' ? undefined : broken);
  }

  private settle({ answers, began, timer, settle }: Due, broken: Exchange['broken']): void {
    clearTimeout(timer);
    this.due = undefined;
    settle({ answers, ms: performance.now() - began, broken });
  }
}

type Parsed = 'incomplete' | 'garbage' | { readonly answer: WireAnswer; readonly length: number };

const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');

function parseAnswer(bytes: Buffer, isHead: boolean, ended: boolean): Parsed {
  const headLength = bytes.indexOf(HEAD_END);
  if (headLength < 0) return 'incomplete';
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headLength).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(statusLine)?.[1]);
  if (!(status >= 100)) return 'garbage';
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) return 'garbage';
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const known = headers.get(name);
    headers.set(name, known === undefined ? value : `${known}, ${value}`);
  }
  const start = headLength + HEAD_END.length;
  const whole = (body: Buffer, end: number): Parsed => ({ answer: { status, headers, body }, length: end });
  if (isHead || status < 200 || status === 204 || status === 304) return whole(Buffer.alloc(0), start);
  if (headers.get('transfer-encoding') === 'chunked') return parseChunks(bytes, start, whole);
  const length = headers.get('content-length');
  if (length === undefined) return ended ? whole(bytes.subarray(start), bytes.length) : 'incomplete';
  const end = start + Number(length);
  if (!(end >= start)) return 'garbage';
  return bytes.length < end ? 'incomplete' : whole(bytes.subarray(start, end), end);
}

function parseChunks(bytes: Buffer, start: number, whole: (body: Buffer, end: number) => Parsed): Parsed {
  const parts: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf(LINE_END, at);
    if (lineEnd < 0) return 'incomplete';
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (!(size >= 0)) return 'garbage';
    const from = lineEnd + LINE_END.length;
    const end = from + size + LINE_END.length;
    if (bytes.length < end) return 'incomplete';
    if (size === 0) return whole(Buffer.concat(parts), end);
    parts.push(bytes.subarray(from, from + size));
    at = end;
  }
}
