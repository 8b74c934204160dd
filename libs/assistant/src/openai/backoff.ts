/** How a call that the provider did not serve is repeated. */
export interface Backoff {
  /** ms before the first repeat; it doubles from there. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** Calls in all. */
  readonly tries: number;
}

export const BACKOFF: Backoff = { firstMs: 500, mostMs: 20_000, tries: 6 };

/** Busy, conflicting, limited or broken for a moment; every other status says that a repeat is of no use. */
export const isPassing = (status: number): boolean =>
  status === 408 || status === 409 || status === 429 || (status >= 500 && status <= 599);

/**
 * ms that the provider asks to be left alone: `retry-after-ms`, or `Retry-After` in seconds or as a date.
 * @param now ms since the epoch.
 */
export function retryAfterMs(headers: Pick<Headers, 'get'> | undefined, now: number): number | undefined {
  const exact = Number(headers?.get('retry-after-ms') || Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const said = headers?.get('retry-after')?.trim();
  if (!said) return undefined;
  const seconds = Number(said);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
  const date = Date.parse(said);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * ms to wait before the next call; undefined where none is worth it: the tries are used up, or the wait would outlast
 * what is left of the deadline. What the provider asks for is kept to; jitter only ever adds to it.
 * @param tried calls so far, from 1. @param random 0 to 1.
 */
export function waitMs(
  { firstMs, mostMs, tries }: Backoff,
  { tried, askedMs, leftMs, random }: { tried: number; askedMs: number | undefined; leftMs: number; random: number },
): number | undefined {
  if (tried >= tries) return undefined;
  const own = Math.min(mostMs, firstMs * 2 ** (tried - 1)) * (0.75 + random / 2);
  const wait = askedMs === undefined ? own : askedMs + random * Math.min(firstMs, 250);
  return wait < leftMs ? Math.round(wait) : undefined;
}
