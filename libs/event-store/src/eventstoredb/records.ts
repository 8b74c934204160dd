import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { EventRegistry } from '../events/event-registry.js';
import { StoredEvent } from '../stored-event.js';
import { withoutHash } from './metadata-text.js';

/** Highest number that the wire has for "no position". */
const NO_POSITION = 0xffff_ffff_ffff_ffffn;

/** The position of an event message, also of one that we do not read; undefined for anything else. */
export function positionOf(message: ReadResp): bigint | undefined {
  const text = message.getEvent()?.getEvent()?.getCommitPosition() ?? message.getEvent()?.getCommitPosition();
  return text === undefined ? undefined : known(text);
}

export function known(text: string): bigint | undefined {
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

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
