import { DiscoveryService } from '@nestjs/core';

/**
 * What a context does without being asked (design section 6):
 * - `saga`: a `Saga`, a durable subscription, on one node at a time;
 * - `scheduled`: a `ScheduledTask`, looked for by time, on one node at a time;
 * - `singleton`: a `SingletonJob` of its own shape, on one node at a time;
 * - `worker`: a `NodeProcess`, on every node that works;
 * - `node`: a `NodeProcess`, on every node, api nodes too.
 */
export type ProcessKind = 'saga' | 'scheduled' | 'singleton' | 'worker' | 'node';

/** Marks a provider as a background process: the host of processes finds it by this and runs it. */
export const BackgroundProcess = DiscoveryService.createDecorator<ProcessKind>();

/** Runs on many nodes at once; what it takes up it claims in a stream. */
export interface NodeProcess {
  /** Items that it works on now, for metrics. */
  readonly running?: number;
  start(): Promise<void> | void;
  /** Nothing new begins; what runs has `graceMs` to end, then it is told to let go. */
  stop(graceMs: number): Promise<void>;
}
