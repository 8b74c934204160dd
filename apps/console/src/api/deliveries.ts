import { queryOptions } from '@tanstack/react-query';
import { get } from './http.js';
import { pagesOf } from './pages.js';

export const DELIVERY_STATES = ['scheduled', 'delivered', 'given_up', 'undeliverable'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface DeliveryAttempt {
  readonly attempt: number;
  readonly at: string;
  readonly ms: number;
  readonly status?: number;
  readonly error?: string;
}

export interface Delivery {
  readonly event_id: string;
  /** What it announces. */
  readonly event: string;
  readonly url_host: string;
  readonly state: DeliveryState;
  readonly attempts: readonly DeliveryAttempt[];
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly scheduled_at: string;
}

interface Host {
  readonly host: string;
  readonly failing_since: string | null;
}

export const deliveries = (state?: DeliveryState) => pagesOf<Delivery>('deliveries', '/deliveries', { state });

export const hosts = queryOptions({
  queryKey: ['deliveries', 'hosts'],
  queryFn: ({ signal }) => get<{ hosts: Host[] }>('/deliveries/hosts', {}, signal),
});
