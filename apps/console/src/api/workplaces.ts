import { queryOptions } from '@tanstack/react-query';
import type { Project } from '../../../../packages/client/src/index.js';
import { get } from './http.js';
import { pagesOf } from './pages.js';

export interface Seat {
  readonly seat_id: number;
  readonly title: string;
  readonly revoked_at: string | null;
  readonly cards: number;
}

export interface CardItem {
  readonly card_id: string;
  readonly seat_id: number;
  readonly seat_title: string;
  readonly order_id: string;
  readonly handed_off_at: string;
  /** Of the kitchen, as on its page. */
  readonly title: string;
}

export interface HandedOff {
  readonly order_id: string;
  readonly seat_title: string;
  readonly handed_off_at: string;
  readonly title: string;
  /** The reply of its turn; null where its conversation is gone. */
  readonly summary: string | null;
  readonly project: Project;
}

export const seats = queryOptions({
  queryKey: ['seats'],
  queryFn: ({ signal }) => get<{ seats: Seat[] }>('/seats', {}, signal),
});

/** Of one workplace, or of all. */
export const cards = (seat_id?: string) => pagesOf<CardItem>('cards', '/cards', { seat_id });

export const card = (id = '') =>
  queryOptions({
    queryKey: ['cards', id],
    queryFn: ({ signal }) => get<{ card: HandedOff }>(`/cards/${id}`, {}, signal),
  });
