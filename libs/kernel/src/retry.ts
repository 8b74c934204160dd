/** Exponential back-off: the pause doubles from `initialMs` up to `maxMs`; half of it is random, so that nodes spread. */
export interface Backoff {
  readonly initialMs: number;
  readonly maxMs: number;
}

/** The pause after a number of failures, from 0, in ms. */
export function backoffMs(failures: number, { initialMs, maxMs }: Backoff, random: () => number = Math.random): number {
  const full = Math.min(maxMs, initialMs * 2 ** Math.min(failures, 30));
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

/**
 * Settles with the promise, or rejects with `timedOut()` after the time or when aborted. What the promise comes to later
 * is dropped. What has arrived when the time is over is taken in first: a process whose event loop was blocked takes no answer for late.
 */
export function withTimeout<Result>(
  promise: Promise<Result>,
  ms: number,
  timedOut: () => Error,
  signal?: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const over = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', late);
    };
    const late = () => {
      over();
      reject(timedOut());
    };
    const timer = setTimeout(() => setImmediate(late), Math.max(0, ms));
    signal?.addEventListener('abort', late, { once: true });
    // Not by `finally`, which makes two more promises: every call to a store comes this way.
    promise.then(
      (result) => {
        over();
        resolve(result);
      },
      (error: unknown) => {
        over();
        reject(error);
      },
    );
  });
}

export interface RetryPolicy {
  readonly backoff: Backoff;
  /** Errors that say nothing about the request itself; every other one is thrown at once. */
  readonly retryable: (error: unknown) => boolean;
  /** Aborted: no further try, the last error is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** On the monotonic clock (`performance.now()`), ms: no try begins after it, the last error is thrown. */
  readonly deadline?: number;
}

/** Repeats a call until it succeeds, fails for good, or its policy ends it. `call` gets the number of the try, from 0. */
export async function retry<Result>(
  call: (attempt: number) => Promise<Result>,
  { backoff, retryable, signal, deadline = Number.POSITIVE_INFINITY }: RetryPolicy,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call(attempt);
    } catch (error) {
      if (!retryable(error) || signal?.aborted) throw error;
      const pause = backoffMs(attempt, backoff);
      if (performance.now() + pause >= deadline) throw error;
      await sleep(pause, signal);
      if (signal?.aborted) throw error;
    }
  }
}
