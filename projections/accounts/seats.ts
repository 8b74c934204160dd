import { companyEvents } from '#contracts/companies';
import { cardEvents } from '#contracts/conversations';
import { projection, type ServiceProjection } from '../projection.js';

/** A workplace of a company; revoked ones stay in the list, and their cards with them. */
export interface SeatDocument {
  company_id: string;
  /** From 1 within its company. */
  seat_id: number;
  title: string;
  /** How many cards lie there. */
  cards: number;
  created_at: string;
  revoked_at: string | null;
}

/** Id of a seat's document. */
export function seatKey(companyId: string, seatId: number): string {
  return `${companyId}:${seatId}`;
}

export const seats: ServiceProjection<SeatDocument> = projection(
  { ...companyEvents, ...cardEvents },
  {
    name: 'seats',
    version: 2,
    conversation: 'none',
    types: ['SeatAdded', 'SeatRenamed', 'SeatRevoked', 'CardPlaced'],
    columns: {
      company_id: 'text',
      seat_id: 'integer',
      title: 'text',
      cards: 'integer',
      created_at: 'time',
      revoked_at: 'time',
    },
    keys: ({ data }) => [seatKey(data.company_id, data.seat_id)],
    evolve(document, { type, data, metadata: { at } }) {
      if (type === 'SeatAdded') {
        const { company_id, seat_id, title } = data;
        return { company_id, seat_id, title, cards: 0, created_at: at, revoked_at: null };
      }
      if (!document) return undefined;
      if (type === 'SeatRevoked') return { ...document, revoked_at: at };
      return type === 'SeatRenamed' ? { ...document, title: data.title } : { ...document, cards: document.cards + 1 };
    },
    indexes: [['company_id', 'seat_id']],
  },
);
