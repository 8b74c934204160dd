import { createHmac, timingSafeEqual } from 'node:crypto';

/** spec.md, Limits: a timestamp must not be older than five minutes; seconds. */
const SIGNATURE_TOLERANCE_S = 300;
/** Signatures that a header may hold: two while a secret is rotated, and some room. */
const MAX_SIGNATURES = 8;

type Refusal = 'malformed' | 'too_old' | 'too_new' | 'no_match';

/**
 * What a receiver does with `X-Service-Signature`: checks it against the raw body, before parsing JSON.
 * @param secrets the receiver's secrets: one, or two while one is rotated.
 * @returns undefined when the body is genuine.
 */
export function verifySignature(
  header: string,
  body: Uint8Array,
  secrets: readonly string[],
  nowSeconds: number,
  toleranceSeconds: number = SIGNATURE_TOLERANCE_S,
): Refusal | undefined {
  const read = readHeader(header);
  if (!read) return 'malformed';
  const age = nowSeconds - read.t;
  if (age > toleranceSeconds) return 'too_old';
  if (age < -toleranceSeconds) return 'too_new';
  const right = secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret, 'utf8')).update(`${read.stamp}.`).update(body).digest(),
  );
  const given = read.codes.map((code) => Buffer.from(code, 'hex'));
  const matches = given.some((code) => right.some((expected) => timingSafeEqual(code, expected)));
  return matches ? undefined : 'no_match';
}

function readHeader(header: string): { t: number; stamp: string; codes: string[] } | undefined {
  const pairs = header.split(',').map((pair) => pair.split('='));
  if (pairs.some((pair) => pair.length !== 2)) return undefined;
  const stamps = pairs.filter(([name]) => name === 't').map(([, value = '']) => value);
  const codes = pairs.filter(([name]) => name === 'v1').map(([, value = '']) => value);
  const [stamp] = stamps;
  if (stamp === undefined || stamps.length > 1 || !/^\d{1,12}$/.test(stamp)) return undefined;
  if (codes.length === 0 || codes.length > MAX_SIGNATURES || !codes.every((code) => /^[0-9a-f]{64}$/.test(code)))
    return undefined;
  return { t: Number(stamp), stamp, codes };
}
