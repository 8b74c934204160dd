import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SnapshotFormat } from '../decider.js';

/** Where snapshots are kept. All of it may be lost at any time: they are made again from events. */
export interface SnapshotStore {
  /** The last that was kept of a stream. */
  load(stream: string): Promise<Uint8Array | undefined>;
  /** In place of the last one. */
  keep(stream: string, snapshot: Uint8Array): Promise<void>;
}

/** A folded state, and the event that it stands at. */
export interface Snapshot<State> {
  readonly state: State;
  readonly revision: number;
  /** The event's, which stands for all those before it (chain.ts). */
  readonly hash: string;
}

export interface SnapshotOptions {
  /** Events of a stream between two of its snapshots, at least; 1,000. */
  readonly every?: number;
}

const SEAL_BYTES = 32;
const LENGTH_BYTES = 4;

/**
 * Snapshots of folded states (docs/decisions/0027-snapshots.md): sealed under the installation's key, and good for one stream, one
 * version of its fold and the one event that they name. Whatever is not so is as if it were not there.
 */
export class Snapshots {
  readonly every: number;

  /** @param key 32 bytes: `InstallationKey.derive('snapshots')`. */
  constructor(
    private readonly store: SnapshotStore,
    private readonly key: Uint8Array,
    { every = 1_000 }: SnapshotOptions = {},
  ) {
    this.every = every;
  }

  async load<State>(stream: string, format: SnapshotFormat<State>): Promise<Snapshot<State> | undefined> {
    // Read models that are away, or a snapshot that somebody has written: the stream itself tells everything.
    const sealed = await this.store.load(stream).catch(() => undefined);
    // Not copied: one of a long ledger has megabytes.
    return sealed && this.opened(Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength), stream, format);
  }

  async keep<State>(
    stream: string,
    format: SnapshotFormat<State>,
    { state, revision, hash }: Snapshot<State>,
  ): Promise<void> {
    const head = Buffer.from(JSON.stringify({ stream, version: format.version, revision, hash }));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(head.length);
    const parts = [length, head, format.write(state)];
    await this.store.keep(stream, Buffer.concat([this.seal(...parts), ...parts]));
  }

  private seal(...parts: readonly Uint8Array[]): Buffer {
    const hmac = createHmac('sha256', this.key);
    for (const part of parts) hmac.update(part);
    return hmac.digest();
  }

  private opened<State>(sealed: Buffer, stream: string, format: SnapshotFormat<State>): Snapshot<State> | undefined {
    const sealedPart = sealed.subarray(SEAL_BYTES);
    const seal = sealed.subarray(0, SEAL_BYTES);
    if (seal.length < SEAL_BYTES || !timingSafeEqual(seal, this.seal(sealedPart))) return undefined;
    const headEnd = LENGTH_BYTES + sealedPart.readUInt32BE();
    const head = JSON.parse(sealedPart.toString('utf8', LENGTH_BYTES, headEnd));
    if (head.stream !== stream || head.version !== format.version) return undefined;
    const { revision, hash } = head;
    return { state: format.read(sealedPart.subarray(headEnd)), revision, hash };
  }
}
