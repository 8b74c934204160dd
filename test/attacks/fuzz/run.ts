import { setTimeout as pause } from 'node:timers/promises';
import { type HeldSocket, holdSockets } from './held-sockets.js';
import { faultOf } from './judge.js';
import { attackOf } from './requests/attack.js';
import type { Attack, Ground } from './requests/message.js';
import { groundOf, type Target } from './target.js';
import { HealthWatch, MemoryWatch, type Ping } from './watch.js';
import { Connection, type Exchange } from './wire.js';

export interface RunOptions {
  readonly requests: number;
  readonly seed: number;
  readonly connections: number;
  /** This one alone, as often as it takes to see it. */
  readonly only?: number | undefined;
  /** Sockets are held until the service's time-outs must have freed them, ms; not at all by default. */
  readonly holdMs?: number | undefined;
  /** An answer is due within, ms; 10 s by default. */
  readonly answerWithinMs?: number | undefined;
  /** How much more may be held at the end than after the warm-up, bytes; 160 MiB by default. */
  readonly maxGrowthBytes?: number | undefined;
}

/** Something that must not be. */
export interface Finding {
  /** The same fault found again is counted, not told again. */
  readonly what: string;
  readonly attack: Attack | undefined;
  readonly detail: string;
}

export interface Report {
  readonly seed: number;
  readonly requests: number;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  /** How often each operation answered with which status. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly slowest: { readonly title: string; readonly ms: number };
  readonly health: { readonly pings: number; readonly p99Ms: number; readonly maxMs: number };
  /** MiB of the service: after the warm-up, at the end, at the most; where its process is known, of a whole run. */
  readonly memory: { readonly warm: number; readonly end: number; readonly most: number } | undefined;
}

const ANSWER_WITHIN_MS = 10_000;
/** A request that is left incomplete is left after, ms. */
const INCOMPLETE_MS = 50;
/** Health later than this is a hang, ms. */
const HANG_MS = 500;
/** Memory is compared from this part of a run on. */
const WARM = 0.4;
/** Caches of bounded size fill after the warm-up, and the heaps of a dozen threads settle. */
const MAX_GROWTH_BYTES = 160 * 2 ** 20;
const SETTLE_MS = 700;
/** Whoever finds this many requests unanswered in a row attacks something that is gone or stands still. */
const MAX_UNANSWERED = 20;
const MIB = 2 ** 20;

/** Fires the requests of a seed at the target and watches it. */
export async function attack(target: Target, options: RunOptions): Promise<Report> {
  return new Run(target, options, await groundOf(target)).run();
}

interface Flight {
  readonly attack: Attack;
  /** Unix time, ms. */
  readonly began: number;
  ended: number;
}

class Run {
  private readonly findings: Finding[] = [];
  private readonly statuses = new Map<string, Map<number, number>>();
  /** The last few requests, to tell what was under way when the service stood still. */
  private readonly flights: Flight[] = [];
  private next = 0;
  private sent = 0;
  private readonly memory: MemoryWatch | undefined;
  private unanswered = 0;
  /** `ended`: the target's process; `given up`: nothing answers any more. */
  private state: 'firing' | 'given up' | 'done' | 'ended' = 'firing';
  private slowest = { title: 'none', ms: 0 };

  constructor(
    private readonly target: Target,
    private readonly options: RunOptions,
    private readonly ground: Ground,
  ) {
    this.memory = target.pid === undefined ? undefined : new MemoryWatch(target.pid, () => this.sent);
  }

  async run(): Promise<Report> {
    const { target, options, memory } = this;
    const began = performance.now();
    void target.exited?.then(({ code, signal }) => {
      if (this.state === 'done') return;
      this.state = 'ended';
      this.find('the process ended', undefined, `with ${code ?? signal}: ${target.errors().slice(-500)}`);
    });
    const health = new HealthWatch(target.url, target.pid, (ping) => this.judgePing(ping));
    const held = options.holdMs === undefined ? [] : holdSockets(target.url, target.key);
    await Promise.all(Array.from({ length: options.connections }, () => this.fire()));
    const seconds = (performance.now() - began) / 1_000;
    await Promise.all([this.judgeHeld(held), options.only === undefined ? pause(SETTLE_MS) : undefined]);
    const grown = memory && (await this.judgeMemory(memory));
    if (this.state !== 'ended') await health.settled(ANSWER_WITHIN_MS);
    this.state = 'done';
    await health.stop();
    const { findings, statuses, slowest, sent: requests } = this;
    return {
      seed: options.seed,
      requests,
      seconds,
      findings,
      statuses,
      slowest,
      health: summary(health.pings),
      memory: grown,
    };
  }

  /** One connection's share of the requests. */
  private async fire(): Promise<void> {
    const { hostname, port } = new URL(this.target.url);
    let last: Attack | undefined;
    const connection = new Connection(hostname, Number(port), (bytes) =>
      this.find('an answer to no request', last, JSON.stringify(bytes.toString('latin1', 0, 200))),
    );
    while (this.state === 'firing' && this.next < this.options.requests) {
      const number = this.options.only ?? this.next;
      this.next += 1;
      last = attackOf(this.options.seed, number, this.ground);
      await this.send(connection, last);
    }
    connection.drop();
  }

  private async send(connection: Connection, one: Attack): Promise<void> {
    const flight = { attack: one, began: Date.now(), ended: Number.POSITIVE_INFINITY };
    this.flights.push(flight);
    if (this.flights.length > 2_000) this.flights.splice(0, 1_000);
    const boundMs = one.methods.length > 0 ? (this.options.answerWithinMs ?? ANSWER_WITHIN_MS) : INCOMPLETE_MS;
    const exchange = await connection.exchange(one.bytes, one.methods, boundMs);
    if (one.drop) connection.drop();
    flight.ended = Date.now();
    this.sent += 1;
    // A short run may be over between two samples of the timer.
    if (this.sent === Math.ceil(this.options.requests * WARM)) await this.memory?.sample();
    if (this.state === 'ended') return;
    this.judge(one, exchange);
  }

  private judge(one: Attack, { answers, broken, ms }: Exchange): void {
    if (ms > this.slowest.ms && one.methods.length > 0) this.slowest = { title: one.title, ms };
    answers.forEach((answer, at) => {
      const { status } = answer;
      this.count(one, status);
      const fault = faultOf(answer, one.methods[at] ?? 'GET', one.refuse, one.bytes);
      const told = () => `${status} ${JSON.stringify(answer.body.toString('utf8', 0, 300))}`;
      if (fault !== undefined) this.find(`${status}: ${fault}`, one, told());
    });
    this.unanswered = broken === 'timeout' ? this.unanswered + 1 : 0;
    if (this.unanswered > MAX_UNANSWERED && this.state === 'firing') this.state = 'given up';
    if (broken === undefined || (broken === 'reset' && isLargerThanAnyBody(one))) return;
    if (broken === 'closed' && answers.at(-1)?.headers.get('connection') === 'close') return;
    this.find(`no answer (${broken})`, one, `${answers.length} of ${one.methods.length} after ${Math.round(ms)} ms`);
  }

  private count(one: Attack, status: number): void {
    const name = one.family === 'operation' ? one.title : one.family;
    const known = this.statuses.get(name) ?? new Map<number, number>();
    known.set(status, (known.get(status) ?? 0) + 1);
    this.statuses.set(name, known);
  }

  private judgePing({ at, status, ms }: Ping): void {
    if (this.state === 'done' || this.state === 'ended' || (status === 200 && ms <= HANG_MS)) return;
    const within = this.flights.filter(({ began, ended }) => began <= at + ms && ended >= at);
    // Of all that waited, the largest is the likeliest.
    const suspects = within.map((flight) => flight.attack).sort((a, b) => b.bytes.length - a.bytes.length);
    const others = suspects.slice(1, 6).map(({ number, title }) => `${number} (${title})`);
    const what = status === 200 ? 'health is late' : `health answers ${status}`;
    this.find(what, suspects[0], `${Math.round(ms)} ms; also under way: ${others.join(', ')}`);
  }

  private async judgeHeld(held: readonly HeldSocket[]): Promise<void> {
    const { holdMs = 0 } = this.options;
    for (const socket of held) {
      const left = socket.openedAt + holdMs - performance.now();
      if (left > 0 && this.state === 'firing') await pause(left);
      if (!socket.freed && this.state === 'firing')
        this.find('a socket is still held', undefined, `${socket.name}, after ${holdMs / 1_000} s`);
      socket.destroy();
    }
  }

  private async judgeMemory(memory: MemoryWatch): Promise<Report['memory']> {
    const { requests, maxGrowthBytes = MAX_GROWTH_BYTES } = this.options;
    memory.stop();
    if (this.options.only !== undefined) return undefined;
    const warm = memory.leastBetween(requests * WARM, requests * (WARM + 0.2));
    if (!Number.isFinite(warm)) return undefined;
    const end = await memory.sample();
    const most = Math.max(...memory.samples.map(({ bytes }) => bytes));
    const grown = end - warm;
    if (this.state === 'firing' && grown > maxGrowthBytes)
      this.find(
        'memory keeps growing',
        undefined,
        `by ${Math.round(grown / MIB)} MiB, ${Math.round(grown / (requests * (1 - WARM)))} bytes a request`,
      );
    return { warm: Math.round(warm / MIB), end: Math.round(end / MIB), most: Math.round(most / MIB) };
  }

  private find(what: string, one: Attack | undefined, detail: string): void {
    this.findings.push({ what, attack: one, detail });
  }
}

/** A refusal of a body that nobody reads to its end may be lost with the connection. */
function isLargerThanAnyBody({ bytes }: Attack): boolean {
  return bytes.length > 64 * 1024;
}

function summary(pings: readonly Ping[]): Report['health'] {
  const times = pings.map(({ ms }) => ms).sort((a, b) => a - b);
  return { pings: times.length, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0, maxMs: times.at(-1) ?? 0 };
}
