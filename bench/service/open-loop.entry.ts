import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * One caller in a process of its own: requests are due at a fixed rate, whether or not earlier ones were answered, and a
 * request's time counts from when it was due (no coordinated omission). Only modules of Node: it is started from the
 * sources too.
 */
export interface Plan {
  readonly url: string;
  readonly key: string;
  readonly perSecond: number;
  readonly seconds: number;
  readonly connections: number;
  /** Requests on one connection before their answers are there; 1: a client's usual keep-alive. */
  readonly pipelined: number;
  /** Priority of the process; 19 gives way to every other one. */
  readonly nice: number;
  /** In this order, and again from the first. */
  readonly requests: readonly PlannedRequest[];
  /** What is reported, by when requests were due, seconds from the start. */
  readonly windows: readonly { readonly name: string; readonly from: number; readonly to: number }[];
}

export interface PlannedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

export interface WindowReport {
  /** Requests that were due. */
  readonly due: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Of answers that are no refusals (below 400), ms; by method. */
  readonly times: Readonly<Record<string, { readonly p50: number; readonly p99: number; readonly max: number }>>;
}

export type Report = Readonly<Record<string, WindowReport>>;

interface Due {
  readonly request: PlannedRequest;
  /** ms from the start. */
  readonly at: number;
}

/** How long it is waited after the last request for answers that are still out, ms. */
const LINGER_MS = 1_500;
/** Before a connection that was refused is opened again, ms. */
const REOPEN_MS = 20;
/** Requests that wait for a free connection; of more the oldest are given up. */
const MAX_WAITING = 100_000;
const HEAD_END = Buffer.from('\r\n\r\n');

const plan = await new Promise<Plan>((resolve) => process.once('message', resolve));
setPriority(plan.nice);
const { hostname, port, host } = new URL(plan.url);
const bytesOf = new Map(plan.requests.map((request) => [request, encode(request)]));
const collected = plan.windows.map((window) => ({
  ...window,
  due: 0,
  statuses: new Map<string, number>(),
  times: new Map<string, number[]>(),
}));
const waiting: Due[] = [];
let nextWaiting = 0;
const free: Connection[] = [];
const began = performance.now();
const now = () => performance.now() - began;

class Connection {
  private readonly sent: Due[] = [];
  private received = Buffer.alloc(0);
  /** Bytes of the present answer's body that are still to come. */
  private bodyLeft = 0;
  private socket: Socket;

  constructor() {
    this.socket = this.open();
  }

  send(due: Due): void {
    this.sent.push(due);
    this.socket.write(bytesOf.get(due.request) ?? '');
  }

  get idle(): boolean {
    return this.sent.length === 0;
  }

  get room(): number {
    return plan.pipelined - this.sent.length;
  }

  private open(): Socket {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const due of this.sent.splice(0)) record(due, 'cut');
      this.received = Buffer.alloc(0);
      this.bodyLeft = 0;
      setTimeout(() => {
        this.socket = this.open();
        this.release();
      }, REOPEN_MS);
    });
    return socket;
  }

  private receive(chunk: Buffer): void {
    let rest = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    while (rest.length > 0) {
      const body = Math.min(rest.length, this.bodyLeft);
      this.bodyLeft -= body;
      rest = rest.subarray(body);
      if (body > 0 && this.bodyLeft === 0) this.answered();
      const end = rest.indexOf(HEAD_END);
      if (end < 0) break;
      const head = rest.toString('latin1', 0, end);
      const status = head.slice(9, 12);
      rest = rest.subarray(end + HEAD_END.length);
      this.bodyLeft = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
      const due = this.sent[0];
      if (due) record(due, status);
      if (this.bodyLeft === 0) this.answered();
    }
    this.received = Buffer.from(rest);
  }

  private answered(): void {
    this.sent.shift();
    this.release();
  }

  private release(): void {
    while (this.room > 0) {
      const due = waiting[nextWaiting];
      if (!due) break;
      nextWaiting += 1;
      this.send(due);
    }
    if (this.room > 0 && !free.includes(this)) free.push(this);
  }
}

function record({ request: { method }, at }: Due, status: string): void {
  const ms = now() - at;
  for (const window of collected) {
    if (at < window.from * 1_000 || at >= window.to * 1_000) continue;
    window.statuses.set(status, (window.statuses.get(status) ?? 0) + 1);
    if (status >= '400') continue;
    const times = window.times.get(method);
    if (times) times.push(ms);
    else window.times.set(method, [ms]);
  }
}

function encode({ method, path, body }: PlannedRequest): Buffer {
  const length =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${plan.key}\r\n${length}\r\n${body ?? ''}`,
  );
}

function takeFree(): Connection | undefined {
  const connection = free.at(-1);
  if (connection && connection.room <= 1) free.pop();
  return connection;
}

let made = 0;
function sendDue(): void {
  const until = Math.min(now(), plan.seconds * 1_000);
  for (; ; made++) {
    const at = (made * 1_000) / plan.perSecond;
    const request = plan.requests[made % plan.requests.length];
    if (at >= until || !request) break;
    for (const window of collected) if (at >= window.from * 1_000 && at < window.to * 1_000) window.due += 1;
    const connection = takeFree();
    if (connection) connection.send({ request, at });
    else waiting.push({ request, at });
  }
  if (waiting.length - nextWaiting > MAX_WAITING) nextWaiting = waiting.length - MAX_WAITING;
  if (nextWaiting > MAX_WAITING) {
    waiting.splice(0, nextWaiting);
    nextWaiting = 0;
  }
}

function allAnswered(): boolean {
  const allMade = made >= plan.perSecond * plan.seconds;
  return allMade && nextWaiting === waiting.length && connections.every(({ idle }) => idle);
}

const connections = Array.from({ length: plan.connections }, () => new Connection());
free.push(...connections);
const timer = setInterval(sendDue, 1);
await pause(plan.seconds * 1_000);
for (const until = now() + LINGER_MS; now() < until && !allAnswered(); ) await pause(20);
clearInterval(timer);
const report: Report = Object.fromEntries(
  collected.map(({ name, due, statuses, times }) => [
    name,
    {
      due,
      statuses: Object.fromEntries(statuses),
      times: Object.fromEntries([...times].map(([k, v]) => [k, spread(v)])),
    },
  ]),
);
process.send?.(report, () => process.exit(0));

function spread(times: number[]) {
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.floor((times.length - 1) * share)] ?? 0) * 100) / 100;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
