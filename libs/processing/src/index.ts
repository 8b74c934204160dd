export { requestService } from './admin-requests.js';
export { BackgroundProcess, type NodeProcess, type ProcessKind } from './background-process.js';
export { Cluster, type ClusterOptions } from './cluster/cluster.js';
export type { ClusterMembership, NodeIdentity, NodeRole } from './cluster/cluster-membership.js';
export type { RunningJob, SingletonJob } from './cluster/singleton-job.js';
export { PROCESSING_LOG, type ProcessingLog, silent } from './log.js';
export { ProcessHost } from './process-host.js';
export { createProjector, type Projector } from './projector/projector.js';
export { storedParked, storedStatus } from './projector/status.js';
export { ProjectorThreads } from './projector-thread/projector-threads.js';
export {
  CLUSTER,
  checkpointOfSaga,
  createReadModelProgress,
  LocalJobs,
  READ_MODEL_PROGRESS,
  type ReadModelProgress,
} from './read-model-progress.js';
export { isStoreUnavailable, type Saga, type SagaRunnerOptions, type SagaStatus } from './sagas/saga.js';
export { SagaRunner } from './sagas/saga-runner.js';
export { CLOCK_SETTLE_MS, ClockMonitor } from './scheduling/clock-monitor.js';
export { createScheduler, type ScheduledTask, type Scheduler, type SchedulerOptions } from './scheduling/scheduler.js';
export { Supervisor, type SupervisorOptions, type Task, type TaskHealth } from './supervisor.js';
export { type Span, type SpanFacts, type SpanOptions, TRACING, type Tracing, untraced } from './tracing.js';
export type { TaskTable } from './worker-pool/protocol.js';
export { type TaskOptions, type WorkerLoad, WorkerPool } from './worker-pool/worker-pool.js';
