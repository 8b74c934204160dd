import type { CoinEvent } from '#libs/coins';
import type { ConversationEvent } from '#libs/conversations';
import { typed } from '#libs/event-store';
import type { Projection } from '#libs/read-models';

/** Coins that were reserved for a turn which is not there yet; after 60 s the orphan timer looks into it. */
export interface ReservationDocument {
  turn_id: string;
  conversation_id: string;
  ledger: string;
  coins: number;
  reserved_at: string;
}

export const reservations: Projection<ReservationDocument> = {
  name: 'reservations',
  version: 1,
  types: ['CoinsReserved', 'TurnQueued', 'CoinsCharged', 'CoinsReleased'],
  keys(recorded) {
    const event = typed<CoinEvent | ConversationEvent>(recorded);
    switch (event.type) {
      case 'CoinsReserved':
      case 'TurnQueued':
      case 'CoinsCharged':
      case 'CoinsReleased':
        return [event.data.turn_id];
      default:
        return [];
    }
  },
  evolve(_document, recorded) {
    const event = typed<CoinEvent | ConversationEvent>(recorded);
    if (event.type !== 'CoinsReserved') return undefined;
    const { turn_id, conversation_id, coins } = event.data;
    return { turn_id, conversation_id, ledger: recorded.stream, coins, reserved_at: event.metadata.at };
  },
  indexes: [['reserved_at']],
};
