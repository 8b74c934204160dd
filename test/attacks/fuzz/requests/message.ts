import type { Random } from '../../../faults/random.js';
import type { Operation } from './openapi.js';
import { hostileString } from './values.js';

/** What requests are made of that the service itself has given out. */
export interface Ground {
  readonly host: string;
  readonly key: string;
  readonly operations: readonly Operation[];
  /** The first holds a kitchen, the others nothing. */
  readonly conversations: readonly [string, ...string[]];
  readonly turns: readonly [string, ...string[]];
  readonly tokens: readonly [string, ...string[]];
}

/** One attack: what goes over the wire, and what must come back. */
export interface Attack {
  readonly number: number;
  readonly family: string;
  /** The operation, or the trick: `POST /v1/conversations`, `a length and chunks`. */
  readonly title: string;
  readonly bytes: Buffer;
  /** One answer is due for each; none where the request is left incomplete. */
  readonly methods: readonly string[];
  /** No answer below 400 is right. */
  readonly refuse: boolean;
  /** Whether nothing that follows on the connection could be understood. */
  readonly drop: boolean;
}

/** What a family makes; what it leaves out is as of a sound GET. */
export type Made = Pick<Attack, 'title' | 'bytes'> & Partial<Attack>;
export type Family = { readonly name: string; readonly share: number; make(random: Random, ground: Ground): Made };

export type HeaderLine = readonly [name: string, value: string];

export interface Message {
  readonly method: string;
  readonly target: string;
  readonly headers?: readonly HeaderLine[];
  readonly body?: string | Uint8Array | undefined;
}

const JSON_TYPE: HeaderLine = ['Content-Type', 'application/json'];

export function write({ host, key }: Ground, { method, target, headers, body }: Message): Buffer {
  const lines = headers ?? [
    ['Host', host],
    ['Authorization', `Bearer ${key}`],
    ...(body === undefined ? [] : [JSON_TYPE]),
  ];
  const payload = body === undefined ? undefined : Buffer.from(body);
  const length = payload && !lines.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  let head = `${method} ${target} HTTP/1.1\r\n`;
  for (const [name, value] of lines) head += `${name}: ${value}\r\n`;
  if (length) head += `Content-Length: ${payload.length}\r\n`;
  const first = Buffer.from(`${head}\r\n`, 'latin1');
  return payload ? Buffer.concat([first, payload]) : first;
}

/** Headers of a sound request with a body of JSON. */
export function soundHeaders({ host, key }: Ground): HeaderLine[] {
  return [['Host', host], ['Authorization', `Bearer ${key}`], JSON_TYPE];
}

/** Drawings and lists of parts cost a thousand times a refusal. */
export const DEAR = /render$|bom$|parts$|project$|\{token\}$/;
const DEAR_SHARE = 0.06;

export function pickOperation(
  random: Random,
  { operations }: Ground,
  wanted: (one: Operation) => boolean = () => true,
): Operation {
  for (;;) {
    const one = operations[Math.floor(random.next() * operations.length)];
    if (!one) throw new Error('the service publishes no operation');
    if (wanted(one) && (!DEAR.test(one.path) || random.chance(DEAR_SHARE))) return one;
  }
}

export function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The path with what stands for its parameters. */
export function targetOf({ path, method }: Operation, ground: Ground, odd: number, random: Random): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name) => {
    if (random.chance(odd)) return escaped(hostileString(random)) || '%20';
    if (name === 'token') return random.pick(ground.tokens);
    if (path.includes('/turns/{')) return random.pick(ground.turns);
    if (DEAR.test(path)) return ground.conversations[0];
    // What is deleted is gone for all that follow.
    if (method === 'DELETE') return ground.conversations.at(-1) ?? '';
    return random.pick(ground.conversations);
  });
}
