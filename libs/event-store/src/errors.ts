/** The stream was not at the revision that the append expected; nothing was written. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';

  constructor(
    readonly stream: string,
    readonly expected: number | 'no-stream' | 'any',
    /** Revision of the stream's last event, or `no-stream`. */
    readonly actual: number | 'no-stream',
  ) {
    super(`stream ${stream} is at ${actual}, the append expected ${expected}`);
  }
}

/** The stream was deleted; it takes no more events. */
export class StreamDeleted extends Error {
  override readonly name = 'StreamDeleted';

  constructor(readonly stream: string) {
    super(`stream ${stream} is deleted and takes no more events`);
  }
}

/** Some, not all, of an append's event ids are already in the store, or stand elsewhere: nothing was written. */
export class DuplicateEventId extends Error {
  override readonly name = 'DuplicateEventId';

  constructor(
    readonly stream: string,
    readonly id: string,
  ) {
    super(`event id ${id} is already in the store, but not as this append to ${stream}`);
  }
}

/**
 * `unknown`: the call may have happened or not. `overloaded`: nothing was sent, a later call may be. `closed`: this
 * process has closed the store itself, a repeat is no use.
 */
export type UnavailableKind = 'unknown' | 'overloaded' | 'closed';

/** The store did not answer a call within its time limit, or could not take it. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly kind: UnavailableKind;

  constructor(message: string, { kind = 'unknown', ...options }: ErrorOptions & { kind?: UnavailableKind } = {}) {
    super(message, options);
    this.kind = kind;
  }
}

/** Whether the same call may be answered when it is repeated. */
export function isTransient(error: unknown): boolean {
  return error instanceof StoreUnavailable && error.kind !== 'closed';
}

/** The file was written by a newer version of this service. */
export class StoreTooNew extends Error {
  override readonly name = 'StoreTooNew';

  constructor(file: string, found: number, known: number) {
    super(`${file} has schema ${found}, this version knows ${known}: start the newer version`);
  }
}

/** Another process serves this data folder. */
export class DataFolderLocked extends Error {
  override readonly name = 'DataFolderLocked';

  constructor(
    readonly dir: string,
    readonly pid: number | undefined,
  ) {
    super(`data folder ${dir} is held by process ${pid ?? '(unknown)'}: stop it or set another DATA_DIR`);
  }
}

/**
 * `unreachable`: nobody answers, it may come right by waiting. `forbidden`: the user, the password or their rights.
 * `invalid`: the address or its settings. `unsupported`: the server is too old.
 */
export type RefusalReason = 'unreachable' | 'forbidden' | 'invalid' | 'unsupported';

/** The store cannot be used as it is set up: what is wrong with the address, the user or the server, in one line. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';

  constructor(
    message: string,
    readonly reason: RefusalReason,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
