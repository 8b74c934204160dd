import {
  type Db,
  MongoAPIError,
  MongoClient,
  type MongoClientOptions,
  MongoCompatibilityError,
  MongoInvalidArgumentError,
  MongoParseError,
  MongoServerError,
  MongoServerSelectionError,
  ReadConcern,
  type TopologyDescriptionChangedEvent,
  WriteConcern,
} from 'mongodb';
import { withTimeout } from '#libs/kernel';
import { MongoRefused } from '../errors.js';
import { watchHeartbeats } from './heartbeats.js';
import { withRetries } from './retry-policy.js';

/** One client for everything that lies in MongoDB: read models, leases, blobs. */
export interface MongoConnection {
  readonly db: Db;
  /** Runs work that bears to be done twice (retry-policy.ts). */
  withRetries<T>(work: (again: boolean) => Promise<T>): Promise<T>;
  /** Any number of times. */
  close(): Promise<void>;
}

export interface MongoConnectionOptions {
  /** How long the opening may take, ms. */
  readonly withinMs?: number;
  /** Instead of the URL's. */
  readonly database?: string;
  /** What the server's logs call this process. */
  readonly appName?: string;
}

const DEFAULT_DATABASE = 'garnitur';
const OPEN_WITHIN_MS = 12_000;

/** Retries are ours (retry-policy.ts): the driver's differ by the server's kind, and a single server has none. */
const OPTIONS: MongoClientOptions = {
  retryReads: false,
  retryWrites: false,
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  waitQueueTimeoutMS: 3_000,
  socketTimeoutMS: 5_000,
  heartbeatFrequencyMS: 2_000,
  minHeartbeatFrequencyMS: 100,
  // Positions pass 2^53.
  useBigInt64: true,
};

const WITH_MAJORITY = new Set(['RSPrimary', 'RSSecondary', 'Mongos', 'LoadBalancer']);

/**
 * Opens the database that the URL names (`garnitur` without one) and sees that it can be used.
 * @throws {MongoRefused} with one line that never shows the password.
 */
export async function openMongo(url: string, options: MongoConnectionOptions = {}): Promise<MongoConnection> {
  const { withinMs = OPEN_WITHIN_MS, appName = 'garnitur' } = options;
  let client: MongoClient | undefined;
  try {
    const name = options.database ?? databaseOf(url);
    client = new MongoClient(url, { ...OPTIONS, appName });
    let majority = false;
    client.on('topologyDescriptionChanged', ({ newDescription }: TopologyDescriptionChangedEvent) => {
      majority ||= [...newDescription.servers.values()].some(({ type }) => WITH_MAJORITY.has(type));
    });
    await withTimeout(verify(client, name), withinMs, () => new Error(`no answer within ${withinMs / 1_000} s`));
    const opened = client;
    const watch = watchHeartbeats(opened);
    const db = opened.db(name, {
      readPreference: 'primary',
      writeConcern: new WriteConcern('majority', 4_000),
      // A single server has no majority, and some compatible servers do not know the option.
      ...(majority ? { readConcern: new ReadConcern('majority') } : {}),
    });
    return { db, withRetries, close: () => watch.stop().then(() => opened.close()) };
  } catch (error) {
    await client?.close().catch(() => undefined);
    throw refusal(error, client?.options.hosts.map(String));
  }
}

/** Lists collections, which needs the right to use this database: a ping is answered to anybody. */
async function verify(client: MongoClient, name: string): Promise<void> {
  await client.connect();
  const db = client.db(name);
  await db.command({ ping: 1 });
  await db.listCollections({}, { nameOnly: true }).toArray();
}

function databaseOf(url: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(url)?.[1];
  return name === undefined ? DEFAULT_DATABASE : decodeURIComponent(name);
}

const AUTHENTICATION_FAILED = 18;
const UNAUTHORIZED = 13;

/**
 * What the driver says of a connection string may repeat it, password and all, so of those errors only the kind is told.
 */
function refusal(error: unknown, hosts: readonly string[] = []): MongoRefused {
  const where = hosts.length === 0 ? 'MongoDB' : `MongoDB at ${hosts.join(', ')}`;
  const causes = causesOf(error);
  if (causes.some((cause) => cause instanceof MongoCompatibilityError)) {
    const message = `${where} is of a version that cannot be used: MongoDB 4.4 or newer is needed`;
    return new MongoRefused('incompatible', message);
  }
  if (causes.some((cause) => codeOf(cause) === AUTHENTICATION_FAILED)) {
    return new MongoRefused('refused', `${where} refuses the user name or password of the connection string`);
  }
  if (causes.some((cause) => codeOf(cause) === UNAUTHORIZED)) {
    return new MongoRefused('refused', `${where} does not let this user into the database of the connection string`);
  }
  const isUrl = error instanceof MongoParseError || error instanceof MongoInvalidArgumentError;
  if (
    hosts.length === 0 ||
    isUrl ||
    (error instanceof MongoAPIError && !(error instanceof MongoServerSelectionError))
  ) {
    const expected = 'mongodb://[user:password@]host:27017/[name], special characters of the password percent-encoded';
    return new MongoRefused('unreadable url', `the connection string cannot be read: expected ${expected}`);
  }
  return new MongoRefused('unreachable', `${where} does not answer: ${reasonOf(causes)}`);
}

/** The error, what it was caused by, and what was wrong with each server that was tried. */
function causesOf(error: unknown): Error[] {
  const found: Error[] = [];
  const visit = (cause: unknown): void => {
    if (!(cause instanceof Error) || found.includes(cause)) return;
    found.push(cause);
    visit(cause.cause);
    if (cause instanceof MongoServerSelectionError) {
      for (const { error: failed } of cause.reason?.servers.values() ?? []) visit(failed);
    }
  };
  visit(error);
  return found;
}

function codeOf(error: Error): unknown {
  return error instanceof MongoServerError ? error.code : undefined;
}

/** The deepest cause is what happened; those above it say where. */
function reasonOf(causes: readonly Error[]): string {
  const deepest = causes.at(-1);
  return (deepest?.message || deepest?.name || 'for no known reason').split('\n')[0]?.slice(0, 200) ?? '';
}
