import { coinEvents } from '#contracts/coins';
import { partnerEvents } from '#contracts/companies';
import { projection, type ServiceProjection } from '../projection.js';

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

export const keys: ServiceProjection<KeyDocument> = projection(
  { ...partnerEvents, ...coinEvents },
  {
    name: 'keys',
    version: 1,
    conversation: 'none',
    types: ['ApiKeyIssued', 'ApiKeyRevoked', 'CoinsReserved'],
    columns: {
      key_id: 'text',
      key_hash: 'text',
      partner_id: 'text',
      created_at: 'time',
      last_used_at: 'time',
      revoked_at: 'time',
    },
    keys: ({ data }) => (data.key_id === undefined ? [] : [data.key_id]),
    evolve(document, { type, data, metadata: { at } }) {
      if (type === 'ApiKeyIssued') {
        const { key_id, key_hash, partner_id } = data;
        return { key_id, key_hash, partner_id, created_at: at, last_used_at: null, revoked_at: null };
      }
      if (!document) return undefined;
      return type === 'ApiKeyRevoked' ? { ...document, revoked_at: at } : { ...document, last_used_at: at };
    },
    indexes: [['key_hash'], ['partner_id']],
  },
);
