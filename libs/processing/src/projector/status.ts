import { checkpointOf, nameOfLabel, type ParkedEvent, type Projection, type ReadModelStore } from '#libs/read-models';
import { START } from './projection-instance.js';

/** What `garnitur projections list` shows (contract.md). */
export interface ProjectionStatus {
  readonly name: string;
  /** Version that serves. */
  readonly version: number;
  readonly position: bigint;
  /** Positions up to the store's end. */
  readonly lag: number;
  /** Parked events. */
  readonly parked: number;
  /** A rebuild that is under way. */
  readonly rebuild?: { readonly version: number; readonly position: bigint };
}

export function statusAt(status: Omit<ProjectionStatus, 'lag'>, head: bigint): ProjectionStatus {
  const position = status.position === START ? 0n : status.position;
  return { ...status, position, lag: head > position ? Number(head - position) : 0 };
}

/** The same from the stored checkpoints, for a process that does not run the projector. */
export async function storedStatus(
  store: ReadModelStore,
  projections: readonly Pick<Projection, 'name' | 'version'>[],
  head: bigint,
): Promise<readonly ProjectionStatus[]> {
  const parked = await store.parked();
  const collections = await store.collections();
  const served = await store.allServing();
  const stored = await store.checkpoints(collections.map(checkpointOf));
  const list: ProjectionStatus[] = [];
  for (const { name, version } of projections) {
    const serving = served.get(name) ?? { name, version };
    const position = stored.get(checkpointOf(serving)) ?? START;
    const other = collections.find((one) => one.name === name && checkpointOf(one) !== checkpointOf(serving));
    const rebuild = other && {
      version: other.version,
      position: stored.get(checkpointOf(other)) ?? 0n,
    };
    const mine = parked.filter((event) => `projection:${event.name}` === checkpointOf(serving)).length;
    list.push(statusAt({ name, version: serving.version, position, parked: mine, ...(rebuild && { rebuild }) }, head));
  }
  return list;
}

/** Parked events of read models and sagas under their plain names. */
export async function storedParked(store: ReadModelStore): Promise<readonly ParkedEvent[]> {
  return (await store.parked()).map((event) => ({ ...event, name: nameOfLabel(event.name) }));
}
