/** Work that one node at a time does: begun when its lease is gained, stopped when it is lost or handed over. */
export interface SingletonJob {
  /** Names its lease. */
  readonly name: string;
  /**
   * @param fence the lease's number, for what is committed under it.
   * @throws what keeps it from beginning now (a store away): tried again for as long as the lease is held.
   */
  begin(fence: number): Promise<RunningJob>;
}

/** A job that is being done. */
export interface RunningJob {
  /** Nothing new begins; what runs has `graceMs` to end, then it is told to let go. */
  stop(graceMs: number): Promise<unknown>;
}
