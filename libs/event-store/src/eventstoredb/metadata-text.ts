/** `,"hash":"<64 digits>"}`: how every metadata that this adapter wrote ends. */
const TAIL = /,"hash":"([0-9a-f]{64})"\}$/;
const TAIL_LENGTH = 75;

/** Metadata as it is stored: the exact text of what the chain hashes, and the hash as its last field. */
export function withHash(metadata: string, hash: string): string {
  return `${metadata.slice(0, -1)},"hash":"${hash}"}`;
}

/** The exact text that was hashed, and the hash; undefined for metadata that does not end in one. */
export function withoutHash(stored: string): { metadata: string; hash: string } | undefined {
  const tail = TAIL.exec(stored.slice(-TAIL_LENGTH));
  if (!tail) return undefined;
  return { metadata: `${stored.slice(0, -TAIL_LENGTH)}}`, hash: tail[1] ?? '' };
}
