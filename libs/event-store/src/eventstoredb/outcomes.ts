import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { known } from './records.js';

/** What the server says about an append. */
export type Outcome =
  | {
      readonly kind: 'stored';
      readonly revision: number;
      readonly position: bigint | undefined;
      /** By a look at the stream, not by an answer: whoever wrote it. */
      readonly seen?: true;
    }
  | { readonly kind: 'wrong-revision' | 'deleted' | 'refused' }
  | { readonly kind: 'too-large'; readonly most: number }
  | { readonly kind: 'unknown'; readonly reason: string };

const PACKAGE = 'event_store.client';

export function outcomeOf(answer: BatchAppendResp): Outcome {
  const stored = answer.getSuccess();
  if (stored) {
    const position = stored.getPosition()?.getCommitPosition();
    const revision = Number(stored.getCurrentRevision());
    return { kind: 'stored', revision, position: position === undefined ? undefined : known(position) };
  }
  const error = answer.getError();
  const details = error?.getDetails();
  switch (details?.getTypeName()) {
    case `${PACKAGE}.WrongExpectedVersion`:
      return { kind: 'wrong-revision' };
    case `${PACKAGE}.StreamDeleted`:
      return { kind: 'deleted' };
    case `${PACKAGE}.AccessDenied`:
      return { kind: 'refused' };
    case `${PACKAGE}.MaximumAppendSizeExceeded`: {
      const exceeded = details?.unpack(
        shared.MaximumAppendSizeExceeded.deserializeBinary,
        `${PACKAGE}.MaximumAppendSizeExceeded`,
      );
      return { kind: 'too-large', most: exceeded?.getMaxappendsize() ?? 0 };
    }
    default:
      // Timeout, a server that is busy or not ready, one that lost its leader: it may still be written.
      return { kind: 'unknown', reason: error?.getMessage() || (details?.getTypeName() ?? 'no reason given') };
  }
}
