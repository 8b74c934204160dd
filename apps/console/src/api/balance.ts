import { queryOptions } from '@tanstack/react-query';
import { get } from './http.js';
import { pagesOf } from './pages.js';

export interface Balance {
  readonly coins_left: number;
  readonly coins_reserved: number;
  readonly coins_used: number;
  readonly coins_included: number;
  readonly extra_coins: number;
  readonly plan: string | null;
  readonly status: 'trial' | 'active' | 'past_due' | 'canceled' | 'none';
  readonly period_start: string | null;
  readonly period_end: string | null;
}

export interface Entry {
  readonly entry_id: string;
  readonly at: string;
  readonly kind: 'charged' | 'reserved' | 'released' | 'added' | 'granted';
  readonly coins: number;
  /** After it. */
  readonly coins_left: number;
  readonly note: string | null;
  readonly turn_id: string | null;
  readonly conversation_id: string | null;
}

export const balance = queryOptions({
  queryKey: ['balance'],
  queryFn: ({ signal }) => get<{ balance: Balance }>('/balance', {}, signal),
});

export const coinsByDay = (from: string, to: string) =>
  queryOptions({
    queryKey: ['balance', 'days', from, to],
    queryFn: ({ signal }) => get<{ days: { day: string; used: number }[] }>('/balance/days', { from, to }, signal),
  });

export const entries = pagesOf<Entry>('balance', '/balance/entries');
