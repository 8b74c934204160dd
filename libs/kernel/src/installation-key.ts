import { hkdfSync } from 'node:crypto';

/** What a derived key serves: the chain of events, the signed heads of the log, the names of lead streams, snapshots of folded states. */
export type KeyPurpose = 'event-chain' | 'log-heads' | 'lead-streams' | 'snapshots';

/**
 * The secret of one installation, from which a key for each purpose is derived (HKDF-SHA-256, RFC 5869): who learns one of
 * them learns nothing of the others. All nodes and the command line of an installation have the same one for its whole
 * life: stream names and hashes that were made with it stay in the store.
 */
export class InstallationKey {
  readonly #secret: string;

  /** @param secret at least 32 characters. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  /** 32 bytes. */
  derive(purpose: KeyPurpose): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, '', `garnitur ${purpose}`, 32));
  }
}

export const INSTALLATION_KEY = Symbol('InstallationKey');
