/** Switches of the double. Numbers are how many times the fault strikes from now on; each use counts one down. */
export class Faults {
  /** The proxy is cut when an append has arrived and before it is written. */
  cutBeforeCommit = 0;
  /** The proxy is cut after an append was written and before it is answered. */
  cutAfterCommit = 0;
  /** An append gets no answer at all; it is written. */
  swallowAnswers = 0;
  /** An append is answered with `Timeout`; it is written. */
  answerTimeout = 0;
  /** An append that was written before is answered without a position, as a server does that has not indexed it yet. */
  hidePositions = 0;
  /** An identical repeat gets no answer, as that of a node which writes the same at the same moment. */
  muteRepeats = 0;
  /** The call that carries appends ends in good order, with appends under way on it. */
  halfCloseAppends = 0;
  /** Appends, reads and deletions are refused: another node leads. */
  notLeader = 0;
  /** Where that other node is. */
  leader: { readonly host: string; readonly port: number } | undefined;
  /** Subscriptions are refused as unavailable. */
  refuseSubscriptions = 0;
  /** Live events are sent twice. */
  repeatEvents = false;
  /** A checkpoint goes ahead of the live events that it covers, and caught-up ahead of everything. */
  markersFirst = false;
  /** An append of more events than this drops live subscriptions, as server 23.10 does; 24.10 does not. */
  liveBuffer = 32;
  /** ms that every answer takes longer. */
  slowMs = 0;
  /** ms that the server needs for an append, one after the other: many at once wait long while it answers others. */
  paceMs = 0;
  /** Who asks is not known, or may not read. */
  refuseUser: 'unknown' | 'forbidden' | undefined;

  /** Whether a counted fault strikes now. */
  strikes(
    fault:
      | 'cutBeforeCommit'
      | 'cutAfterCommit'
      | 'swallowAnswers'
      | 'answerTimeout'
      | 'hidePositions'
      | 'muteRepeats'
      | 'halfCloseAppends'
      | 'notLeader'
      | 'refuseSubscriptions',
  ): boolean {
    if (this[fault] <= 0) return false;
    this[fault] -= 1;
    return true;
  }
}
