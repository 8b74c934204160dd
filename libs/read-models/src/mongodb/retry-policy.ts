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
import { type Backoff, retry, withTimeout } from '#libs/kernel';
import { ReadModelsUnavailable } from '../errors.js';

/** For so long a call is repeated, ms: whoever waits knows within 10 s. */
const MAX_CALL_MS = 9_000;
const BACKOFF: Backoff = { initialMs: 20, maxMs: 1_000 };

/**
 * Answers of a server that may be another one a moment later: host or network lost, shutting down, primary changed, time
 * limits, a cursor or plan that went with its server or collection (MongoDB's error_codes.yml).
 */
const TRANSIENT_CODES = new Set([
  6, 7, 24, 43, 50, 64, 89, 91, 112, 133, 134, 175, 189, 202, 262, 9001, 10107, 11600, 11602, 13388, 13435, 13436,
]);
const DUPLICATE_KEY = 11_000;
/** Of a socket: the driver hands such an error on as it is where the other side ends the connection during a write. */
const SOCKET_CODES = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'ERR_STREAM_DESTROYED']);

/**
 * Repeats work until it succeeds or time is over. An attempt whose answer was lost may have been done: the work must
 * bear to be done twice, `again` says that it may have been.
 * @throws {ReadModelsUnavailable} when the server stays away; other errors as they are.
 */
export async function withRetries<T>(work: (again: boolean) => Promise<T>): Promise<T> {
  const over = new AbortController();
  let last: unknown = new Error(`no answer within ${MAX_CALL_MS} ms`);
  const retryable = (error: unknown) => {
    last = error;
    return isTransient(error);
  };
  const deadline = performance.now() + MAX_CALL_MS;
  const attempts = retry((attempt) => work(attempt > 0), {
    backoff: BACKOFF,
    retryable,
    signal: over.signal,
    deadline,
  });
  try {
    // A server that is frozen answers nothing at all, whatever time limits the driver was given.
    return await withTimeout(attempts, MAX_CALL_MS, () => unavailable(last));
  } catch (error) {
    throw isTransient(error) || isClosed(error) ? unavailable(error) : error;
  } finally {
    over.abort();
  }
}

export function isTransient(error: unknown): boolean {
  if (isClosed(error)) return false;
  if (error instanceof MongoBulkWriteError) {
    const answered = [error.result.getWriteConcernError(), ...writeErrorsOf(error)].filter((one) => one !== undefined);
    if (answered.length > 0) return answered.some(({ code }) => TRANSIENT_CODES.has(Number(code)));
    // No write has an error: the driver puts a lost connection into this type too, and keeps its message only.
    return error.code === undefined || TRANSIENT_CODES.has(Number(error.code));
  }
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  if (!(error instanceof MongoError)) return isSocketError(error);
  return (
    error.name === 'MongoWaitQueueTimeoutError' ||
    error.hasErrorLabel('RetryableWriteError') ||
    TRANSIENT_CODES.has(Number(error.code))
  );
}

function isSocketError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && SOCKET_CODES.has(String(error.code));
}

/** The client was closed: no retry can help. */
function isClosed(error: unknown): boolean {
  const types = [MongoClientClosedError, MongoNotConnectedError, MongoTopologyClosedError];
  return types.some((type) => error instanceof type);
}

/** The driver gives one error or a list. */
function writeErrorsOf(error: MongoBulkWriteError) {
  return [error.writeErrors].flat();
}

/** Something of this id is there already. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * The writes of a bulk write that met a document of the same id. Throws when there was another error among them, or when
 * no write has one: then the connection broke, and nobody knows what was written.
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
