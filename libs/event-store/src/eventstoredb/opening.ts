import { retry } from '#libs/kernel';
import { type RefusalReason, StoreRefused } from '../errors.js';
import type { Connection } from './connection-string.js';
import { kindOf, openedWithin, reasonOf, serviceError, within } from './failures.js';
import { readLast } from './requests.js';
import type { Wire } from './wire.js';

/** What this adapter was made for and tested with: subscriptions that say where they are, batches, both lines later on. */
const OLDEST = [23, 10] as const;
const BACKOFF = { initialMs: 250, maxMs: 250 };
const UNIMPLEMENTED = 12;
const UNAUTHENTICATED = 16;
/** ms for a try: a call that has its answer to give, or an error; the rest of the time is for the next one. */
const TRY_MS = 3_000;

/**
 * Asks the server who it is and whether this user may read, until it answers or the time is over.
 * @throws {StoreRefused} with one line; a wrong password or an old server at once, an unreachable one when the time is over.
 */
export async function checkServer(wire: Wire, connection: Connection, name: string, limitMs: number): Promise<string> {
  const policy = {
    backoff: BACKOFF,
    retryable: (error: unknown) =>
      !(error instanceof StoreRefused) && causeOf(error, connection).reason === 'unreachable',
    deadline: performance.now() + limitMs,
  };
  return retry(() => asked(wire, name), policy).catch((error: unknown) => {
    if (error instanceof StoreRefused) throw error;
    const { text, reason } = causeOf(error, connection);
    throw new StoreRefused(`${name}: ${text} (${placesOf(connection)})`, reason, { cause: error });
  });
}

async function asked(wire: Wire, name: string): Promise<string> {
  const { version, batchAppend } = await within(TRY_MS, 'who it is', wire.serverFeatures(TRY_MS)).catch(
    (error: unknown) => {
      if (serviceError(error).code === UNIMPLEMENTED) return { version: 'unknown', batchAppend: false };
      throw error;
    },
  );
  if (!batchAppend || tooOld(version))
    throw new StoreRefused(`${name}: server version ${version} is too old: 23.10 or newer is needed`, 'unsupported');
  const call = await openedWithin(TRY_MS, 'a read', wire.read(readLast()));
  const answered = new Promise<void>((resolve, reject) => {
    call.on('data', () => resolve());
    call.on('end', () => resolve());
    call.on('error', reject);
  });
  await within(TRY_MS, 'a read', answered).finally(() => call.cancel());
  return version;
}

/** A build without a version calls itself 0.0.0 or 1.0.0; what it can do was asked before. */
function tooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major <= 1) return version === 'unknown';
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}

/** What the error of a first call means to whoever set the variable. */
function causeOf(error: unknown, { tls, user }: Connection): { text: string; reason: RefusalReason } {
  const reason = reasonOf(error);
  if (kindOf(error) === 'refused') {
    const text = !user
      ? 'the server wants a user and a password'
      : serviceError(error).code === UNAUTHENTICATED
        ? 'the server refuses this user or password'
        : `user ${user.username} may not read all events: it needs to be an admin or in $all's read list`;
    return { text, reason: 'forbidden' };
  }
  if (/self.signed|unable to (get|verify)|CERT_|certificate/i.test(reason)) {
    const text = `the server's certificate is not trusted: ${reason}; name its authority with tlsCAFile=…`;
    return { text, reason: 'invalid' };
  }
  if (/wrong version number|EPROTO|packet length/i.test(reason))
    return { text: 'the server speaks no TLS: add tls=false', reason: 'invalid' };
  return { text: silenceOf(reason, tls), reason: 'unreachable' };
}

function silenceOf(reason: string, tls: boolean): string {
  if (/ENOTFOUND|EAI_AGAIN|Name resolution failed/i.test(reason)) return 'there is no such host';
  if (/ECONNREFUSED/i.test(reason)) return 'nobody listens there';
  if (!tls && /ECONNRESET|socket hang up|Connection dropped|Protocol error|goaway/i.test(reason))
    return 'the server hangs up: does it want tls=true?';
  return `no answer: ${reason}`;
}

function placesOf({ hosts }: Connection): string {
  return hosts.map(({ address, port }) => `${address}:${port}`).join(', ');
}
