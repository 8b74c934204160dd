import { companyEvents } from '#contracts/companies';
import { projection, type ServiceProjection } from '../projection.js';

/** A workplace of a company; revoked ones stay in the list, and their cards with them. */
export interface SeatDocument {
  company_id: string;
  /** From 1 within its company. */
  seat_id: number;
  title: string;
  created_at: string;
  revoked_at: string | null;
}

/** Id of a seat's document. */
export function seatKey(companyId: string, seatId: number): string {
  return `${companyId}:${seatId}`;
}

export const seats: ServiceProjection<SeatDocument> = projection(companyEvents, {
  name: 'seats',
  version: 1,
  conversation: 'none',
  types: ['SeatAdded', 'SeatRevoked'],
  keys: ({ data }) => [seatKey(data.company_id, data.seat_id)],
  evolve(document, { type, data, metadata: { at } }) {
    if (type === 'SeatRevoked') return document && { ...document, revoked_at: at };
    const { company_id, seat_id, title } = data;
    return { company_id, seat_id, title, created_at: at, revoked_at: null };
  },
  indexes: [['company_id', 'seat_id']],
});
