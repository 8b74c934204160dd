import fc from 'fast-check';
import { BACKOFF, backoffMs, isTransient, parseRetryAfterMs } from './call.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const headers = (fields: Record<string, string>) => new Headers(fields);

it('only transient statuses are retried', () => {
  expect([408, 409, 429, 500, 502, 503, 504, 529].filter((status) => !isTransient(status))).toEqual([]);
  expect([400, 401, 403, 404, 413, 422].filter(isTransient)).toEqual([]);
});

it.each([
  [{}, undefined],
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': '-3' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:10 GMT' }, 10_000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
  [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
])('%j asks for %p ms', (fields, ms) => expect(parseRetryAfterMs(headers(fields), NOW)).toBe(ms));

describe('the backoff', () => {
  const numbers = {
    call: fc.integer({ min: 1, max: 5 }),
    leftMs: fc.integer({ min: 0, max: 240_000 }),
    random: fc.double({ min: 0, max: 1, noNaN: true }),
  };

  it('is never shorter than Retry-After and never exceeds the deadline', () => {
    fc.assert(
      fc.property(fc.record({ ...numbers, retryAfterMs: fc.integer({ min: 0, max: 300_000 }) }), (at) => {
        const wait = backoffMs(BACKOFF, at);
        if (wait !== undefined) expect([wait >= at.retryAfterMs, wait <= at.leftMs]).toEqual([true, true]);
        else expect(at.retryAfterMs + 250).toBeGreaterThanOrEqual(at.leftMs);
      }),
    );
  });
  it('doubles, within bounds', () => {
    fc.assert(
      fc.property(fc.record(numbers), ({ call, random }) => {
        const wait = backoffMs(BACKOFF, { call, random, retryAfterMs: undefined, leftMs: 240_000 }) ?? 0;
        const plain = Math.min(BACKOFF.maxMs, BACKOFF.firstMs * 2 ** (call - 1));
        expect(wait).toBeGreaterThanOrEqual(Math.floor(plain * 0.75));
        expect(wait).toBeLessThanOrEqual(Math.ceil(plain * 1.25));
      }),
    );
  });
  it('ends with the last call', () => {
    expect(backoffMs(BACKOFF, { call: BACKOFF.maxCalls, retryAfterMs: 1, leftMs: 240_000, random: 0 })).toBeUndefined();
  });
});
