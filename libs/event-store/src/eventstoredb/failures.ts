/** What a failed call says about the store. `unknown`: it may have happened or not, and may be asked again. */
export type FailureKind = 'deleted' | 'refused' | 'too-large' | 'too-slow' | 'unknown';

/** Status codes of gRPC. */
const INVALID_ARGUMENT = 3;
const PERMISSION_DENIED = 7;
const ABORTED = 10;
const UNAUTHENTICATED = 16;

interface ServiceError {
  readonly code: number;
  readonly details: string;
  readonly exception: string | undefined;
}

export function kindOf(error: unknown): FailureKind {
  const { code, details, exception } = serviceError(error);
  if (exception === 'stream-deleted') return 'deleted';
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
