import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By how much the old heap grows, in hundredths of what the last collection left, before the next one. */
const GROWTH = 100;

/**
 * For a thread that answers many requests at once: makes whole collections of its heap few, during which everybody waits.
 * V8 lets a heap with a bound grow by half before it collects it again, every 0.7 s at 3,000 requests a second; and where
 * most of what a place in the code allocates has outlived some collections of the young heap, more of it goes into the old
 * one at once (pretenuring), 5 KB of a request (docs/benchmarks.md).
 * Before any work; for the whole process, whose other threads keep their bounds.
 */
export function collectSeldom(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * Collects this thread's garbage and gives its pages back to the system, which V8 does not by itself until the heap has
 * reached its first limit. Takes some 50 to 100 ms: for where nobody waits.
 */
export function releaseMemory(): void {
  collector()({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** One collection, some 30 ms; within 20 s V8 follows it up by giving pages back, a little at a time. */
function collectGarbage(): void {
  void collector()({ type: 'major', execution: 'async', flavor: 'regular' });
}

function collector(): NodeJS.GCFunction {
  // V8 gives its collector to contexts that are made after the flag was set.
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

export interface IdleCollection {
  /** How often this thread looks whether it is idle, ms. */
  readonly everyMs?: number;
  readonly collect?: () => void;
}

const EVERY_MS = 2_000;
/** Share of the time in which an idle event loop is at work. */
const MAX_IDLE_SHARE = 0.1;
/** Less than this, bytes, is not worth a collection. */
const MIN_GROWTH_BYTES = 16 * 1024 * 1024;

/**
 * After work collects what it left, once the event loop has become idle: V8 collects while the heap grows, so that the
 * last garbage of a busy hour would stay until the next one. Returns what ends it.
 */
export function collectWhenIdle({ everyMs = EVERY_MS, collect = collectGarbage }: IdleCollection = {}): () => void {
  let since = performance.eventLoopUtilization();
  let settledBytes = process.memoryUsage().heapTotal;
  let grown = false;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, since);
    since = now;
    const bytes = process.memoryUsage().heapTotal;
    settledBytes = Math.min(settledBytes, bytes);
    grown ||= bytes - settledBytes > MIN_GROWTH_BYTES;
    if (!grown || utilization > MAX_IDLE_SHARE) return;
    collect();
    grown = false;
    settledBytes = bytes;
  }, everyMs).unref();
  return () => clearInterval(timer);
}
