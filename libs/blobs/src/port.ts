/** Images: bytes that are never in an event. They lie under their conversation's id and die with it. */
export interface Blobs {
  /** Durable when it returns; the same name again is a no-op, since a name is the digest of its bytes. */
  put(owner: string, name: string, bytes: Uint8Array): Promise<void>;
  get(owner: string, name: string): Promise<Uint8Array | undefined>;
  remove(owner: string, name: string): Promise<void>;
  removeAll(owner: string): Promise<void>;
  /** Every blob, for the sweep of what nothing refers to. */
  list(): AsyncIterable<{ owner: string; name: string; modified: Date }>;
}

export const BLOBS = Symbol('Blobs');
