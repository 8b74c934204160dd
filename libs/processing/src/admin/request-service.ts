import type { JsonObject } from '#libs/kernel';
import type { AdminRequest, AdminRequestQueue } from '#libs/read-models';
import { sleep } from '../supervisor/backoff.js';

const POLL_MS = 50;

/**
 * Asks the running service from another process. Undefined when no service took it within `takenMs`: then the caller
 * may do the work itself. Throws what the service answers when it fails.
 */
export async function requestService(
  adminRequests: AdminRequestQueue,
  request: Pick<AdminRequest, 'kind' | 'name' | 'key'>,
  { takenMs = 2_000, signal }: { readonly takenMs?: number; readonly signal?: AbortSignal } = {},
): Promise<JsonObject | undefined> {
  const id = await adminRequests.submit(request);
  const start = performance.now();
  for (;;) {
    const now = await adminRequests.read(id);
    if (!now) return undefined;
    if (now.state === 'done') return now.result ?? {};
    if (now.state === 'failed') throw new Error(now.error ?? `${request.kind} of ${request.name} failed`);
    const unheard = now.state === 'open' && performance.now() - start > takenMs;
    if (unheard && (await adminRequests.withdraw(id))) return undefined;
    if (signal?.aborted) throw new Error(`${request.kind} of ${request.name}: stopped waiting for the service`);
    await sleep(POLL_MS, signal);
  }
}
