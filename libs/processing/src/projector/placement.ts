import { type Collection, labelOf, type Projection, type ReadModelStore } from '#libs/read-models';
import { ProjectionInstance } from './projection-instance.js';

/** A projection's instances when a process starts. */
export interface Placement {
  /** What serves, if it is of this code's version; absent while an older version's documents serve. */
  readonly current: ProjectionInstance | undefined;
  /** What is rebuilt to take over. */
  readonly rebuild: ProjectionInstance | undefined;
}

/**
 * Finds a projection's collections: the one that serves, and a rebuild that was interrupted or that a changed version
 * calls for. Every other one is dropped.
 */
export async function place(projection: Projection, store: ReadModelStore, maxCachedSize: number): Promise<Placement> {
  const { name, version } = projection;
  const serving = await store.serving(name);
  const others = (await store.collections()).filter(
    (collection) => collection.name === name && !(serving && labelOf(collection) === labelOf(serving)),
  );
  const begun = others.filter((collection) => collection.version === version).at(-1);
  for (const stray of others) if (stray !== begun) await store.drop(stray);
  const instance = (collection: Collection) => instanceOf(projection, collection, store, maxCachedSize);
  if (!serving) {
    // There is nothing that could serve meanwhile: the first build serves from its first document on.
    const first = await instance(begun ?? { name, version });
    await store.serve(first.collection);
    return { current: first, rebuild: undefined };
  }
  const current = serving.version === version ? await instance(serving) : undefined;
  const next = begun ?? (current ? undefined : { name, version });
  return { current, rebuild: next && (await instance(next)) };
}

/** A fresh collection beside those that exist: the same version, the next build. */
export async function nextRebuild(
  projection: Projection,
  store: ReadModelStore,
  maxCachedSize: number,
): Promise<ProjectionInstance> {
  const { name, version } = projection;
  const builds = (await store.collections())
    .filter((collection) => collection.name === name && collection.version === version)
    .map(({ build = 0 }) => build);
  return instanceOf(projection, { name, version, build: Math.max(-1, ...builds) + 1 }, store, maxCachedSize);
}

async function instanceOf(...of: ConstructorParameters<typeof ProjectionInstance>): Promise<ProjectionInstance> {
  const instance = new ProjectionInstance(...of);
  const [projection, collection, store] = of;
  await store.ensure(collection, projection.indexes);
  await instance.restore();
  return instance;
}

/** Grouped by position, the furthest first: those of a group share a reader. */
export function byPosition(instances: readonly ProjectionInstance[]): readonly (readonly ProjectionInstance[])[] {
  const groups = Map.groupBy(instances, ({ position }) => position);
  return [...groups].sort(([a], [b]) => (a > b ? -1 : 1)).map(([, group]) => group);
}
