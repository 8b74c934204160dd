import {
  type Db,
  MongoClient,
  type MongoClientOptions,
  ReadConcern,
  type TopologyDescriptionChangedEvent,
  WriteConcern,
} from 'mongodb';
import { MongoRefused } from '../errors.js';
import { refusal } from './refusal.js';
import { patiently } from './retry-policy.js';

/** One client for everything that lies in MongoDB: read models, leases, blobs. */
export interface MongoConnection {
  readonly db: Db;
  /** Runs work that bears to be done twice; see `patiently`. */
  patiently<T>(work: (again: boolean) => Promise<T>): Promise<T>;
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

/** Retries are ours (patience.ts), so that they are the same on a single server, which the driver never repeats on. */
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
 * @throws {MongoRefused} with a reason of one line: nobody answers, wrong password, too old. Never shows the password.
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
    await within(withinMs, verify(client, name));
    const opened = client;
    const db = opened.db(name, {
      readPreference: 'primary',
      writeConcern: new WriteConcern('majority', 4_000),
      // A single server has no majority to ask, and some that are compatible know no such word.
      ...(majority ? { readConcern: new ReadConcern('majority') } : {}),
    });
    return { db, patiently: (work) => patiently(work), close: () => opened.close() };
  } catch (error) {
    await client?.close().catch(() => undefined);
    throw new MongoRefused(refusal(error, client?.options.hosts.map(String)));
  }
}

/** Asks for something that needs the right to be in this database: a ping is answered to anybody. */
async function verify(client: MongoClient, name: string): Promise<void> {
  await client.connect();
  const db = client.db(name);
  await db.command({ ping: 1 });
  await db.listCollections({}, { nameOnly: true }).toArray();
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1_000} s`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

function databaseOf(url: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(url)?.[1];
  return name === undefined ? DEFAULT_DATABASE : decodeURIComponent(name);
}
