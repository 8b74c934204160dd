import type { CoinEvent } from '#libs/coins';
import type { PartnerEvent } from '#libs/companies';
import { type Typed, typed } from '#libs/event-store';
import type { Projection } from '#libs/read-models';

/** An API key: how its partner is found by it. Whether it opens is decided on the partner's stream. */
export interface KeyDocument {
  key_id: string;
  /** SHA-256 of the key, hexadecimal. */
  key_hash: string;
  partner_id: string;
  created_at: string;
  /**
   * When coins were last reserved for a turn that was asked for with it; null before the first one. Requests that only
   * read leave no event, and writing one for each would make every read a write.
   */
  last_used_at: string | null;
  revoked_at: string | null;
}

type Event = Typed<PartnerEvent | CoinEvent>;

export const keys: Projection<KeyDocument> = {
  name: 'keys',
  version: 1,
  types: ['ApiKeyIssued', 'ApiKeyRevoked', 'CoinsReserved'],
  keys(recorded) {
    const { data }: Event = typed(recorded);
    return 'key_id' in data && data.key_id !== undefined ? [data.key_id] : [];
  },
  evolve: (document, recorded) => evolve(document, typed(recorded)),
  indexes: [['key_hash'], ['partner_id']],
};

function evolve(document: KeyDocument | undefined, event: Event): KeyDocument | undefined {
  if (event.type === 'ApiKeyIssued') {
    const { key_id, key_hash, partner_id } = event.data;
    return { key_id, key_hash, partner_id, created_at: event.metadata.at, last_used_at: null, revoked_at: null };
  }
  if (!document) return undefined;
  if (event.type === 'ApiKeyRevoked') return { ...document, revoked_at: event.metadata.at };
  if (event.type === 'CoinsReserved') return { ...document, last_used_at: event.metadata.at };
  return document;
}
