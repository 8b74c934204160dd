export { Cluster, type ClusterOptions } from './leases/cluster.js';
export type { Duty, Shift } from './leases/duty.js';
export { type ProcessingLog, silent } from './log.js';
export { askService } from './mailbox/ask-service.js';
export { type RequestsServed, serveRequests } from './mailbox/serve-requests.js';
export type { NodeIdentity, NodeRole } from './nodes/node-record.js';
export type { Nodes } from './nodes/nodes.js';
export { SharedProgress, type SharedProgressOptions } from './nodes/shared-progress.js';
export { createProjector, type Projector, type ProjectorOptions, type Rebuilt } from './projector/projector.js';
export type { Retried } from './projector/retry.js';
export { type ProjectionStatus, storedParked, storedStatus } from './projector/status.js';
export { isStoreAway, type Saga, type SagaRunnerOptions, type SagaStatus } from './sagas/saga.js';
export { SagaRunner } from './sagas/saga-runner.js';
export { type Backoff, backoffMs, sleep } from './supervisor/backoff.js';
export { Supervisor, type SupervisorOptions, type Task, type TaskHealth } from './supervisor/supervisor.js';
export type { TimedWork, Timer } from './timers/timed-work.js';
export { createTimer, type TimerOptions } from './timers/timer.js';

/** Injection token of `Projector`. */
export const PROJECTOR = Symbol('Projector');
