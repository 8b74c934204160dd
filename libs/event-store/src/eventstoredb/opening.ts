import { StoreRefused } from '../errors.js';
import type { Connection } from './connection-string.js';
import { kindOf, reasonOf, serviceError } from './failures.js';
import { readLast } from './requests.js';
import { within } from './retry-policy.js';
import type { Wire } from './wire.js';

/** What this adapter was made for and tested with: subscriptions that say where they are, batches, both lines later on. */
const OLDEST = [23, 10] as const;
const PAUSE_MS = 250;
const UNIMPLEMENTED = 12;
/** A call that has its answer to give, or an error; the rest of the time is for the next try. */
const TRY_MS = 3_000;

/**
 * Asks the server who it is and whether this user may read, until it answers or the time is over. Throws `StoreRefused`
 * with one line; a wrong password or an old server at once, an unreachable one when the time is over.
 */
export async function checkServer(wire: Wire, connection: Connection, name: string, limitMs: number): Promise<string> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    try {
      return await asked(wire, name);
    } catch (error) {
      if (error instanceof StoreRefused) throw error;
      const hint = causeOf(error, connection);
      if (hint.final || performance.now() + PAUSE_MS >= deadline)
        throw new StoreRefused(`${name}: ${hint.text} (${placesOf(connection)})`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

async function asked(wire: Wire, name: string): Promise<string> {
  const { version, batchAppend } = await within(TRY_MS, 'who it is', wire.serverFeatures(TRY_MS)).catch(
    (error: unknown) => {
      if (serviceError(error).code === UNIMPLEMENTED) return { version: 'unknown', batchAppend: false };
      throw error;
    },
  );
  if (!batchAppend || tooOld(version))
    throw new StoreRefused(`${name}: server version ${version} is too old: 23.10 or newer is needed`);
  const call = await within(TRY_MS, 'a read', wire.read(readLast()), (late) => late.cancel());
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

/** What the error of a first call means to whoever set the variable. `final`: waiting does not help. */
function causeOf(error: unknown, { tls, user }: Connection): { text: string; final: boolean } {
  const reason = reasonOf(error);
  const { code } = serviceError(error);
  if (kindOf(error) === 'refused') {
    if (code === 16 || user === undefined)
      return {
        text: user ? 'the server refuses this user or password' : 'the server wants a user and a password',
        final: true,
      };
    return {
      text: `user ${user.username} may not read all events: it needs to be an admin or in $all's read list`,
      final: true,
    };
  }
  if (/self.signed|unable to (get|verify)|CERT_|certificate/i.test(reason))
    return {
      text: `the server's certificate is not trusted: ${reason}; name its authority with tlsCAFile=…`,
      final: true,
    };
  if (/wrong version number|EPROTO|packet length/i.test(reason))
    return { text: 'the server speaks no TLS: add tls=false', final: true };
  if (/ENOTFOUND|EAI_AGAIN|Name resolution failed/i.test(reason))
    return { text: 'there is no such host', final: false };
  if (/ECONNREFUSED/i.test(reason)) return { text: 'nobody listens there', final: false };
  if (!tls && /ECONNRESET|socket hang up|Connection dropped|Protocol error|goaway/i.test(reason))
    return { text: 'the server hangs up: does it want tls=true?', final: false };
  return { text: `no answer: ${reason}`, final: false };
}

function placesOf({ hosts }: Connection): string {
  return hosts.map(({ address, port }) => `${address}:${port}`).join(', ');
}
