import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendResp, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { EventRegistry } from '../event-types.js';
import { StoredEvent } from '../stored-event.js';

/** Highest number that the wire has for "no position". */
const NO_POSITION = 0xffff_ffff_ffff_ffffn;

/** The position of an event message, also of one that is none of ours; undefined for anything else. */
export function positionOf(message: ReadResp): bigint | undefined {
  const text = message.getEvent()?.getEvent()?.getCommitPosition() ?? message.getEvent()?.getCommitPosition();
  return text === undefined ? undefined : known(text);
}

function known(text: string): bigint | undefined {
  const position = BigInt(text);
  return position === NO_POSITION || position < 0n ? undefined : position;
}

/**
 * An event message as an event of ours, its text untouched. Undefined for what is none: a system event, a link that
 * does not resolve (a hole), something that another program wrote into the same cluster.
 */
export function eventOf(message: ReadResp, registry: EventRegistry | undefined): StoredEvent | undefined {
  const record = message.getEvent()?.getEvent();
  const name = record?.getStreamIdentifier();
  const id = record?.getId();
  if (!record || !name || !id) return undefined;
  const type = record.getMetadataMap().get('type') ?? '';
  if (type.startsWith('$')) return undefined;
  const own = ownMetadata(text(record.getCustomMetadata_asU8()));
  if (!own) return undefined;
  const row = {
    id: id.getString(),
    stream: text(name.getStreamName_asU8()),
    revision: Number(record.getStreamRevision()),
    position: known(record.getCommitPosition()) ?? 0n,
    type,
    data: text(record.getData_asU8()),
    ...own,
  };
  return new StoredEvent(row, registry);
}

/** What was written by us and touched by another hand keeps its text and has no hash: verification finds it. */
function ownMetadata(stored: string): { metadata: string; hash: string } | undefined {
  const own = withoutHash(stored);
  if (own) return own;
  try {
    const found: unknown = JSON.parse(stored);
    const ours = typeof found === 'object' && found !== null && 'at' in found && typeof found.at === 'string';
    return ours ? { metadata: stored, hash: '' } : undefined;
  } catch {
    return undefined;
  }
}

/** `,"hash":"<64 digits>"}`: how every metadata that this adapter wrote ends. */
const HASH_FIELD = /,"hash":"([0-9a-f]{64})"\}$/;
const HASH_FIELD_LENGTH = 75;

/** Metadata as it is stored: the exact text of what the chain hashes, and the hash as its last field. */
export function withHash(metadata: string, hash: string): string {
  return `${metadata.slice(0, -1)},"hash":"${hash}"}`;
}

/** The exact text that was hashed, and the hash; undefined for metadata that does not end in one. */
export function withoutHash(stored: string): { metadata: string; hash: string } | undefined {
  const field = HASH_FIELD.exec(stored.slice(-HASH_FIELD_LENGTH));
  if (!field) return undefined;
  return { metadata: `${stored.slice(0, -HASH_FIELD_LENGTH)}}`, hash: field[1] ?? '' };
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** What the server says about an append. */
export type Outcome =
  | {
      readonly kind: 'stored';
      readonly revision: number;
      readonly position: bigint | undefined;
      /** Found by reading the stream, not by an answer: another node may have written it. */
      readonly seen?: true;
    }
  | { readonly kind: 'wrong-revision' | 'deleted' | 'refused' }
  | { readonly kind: 'too-large'; readonly maxBytes: number }
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
      return { kind: 'too-large', maxBytes: exceeded?.getMaxappendsize() ?? 0 };
    }
    default:
      // Timeout, a server that is busy or not ready, one that lost its leader: it may still be written.
      return { kind: 'unknown', reason: error?.getMessage() || (details?.getTypeName() ?? 'no reason given') };
  }
}
