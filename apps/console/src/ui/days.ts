const DAY_MS = 24 * 60 * 60_000;
/** What is shown at first. */
const FIRST_DAYS = 30;

/** A day as the service names it, UTC: `2031-01-31`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function lastDays(): { readonly from: string; readonly to: string } {
  const now = Date.now();
  return { from: dayOf(now - FIRST_DAYS * DAY_MS), to: dayOf(now) };
}
