import type { WebhookEvent } from './types.js';

/** Seconds (spec.md, Limits). */
const TOLERANCE_S = 300;
/** Signatures in one header: the previous one has several where a secret was rotated more than once. */
const MAX_SIGNATURES = 8;

export type WebhookRefusal = 'malformed' | 'too_old' | 'too_new' | 'no_match';

/** The request is not a webhook of the service: answer 400 and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';

  constructor(readonly reason: WebhookRefusal) {
    super(`the webhook is not genuine: ${reason}`);
  }
}

export interface WebhookRequest {
  /** The header `X-Service-Signature`. */
  readonly signature: string | null | undefined;
  /** The header `X-Service-Signature-Previous`: for 24 hours after the secret was rotated, the old one's signature. */
  readonly previous?: string | null | undefined;
  /** As it came, before anything parses it. */
  readonly body: string | Uint8Array;
  /** The partner's secret, old or new; several where a receiver knows more than one. */
  readonly secret: string | readonly string[];
  readonly toleranceSeconds?: number;
  /** Unix seconds; the clock's by default. */
  readonly now?: number;
}

/** The event of a genuine webhook. Compared in constant time by WebCrypto. @throws {WebhookError} */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  const reason = await webhookRefusal(request);
  if (reason) throw new WebhookError(reason);
  const { body } = request;
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
}

/** Why a request is not genuine; undefined where one of its two signatures proves it. */
export async function webhookRefusal(request: WebhookRequest): Promise<WebhookRefusal | undefined> {
  const refusal = await headerRefusal(request.signature ?? '', request);
  if (refusal === undefined || !request.previous) return refusal;
  return (await headerRefusal(request.previous, request)) && refusal;
}

async function headerRefusal(
  header: string,
  { body, secret, toleranceSeconds = TOLERANCE_S, now = Math.floor(Date.now() / 1_000) }: WebhookRequest,
): Promise<WebhookRefusal | undefined> {
  const read = readHeader(header);
  if (!read) return 'malformed';
  const age = now - Number(read.t);
  if (age > toleranceSeconds) return 'too_old';
  if (age < -toleranceSeconds) return 'too_new';
  const stamp = bytes(`${read.t}.`);
  const content = typeof body === 'string' ? bytes(body) : body;
  const signed = new Uint8Array(stamp.length + content.length);
  signed.set(stamp);
  signed.set(content, stamp.length);
  for (const one of [secret].flat()) {
    const key = await crypto.subtle.importKey('raw', bytes(one), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const code of read.codes) if (await crypto.subtle.verify('HMAC', key, fromHex(code), signed)) return undefined;
  }
  return 'no_match';
}

/** `t=<unix seconds>,v1=<hex>[,v1=<hex>]`; what else it holds is of later versions. */
function readHeader(header: string): { t: string; codes: string[] } | undefined {
  const pairs = header.split(',').map((pair) => pair.split('='));
  if (pairs.some((pair) => pair.length !== 2)) return undefined;
  const valuesOf = (wanted: string) => pairs.flatMap(([name, value = '']) => (name === wanted ? [value] : []));
  const [t, ...moreTimes] = valuesOf('t');
  const codes = valuesOf('v1');
  const isSane =
    t !== undefined &&
    /^\d{1,12}$/.test(t) &&
    moreTimes.length === 0 &&
    codes.length > 0 &&
    codes.length <= MAX_SIGNATURES &&
    codes.every((code) => /^[0-9a-f]{64}$/.test(code));
  return isSane ? { t, codes } : undefined;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
