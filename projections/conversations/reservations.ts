import { coinEvents } from '#contracts/coins';
import { conversationEvents } from '#contracts/conversations';
import { projection, type ServiceProjection } from '../projection.js';

/** Coins that were reserved for a turn which is not there yet; after 60 s they are looked into and released. */
export interface ReservationDocument {
  turn_id: string;
  conversation_id: string;
  ledger: string;
  coins: number;
  reserved_at: string;
}

export const reservations: ServiceProjection<ReservationDocument> = projection(
  { ...coinEvents, ...conversationEvents },
  {
    name: 'reservations',
    version: 1,
    conversation: { field: 'conversation_id', erased: false },
    types: ['CoinsReserved', 'TurnQueued', 'CoinsCharged', 'CoinsReleased'],
    anew: ['CoinsReserved'],
    columns: {
      turn_id: 'text',
      conversation_id: 'text',
      ledger: 'text',
      coins: 'integer',
      reserved_at: 'time',
    },
    keys: ({ data }) => [data.turn_id],
    evolve(_document, { type, data, stream, metadata }) {
      if (type !== 'CoinsReserved') return undefined;
      const { turn_id, conversation_id, coins } = data;
      return { turn_id, conversation_id, ledger: stream, coins, reserved_at: metadata.at };
    },
    indexes: [['reserved_at']],
  },
);
