/** A fold made a document that is no JSON (a bigint, a cycle): the event that made it can be parked, the rest flows. */
export class UnstorableDocument extends Error {
  override readonly name = 'UnstorableDocument';

  constructor(
    readonly collection: string,
    readonly id: string,
    cause: unknown,
  ) {
    super(`document ${id} of ${collection} is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** Another node has taken the lease meanwhile: this commit is refused whole, and its node must stop (design section 9). */
export class StaleOwner extends Error {
  override readonly name = 'StaleOwner';

  constructor(checkpoint: string, fence: number) {
    super(`another node owns ${checkpoint} by now: fencing number ${fence} has been overtaken`);
  }
}

/** The store is out of reach, or a conflict did not end within its bounded tries: callers get 503 and repeat. */
export class ReadModelsUnavailable extends Error {
  override readonly name = 'ReadModelsUnavailable';
}

/** The file was written by a newer version of this service. */
export class ReadModelsTooNew extends Error {
  override readonly name = 'ReadModelsTooNew';
}

/** `unreachable` may come right by waiting; the others are for an operator to mend. */
export type MongoRefusal = 'unreachable' | 'refused' | 'incompatible' | 'unreadable url';

/** MongoDB cannot be used as its URL says. One line, without the password. */
export class MongoRefused extends Error {
  override readonly name = 'MongoRefused';

  constructor(
    readonly reason: MongoRefusal,
    message: string,
  ) {
    super(message);
  }
}
