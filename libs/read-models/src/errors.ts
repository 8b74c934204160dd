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

/** Another node has taken the lease since: what this one folded is thrown away, and it must stop (design section 9). */
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

/** MongoDB cannot be used as it was named: unreachable, wrong password, too old. One line, without the password. */
export class MongoRefused extends Error {
  override readonly name = 'MongoRefused';
}
