export { requestService } from './admin/request-service.js';
export { type RequestsServed, serveRequests } from './admin/serve-requests.js';
export { BackgroundProcess, type ProcessKind, type WorkerProcess } from './background-process.js';
export { Cluster, type ClusterOptions } from './cluster/cluster.js';
export type { ClusterMembership } from './cluster/cluster-membership.js';
export type { NodeIdentity, NodeRole } from './cluster/node-record.js';
export type { RunningJob, SingletonJob } from './cluster/singleton-job.js';
export { StoredProgress, type StoredProgressOptions } from './cluster/stored-progress.js';
export { type ProcessingLog, silent } from './log.js';
export { createProjector, type Projector, type ProjectorOptions, type Rebuilt } from './projector/projector.js';
export type { Retried } from './projector/retry.js';
export { type ProjectionStatus, storedParked, storedStatus } from './projector/status.js';
export { CLUSTER, READ_MODEL_PROGRESS, type ReadModelProgress } from './read-model-progress.js';
export { isStoreUnavailable, type Saga, type SagaRunnerOptions, type SagaStatus } from './sagas/saga.js';
export { SagaRunner } from './sagas/saga-runner.js';
export type { ScheduledTask, Scheduler } from './scheduling/scheduled-task.js';
export { createScheduler, type SchedulerOptions } from './scheduling/scheduler.js';
export { type Backoff, backoffMs, sleep } from './supervisor/backoff.js';
export { Supervisor, type SupervisorOptions, type Task, type TaskHealth } from './supervisor/supervisor.js';

/** Injection token of `Projector`. */
export const PROJECTOR = Symbol('Projector');
