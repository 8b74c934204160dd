/** Waiting between tries: doubles from `initialMs` to `maxMs`, and half of it is left to chance, so that nodes spread. */
export interface Backoff {
  readonly initialMs: number;
  readonly maxMs: number;
}

export function backoffMs(attempt: number, { initialMs, maxMs }: Backoff, random: () => number = Math.random): number {
  const full = Math.min(maxMs, initialMs * 2 ** Math.min(attempt, 30));
  return full / 2 + (full / 2) * random();
}

/** Resolves after the time, or at once when aborted; never rejects. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** Whether the work ended within the time; rejects when it rejects. */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = new AbortController();
  const ended = work.then(() => true);
  try {
    return await Promise.race([ended, sleep(ms, late.signal).then(() => false)]);
  } finally {
    late.abort();
  }
}
