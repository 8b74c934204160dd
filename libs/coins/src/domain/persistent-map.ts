/**
 * An immutable map from strings to JSON values, itself plain JSON. A ledger's fold adds an entry a turn: copying a flat
 * object or a Set each time would make a long period quadratic; here a change copies 64 + 64 + one bucket, whatever the
 * size (4,096 buckets, some 25 entries each at 100,000 turns). Plain arrays, so that a snapshot is JSON.stringify.
 */
export type PersistentMap<V> = readonly (Shelf<V> | null)[];
type Shelf<V> = readonly (Bucket<V> | null)[];
type Bucket<V> = readonly (readonly [key: string, value: V])[];

const WIDTH = 64;

export function mapGet<V>(map: PersistentMap<V>, key: string): V | undefined {
  const [shelf, slot] = placeOf(key);
  return map[shelf]?.[slot]?.find((entry) => entry[0] === key)?.[1];
}

export function mapHas<V>(map: PersistentMap<V>, key: string): boolean {
  return mapGet(map, key) !== undefined;
}

/** The map with the key set to the value. */
export function mapSet<V>(map: PersistentMap<V>, key: string, value: V): PersistentMap<V> {
  const [shelf, slot] = placeOf(key);
  const bucket = map[shelf]?.[slot] ?? [];
  return withBucket(map, shelf, slot, [...bucket.filter((entry) => entry[0] !== key), [key, value]]);
}

/** The map without the key; itself, where the key is not in it. */
export function mapDelete<V>(map: PersistentMap<V>, key: string): PersistentMap<V> {
  const [shelf, slot] = placeOf(key);
  const bucket = map[shelf]?.[slot];
  if (!bucket?.some((entry) => entry[0] === key)) return map;
  const rest = bucket.filter((entry) => entry[0] !== key);
  return withBucket(map, shelf, slot, rest.length === 0 ? null : rest);
}

/** All entries, in no particular order; the same order for the same content only within one map. */
export function* mapEntries<V>(map: PersistentMap<V>): Generator<readonly [key: string, value: V]> {
  for (const shelf of map) for (const bucket of shelf ?? []) yield* bucket ?? [];
}

function withBucket<V>(map: PersistentMap<V>, shelf: number, slot: number, bucket: Bucket<V> | null): PersistentMap<V> {
  return replaced(map, shelf, replaced(map[shelf] ?? [], slot, bucket));
}

function replaced<T>(items: readonly (T | null)[], at: number, item: T | null): readonly (T | null)[] {
  const copy = items.length === WIDTH ? items.slice() : Array.from({ length: WIDTH }, () => null);
  copy[at] = item;
  return copy;
}

/** FNV-1a over the key, so that neither time-ordered ids nor short keys crowd one bucket. */
function placeOf(key: string): readonly [shelf: number, slot: number] {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return [hash & (WIDTH - 1), (hash >>> 6) & (WIDTH - 1)];
}
