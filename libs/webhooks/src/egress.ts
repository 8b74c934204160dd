import { createHmac } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import { deadlineIn } from '#libs/kernel';
import type { AttemptOutcome } from './domain/delivery.js';
import { isPublicAddress } from './domain/forbidden-networks.js';
import type { SigningSecrets, WebhookSettings } from './ports.js';

/** Of a receiver's answer, before the connection is dropped: nothing of it is kept. */
const MAX_ANSWER_BYTES = 16 * 1024;

/** Sends one attempt; never throws. */
export interface Egress {
  send(attempt: {
    address: string;
    headers: Record<string, string>;
    body: Uint8Array;
  }): Promise<Omit<AttemptOutcome, 'at'>>;
  close(): Promise<void>;
}

/**
 * Outgoing requests: no redirects, one time limit over all of it, the answer read up to a bound, and no private address
 * where they are forbidden. The vetted answer of the name service is the one that is dialled, so rebinding gains nothing;
 * an IP literal never reaches the look-up and is vetted on its own.
 */
export function createEgress(
  settings: WebhookSettings,
  lookup: LookupFunction = systemLookup,
  load = () => import('undici'),
): Egress {
  let agent: Agent | undefined;
  let loading: ReturnType<typeof load> | undefined;
  return {
    async send({ address, headers, body }) {
      const refused = settings.allowPrivate ? undefined : literalProblem(address);
      if (refused) return { error: refused, ms: 0 };
      // With the first attempt, since a service without webhooks spares its 8 MB; before the receiver's time begins, which
      // seconds of loading on a busy machine are none of.
      loading ??= load();
      const undici = await loading;
      const began = performance.now();
      const ms = () => Math.round(performance.now() - began);
      const { signal, clear } = deadlineIn(settings.timeoutMs);
      try {
        agent ??= new undici.Agent({
          connect: { timeout: settings.timeoutMs, ...(settings.allowPrivate ? {} : { lookup: vetted(lookup) }) },
          keepAliveTimeout: 5_000,
          // How many are open is bounded by the attempts that are under way.
          connections: null,
          maxResponseSize: MAX_ANSWER_BYTES,
        });
        const answer = await undici.request(address, { method: 'POST', headers, body, dispatcher: agent, signal });
        await answer.body.dump({ limit: MAX_ANSWER_BYTES, signal }).catch(() => undefined);
        return { status: answer.statusCode, ms: ms() };
      } catch (error) {
        return { error: signal.aborted ? `no answer within ${settings.timeoutMs} ms` : reason(error), ms: ms() };
      } finally {
        clear();
      }
    },
    close: async () => agent?.destroy(),
  };
}

function literalProblem(address: string): string | undefined {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host) ? `address ${host} is private` : undefined;
}

/** Any forbidden address in the answer refuses the whole answer. */
function vetted(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const all = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found;
      if (error) return callback(error, '', 0);
      const first = all[0];
      const bad = all.find(({ address }) => !isPublicAddress(address));
      if (!first || bad) {
        const why = bad ? `${hostname} resolves to the private address ${bad.address}` : `${hostname} does not resolve`;
        return callback(new Error(why), '', 0);
      }
      return options.all ? callback(null, all) : callback(null, first.address, first.family);
    });
  };
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return (error.message || code || 'the connection failed').slice(0, 200);
}

/**
 * `X-Service-Signature` (spec.md, Events, "Signature"), and for a day after a rotation `X-Service-Signature-Previous`:
 * a receiver that knows the new secret finds the one, one that knows the old secret the other.
 * @param at time of this attempt: each attempt signs anew, since a receiver refuses what is older than 5 min.
 */
export function signatureHeaders(
  body: Uint8Array,
  { current, previous }: SigningSecrets,
  at: Date,
): Record<string, string> {
  const unixSeconds = Math.floor(at.getTime() / 1_000);
  return {
    'x-service-signature': signatureHeader(body, [current], unixSeconds),
    ...(previous.length > 0 && { 'x-service-signature-previous': signatureHeader(body, previous, unixSeconds) }),
  };
}

/** `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` with the secret; a `v1` for each of several. */
export function signatureHeader(body: Uint8Array, secrets: readonly string[], unixSeconds: number): string {
  const codes = secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret, 'utf8')).update(`${unixSeconds}.`).update(body).digest('hex'),
  );
  return [`t=${unixSeconds}`, ...codes.map((code) => `v1=${code}`)].join(',');
}
