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

/** The store does not answer, or the outcome of a call is unknown after its time limit. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
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

/** The store will not serve us as it is set up: what is wrong with the address, the user or the server, in one line. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}
