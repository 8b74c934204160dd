import { createHmac } from 'node:crypto';

/**
 * `X-Service-Signature` (spec.md, Events, "Signature"): HMAC-SHA256 of `<t>.<raw body>` with the partner's secret.
 * @param unixSeconds time of this attempt: each attempt signs anew, since a receiver refuses what is older than 5 min.
 */
export function signatureHeader(body: Uint8Array, secret: string, unixSeconds: number): string {
  const mac = createHmac('sha256', Buffer.from(secret, 'utf8')).update(`${unixSeconds}.`).update(body).digest('hex');
  return `t=${unixSeconds},v1=${mac}`;
}
