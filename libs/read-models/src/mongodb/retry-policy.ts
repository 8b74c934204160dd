import { setTimeout as sleep } from 'node:timers/promises';
import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';
import { ReadModelsUnavailable } from '../errors.js';

/** Callers know within 10 s: this long a call is repeated, ms. */
export const PATIENCE_MS = 9_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Answers of a server that may be another one a moment later: host or network lost, shutting down, primary changed, time
 * limits, a cursor or plan that went with its server or collection (MongoDB's error_codes.yml).
 */
const PASSING_CODES = new Set([
  6, 7, 24, 43, 50, 64, 89, 91, 112, 133, 134, 175, 189, 202, 262, 9001, 10107, 11600, 11602, 13388, 13435, 13436,
]);

const CLOSED = [MongoClientClosedError, MongoNotConnectedError, MongoTopologyClosedError];

/**
 * Repeats work until it succeeds or time is over. An attempt whose answer was lost may have been done: what is passed in
 * must bear to be done twice, `again` says that it may have been.
 * @throws {ReadModelsUnavailable} when the server stays away; other errors as they are.
 */
export async function patiently<T>(work: (again: boolean) => Promise<T>, withinMs = PATIENCE_MS): Promise<T> {
  const end = performance.now() + withinMs;
  const over = new AbortController();
  let last: unknown;
  const attempts = async (): Promise<T> => {
    let pause = FIRST_PAUSE_MS;
    for (let again = false; ; again = true) {
      try {
        return await work(again);
      } catch (error) {
        if (CLOSED.some((type) => error instanceof type)) throw unavailable(error);
        if (!isPassing(error)) throw error;
        last = error;
        if (performance.now() + pause > end) throw unavailable(error);
      }
      await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal: over.signal });
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  };
  const running = attempts();
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    // A server that is frozen answers nothing at all, whatever the driver was told.
    timer = setTimeout(() => reject(unavailable(last ?? new Error(`no answer within ${withinMs} ms`))), withinMs);
  });
  try {
    return await Promise.race([running, tooLong]);
  } finally {
    clearTimeout(timer);
    over.abort();
    running.catch(() => undefined);
  }
}

export function isPassing(error: unknown): boolean {
  if (error instanceof MongoBulkWriteError) {
    const answered = [error.result.getWriteConcernError(), ...writeErrorsOf(error)].filter((one) => one !== undefined);
    if (answered.length > 0) return answered.some(({ code }) => PASSING_CODES.has(Number(code)));
    // Not of the writes: the driver puts a lost connection, too, into this type, of which it leaves the words alone.
    return error.code === undefined || PASSING_CODES.has(Number(error.code));
  }
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  if (!(error instanceof MongoError)) return false;
  return (
    error.name === 'MongoWaitQueueTimeoutError' ||
    error.hasErrorLabel('RetryableWriteError') ||
    PASSING_CODES.has(Number(error.code))
  );
}

/** Of a bulk write; the driver gives one error or a list. */
function writeErrorsOf(error: MongoBulkWriteError) {
  return [error.writeErrors].flat();
}

const DUPLICATE_KEY = 11_000;

/** Something of this id is there already. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * The writes of a bulk write that met a document of the same id. Throws when there was another error among them, or none
 * of a write: then the connection broke, and nobody knows what was written.
 */
export function duplicatesOf(error: unknown): number[] {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) throw error;
  const errors = writeErrorsOf(error);
  if (errors.length === 0 || errors.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
  return errors.map(({ index }) => index);
}

function unavailable(cause: unknown): ReadModelsUnavailable {
  const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
  return new ReadModelsUnavailable(`MongoDB cannot be reached: ${reason}`, { cause });
}
