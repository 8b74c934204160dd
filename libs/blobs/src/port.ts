/** Images: bytes that are never in an event. `owner` is their conversation, with which they are removed. */
export interface Blobs {
  /**
   * Durable when it returns. A name is the digest of its bytes: the same one again only makes the blob new, so that a sweep
   * of old ones leaves it alone.
   */
  put(owner: string, name: string, bytes: Uint8Array): Promise<void>;
  get(owner: string, name: string): Promise<Uint8Array | undefined>;
  remove(owner: string, name: string): Promise<void>;
  removeAll(owner: string): Promise<void>;
  /** Every blob: by this, those that nothing refers to are found and removed. */
  list(): AsyncIterable<{ owner: string; name: string; modified: Date }>;
}

export const BLOBS = Symbol('Blobs');

/** Names that may become a path: ids and digests of ours, nothing with a dot or a slash. */
const SAFE = /^[A-Za-z0-9_-]{1,100}$/;

/** Throws where an owner or a name has a character that none of ours has. */
export function checkedName(owner: string, name: string): void {
  if (SAFE.test(owner) && SAFE.test(name)) return;
  throw new Error(`blob name ${owner}/${name} has characters that no id of ours has`);
}
