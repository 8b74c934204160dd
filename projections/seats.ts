import type { CompanyEvent } from '#libs/companies';
import { type Typed, typed } from '#libs/event-store';
import type { Projection } from '#libs/read-models';

/** A workplace of a company; revoked ones stay in the list, and their cards with them. */
export interface SeatDocument {
  company_id: string;
  /** From 1 within its company. */
  seat_id: number;
  title: string;
  created_at: string;
  revoked_at: string | null;
}

type Event = Typed<CompanyEvent>;

/** Id of a seat's document. */
export function seatKey(companyId: string, seatId: number): string {
  return `${companyId}:${seatId}`;
}

export const seats: Projection<SeatDocument> = {
  name: 'seats',
  version: 1,
  types: ['SeatAdded', 'SeatRevoked'],
  keys(recorded) {
    const { data }: Event = typed(recorded);
    return 'seat_id' in data ? [seatKey(data.company_id, data.seat_id)] : [];
  },
  evolve: (document, recorded) => evolve(document, typed(recorded)),
  indexes: [['company_id', 'seat_id']],
};

function evolve(document: SeatDocument | undefined, event: Event): SeatDocument | undefined {
  if (event.type === 'SeatAdded') {
    const { company_id, seat_id, title } = event.data;
    return { company_id, seat_id, title, created_at: event.metadata.at, revoked_at: null };
  }
  return document && event.type === 'SeatRevoked' ? { ...document, revoked_at: event.metadata.at } : document;
}
