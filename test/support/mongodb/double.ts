import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { DoubleServer, Refused } from './commands.js';
import { type Fault, Faults } from './faults.js';
import { encodeAnswer, type Fields, type Request, takeRequests } from './wire.js';

export interface DoubleOptions {
  /** What the server says it speaks; drivers refuse what is too old. */
  readonly wireVersion?: number;
  /** Says that it is the primary of a replica set of one. */
  readonly replicaSet?: boolean;
  /** Refuses every password. */
  readonly locked?: boolean;
}

/**
 * A double of a MongoDB server: it speaks the wire protocol on a port of its own, keeps everything in memory and breaks
 * on request. No server's speed, no server's durability.
 */
export class MongoDouble {
  readonly faults = new Faults();
  readonly server = new DoubleServer();
  private readonly sockets = new Set<Socket>();
  private listener: Server | undefined;
  private port = 0;
  /** Reads and answers nothing, as a process that is stopped. */
  frozen = false;
  /** Is shown every command as it comes. */
  watch: ((request: Request) => void) | undefined;
  /** How long a command waits before it is run, ms. */
  delayMs: ((request: Request) => number) | undefined;

  private constructor(private readonly options: DoubleOptions) {}

  static async start(options: DoubleOptions = {}): Promise<MongoDouble> {
    const double = new MongoDouble(options);
    await double.resume();
    return double;
  }

  get url(): string {
    return `mongodb://127.0.0.1:${this.port}/garnitur`;
  }

  get connections(): number {
    return this.sockets.size;
  }

  /** The port closes and all connections go; what is stored stays. */
  async stop(): Promise<void> {
    const { listener } = this;
    if (!listener) return;
    this.listener = undefined;
    for (const socket of this.sockets) socket.destroy();
    listener.close();
    await once(listener, 'close');
  }

  /** On the same port as before. */
  async resume(): Promise<void> {
    const listener = createServer((socket) => this.accept(socket));
    this.listener = listener;
    listener.listen(this.port, '127.0.0.1');
    await once(listener, 'listening');
    const address: AddressInfo | string | null = listener.address();
    if (typeof address === 'object' && address) this.port = address.port;
  }

  private accept(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => undefined);
    let arrived: Buffer = Buffer.alloc(0);
    socket.on('data', (some: Buffer) => {
      const { requests, rest } = takeRequests(Buffer.concat([arrived, some]));
      arrived = rest;
      if (this.frozen) return;
      for (const request of requests) this.serve(socket, request);
    });
  }

  private serve(socket: Socket, request: Request): void {
    this.watch?.(request);
    const delayMs = this.delayMs?.(request) ?? 0;
    if (delayMs > 0) setTimeout(() => this.execute(socket, request), delayMs).unref();
    else this.execute(socket, request);
  }

  private execute(socket: Socket, request: Request): void {
    const fault = this.faults.take(request.command);
    if (fault === 'drop before') socket.destroy();
    else if (fault === 'half-close') socket.end();
    else if (fault !== 'silence') this.answer(socket, request, fault);
  }

  private answer(socket: Socket, request: Request, fault: Fault | undefined): void {
    const rival = typeof fault === 'object' && 'rival' in fault ? fault.rival : undefined;
    if (fault === 'repeat') this.run(request, undefined);
    if (fault === 'cursor lost') this.server.loseCursors();
    const refused = fault === 'not primary' ? new Refused(10_107, 'NotWritablePrimary', 'not primary') : undefined;
    const answer = refused ? errorOf(refused) : this.run(request, rival);
    if (fault === 'write concern') answer.writeConcernError = { code: 64, errmsg: 'waiting for replication timed out' };
    if (fault === 'drop after') {
      socket.destroy();
      return;
    }
    if (!request.answered) return;
    const bytes = encodeAnswer(request, answer);
    if (typeof fault === 'object' && 'slow' in fault) setTimeout(() => socket.write(bytes), fault.slow).unref();
    else socket.write(bytes);
  }

  private run({ command, body }: Request, rival: (() => void) | undefined): Fields {
    if (/^(hello|ismaster)$/i.test(command)) return this.hello();
    try {
      if (command === 'saslStart' && this.options.locked) {
        throw new Refused(18, 'AuthenticationFailed', 'Authentication failed.');
      }
      return this.server.run(command, body, rival);
    } catch (error) {
      return errorOf(error);
    }
  }

  private hello(): Fields {
    const me = `127.0.0.1:${this.port}`;
    const set = { setName: 'double', hosts: [me], me, primary: me, setVersion: 1, secondary: false };
    return {
      helloOk: true,
      ismaster: true,
      isWritablePrimary: true,
      maxBsonObjectSize: 16_777_216,
      maxMessageSizeBytes: 48_000_000,
      maxWriteBatchSize: 100_000,
      localTime: new Date(),
      logicalSessionTimeoutMinutes: 30,
      minWireVersion: 0,
      maxWireVersion: this.options.wireVersion ?? 21,
      readOnly: false,
      ...(this.options.replicaSet ? set : {}),
      ok: 1,
    };
  }
}

function errorOf(error: unknown): Fields {
  if (error instanceof Refused) return { ok: 0, code: error.code, codeName: error.codeName, errmsg: error.message };
  return { ok: 0, code: 8, codeName: 'UnknownError', errmsg: String(error) };
}
