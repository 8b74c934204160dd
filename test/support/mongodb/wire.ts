import { BSON } from 'mongodb';

/** OP_MSG, and OP_QUERY for the greeting that drivers begin with (MongoDB wire protocol). */
const OP_REPLY = 1;
const OP_QUERY = 2_004;
const OP_MSG = 2_013;
const HEADER = 16;
const MORE_TO_COME = 2;

export type Fields = Record<string, unknown>;

export interface Request {
  readonly id: number;
  /** The command's name, `find`. */
  readonly command: string;
  readonly body: Fields;
  /** Whether an answer is waited for. */
  readonly answered: boolean;
  readonly old: boolean;
}

/** A 64-bit integer as the store keeps it: mingo orders and compares what it does not know by its text. */
export class Int64 {
  constructor(readonly value: bigint) {}

  toString(): string {
    return `${this.value < 0n ? '-' : '0'}${this.value.toString().padStart(19, '0')}`;
  }

  toJSON(): string {
    return this.toString();
  }
}

/** Takes whole messages off the front of what has arrived. */
export function takeRequests(arrived: Buffer): { readonly requests: Request[]; readonly rest: Buffer } {
  const requests: Request[] = [];
  let rest = arrived;
  while (rest.length >= HEADER && rest.length >= rest.readInt32LE(0)) {
    const length = rest.readInt32LE(0);
    requests.push(parse(rest.subarray(0, length)));
    rest = rest.subarray(length);
  }
  return { requests, rest };
}

function parse(message: Buffer): Request {
  const id = message.readInt32LE(4);
  const code = message.readInt32LE(12);
  const old = code === OP_QUERY;
  if (!old && code !== OP_MSG) throw new Error(`the double knows no message of kind ${code}`);
  const body = old ? oldBody(message) : newBody(message);
  const answered = old || (message.readInt32LE(HEADER) & MORE_TO_COME) === 0;
  return { id, command: Object.keys(body)[0] ?? '', body, answered, old };
}

function oldBody(message: Buffer): Fields {
  const nameEnd = message.indexOf(0, HEADER + 4);
  return decode(message.subarray(nameEnd + 9));
}

/** A document, and sequences of documents that stand for array fields of it. */
function newBody(message: Buffer): Fields {
  const body: Fields = {};
  let at = HEADER + 4;
  while (at < message.length) {
    const kind = message[at];
    const size = message.readInt32LE(at + 1);
    const section = message.subarray(at + 1, at + 1 + size);
    if (kind === 0) Object.assign(body, decode(section));
    else Object.assign(body, sequence(section));
    at += 1 + size;
  }
  return body;
}

function sequence(section: Buffer): Fields {
  const nameEnd = section.indexOf(0, 4);
  const documents: Fields[] = [];
  for (let at = nameEnd + 1; at < section.length; at += section.readInt32LE(at)) {
    documents.push(decode(section.subarray(at, at + section.readInt32LE(at))));
  }
  return { [section.toString('utf8', 4, nameEnd)]: documents };
}

export function encodeAnswer({ id, old }: Request, answer: Fields): Buffer {
  const document = Buffer.from(BSON.serialize(changed(answer, leaving)));
  const between = old ? Buffer.alloc(20) : Buffer.alloc(5);
  if (old) between.writeInt32LE(1, 16);
  const header = Buffer.alloc(HEADER);
  header.writeInt32LE(HEADER + between.length + document.length, 0);
  header.writeInt32LE(id, 8);
  header.writeInt32LE(old ? OP_REPLY : OP_MSG, 12);
  return Buffer.concat([header, between, document]);
}

function decode(bytes: Buffer): Fields {
  const size = bytes.readInt32LE(0);
  return changed(BSON.deserialize(bytes.subarray(0, size), { useBigInt64: true, promoteBuffers: true }), arriving);
}

const arriving = (value: unknown): unknown => (typeof value === 'bigint' ? new Int64(value) : value);
const leaving = (value: unknown): unknown => (value instanceof Int64 ? value.value : value);

/** The same document with each of its values changed. */
function changed(document: object, change: (value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(document).map(([key, value]) => [key, changedValue(value, change)]));
}

function changedValue(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => changedValue(item, change));
  if (typeof value === 'object' && value?.constructor === Object) return changed(value, change);
  return change(value);
}
