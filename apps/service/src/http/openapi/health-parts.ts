import { MAX_COUNTED } from '../../health.js';
import { count, list, object, oneOf, type Schema, text } from './shapes.js';

/** A part of a node, with its figures; of one that does not answer there are none. */
function part(figures: Record<string, Schema> = {}): Schema {
  const error = text('Instead of figures: the part does not answer');
  return object({ status: oneOf(['ok', 'degraded']) }, { ...figures, error });
}

const counted = `counted up to ${MAX_COUNTED}`;
const behind = {
  lag: count('Positions behind the event store; of all the largest'),
  parked: count('Events that could not be taken'),
};

/** `GET /v1/health?verbose=1` (docs/operations.md says when a part is degraded). */
export const HEALTH_PARTS = object(
  {
    event_store: part({ ms: count('Time of its answer, ms'), position: count('Of the last event') }),
    read_models: part({ ms: count('Time of their store’s answer, ms') }),
    projections: part({ ...behind, models: list(object({ name: text('Of the read model'), ...behind })) }),
    sagas: part({ parked: behind.parked }),
    turns: part({
      queued: count(`Turns that wait for a place, ${counted}`),
      oldest_queued_s: count('For how long the oldest has waited, s'),
      running: count('Turns that this node runs'),
      places: count('Turns that it may run at a time'),
    }),
    webhooks: part({
      pending: count(`Deliveries to be tried again, ${counted}`),
      oldest_due_s: count('For how long the oldest has been due, s'),
    }),
    leases: part({ nodes: count('Nodes that this one sees alive'), jobs: list(text('A job that this node does')) }),
    workers: part({
      threads: count('Worker threads that there are'),
      running: count('Tasks that they compute'),
      waiting: count('Tasks that wait for one'),
    }),
    clock: part(),
  },
  { disk: part({ free_bytes: count('Free for the data folder'), size_bytes: count('Of its disk') }) },
);
