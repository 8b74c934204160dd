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
