import { withTimeout } from '#libs/kernel';
import { DuplicateEventId, StoreRefused, StoreUnavailable, StreamDeleted, WrongExpectedRevision } from '../errors.js';

/** What a failed call says about the store. `unknown`: it may have happened or not, and may be asked again. */
export type FailureKind = 'deleted' | 'wrong-revision' | 'refused' | 'too-large' | 'too-slow' | 'unknown';

/** Status codes of gRPC. */
const INVALID_ARGUMENT = 3;
const PERMISSION_DENIED = 7;
const ABORTED = 10;
const UNAUTHENTICATED = 16;

export interface Limits {
  /** ms for one call; whatever deadline the call itself carries, a frozen server ignores it. */
  readonly callMs: number;
  /** ms that an append may wait while the server answers others on the same connection. */
  readonly appendMs: number;
}

/** Settles with the call, or rejects after `ms` with an outcome that is unknown. */
export function within<Result>(ms: number, what: string, call: Promise<Result>): Promise<Result> {
  return withTimeout(
    call,
    ms,
    () => new StoreUnavailable(`event store did not answer ${what} within ${Math.round(ms)} ms`),
  );
}

/** The same for a stream of messages that is being opened: one that comes too late is cancelled. */
export async function openedWithin<Call extends { cancel(): void }>(
  ms: number,
  what: string,
  opening: Promise<Call>,
): Promise<Call> {
  try {
    return await within(ms, what, opening);
  } catch (error) {
    opening.then(
      (late) => late.cancel(),
      () => {},
    );
    throw error;
  }
}

/** Whatever the transport throws, as an error of the port. */
export function storeError(error: unknown): unknown {
  if (isOurs(error) || kindOf(error) !== 'unknown') return error;
  return new StoreUnavailable(`event store did not answer: ${reasonOf(error)}`, { cause: error });
}

function isOurs(error: unknown): boolean {
  return (
    error instanceof StoreUnavailable ||
    error instanceof WrongExpectedRevision ||
    error instanceof StreamDeleted ||
    error instanceof DuplicateEventId ||
    error instanceof StoreRefused ||
    error instanceof RangeError ||
    error instanceof TypeError
  );
}

export function kindOf(error: unknown): FailureKind {
  const { code, details, exception } = serviceError(error);
  if (exception === 'stream-deleted') return 'deleted';
  if (exception === 'wrong-expected-version') return 'wrong-revision';
  if (exception === 'access-denied' || code === PERMISSION_DENIED || code === UNAUTHENTICATED) return 'refused';
  if (exception === 'maximum-append-size-exceeded') return 'too-large';
  if (code === INVALID_ARGUMENT) return 'refused';
  if (code === ABORTED && details.includes('Consumer too slow')) return 'too-slow';
  return 'unknown';
}

/** One line for a log or an error message; never holds credentials. */
export function reasonOf(error: unknown): string {
  const { details } = serviceError(error);
  const text = details !== '' ? details : error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
}

interface ServiceError {
  readonly code: number;
  readonly details: string;
  readonly exception: string | undefined;
}

/** Reads an error of the transport: they come as classes of the client, as plain errors with a code, or as neither. */
export function serviceError(error: unknown): ServiceError {
  if (typeof error !== 'object' || error === null) return { code: -1, details: '', exception: undefined };
  const code = 'code' in error && typeof error.code === 'number' ? error.code : -1;
  const details = 'details' in error && typeof error.details === 'string' ? error.details : '';
  const inner = '_raw' in error ? serviceError(error._raw) : undefined;
  return {
    code: code === -1 ? (inner?.code ?? -1) : code,
    details: details === '' ? (inner?.details ?? '') : details,
    exception: exceptionOf(error) ?? inner?.exception,
  };
}

function exceptionOf(error: object): string | undefined {
  if (!('metadata' in error) || typeof error.metadata !== 'object' || error.metadata === null) return undefined;
  if (!('get' in error.metadata) || typeof error.metadata.get !== 'function') return undefined;
  const [value]: unknown[] = error.metadata.get('exception');
  return typeof value === 'string' ? value : undefined;
}
