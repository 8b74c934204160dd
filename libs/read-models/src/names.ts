import type { Collection } from './port.js';

const COLLECTION = /^[a-z][a-z0-9_-]{0,62}$/;
const FIELD = /^[A-Za-z][A-Za-z0-9_]{0,62}(\.[A-Za-z][A-Za-z0-9_]{0,62}){0,7}$/;

/** `turns@1`, or `turns@1.2` for its second rebuild: the physical collection's name in every store. */
export function labelOf(collection: Collection): string {
  if (!COLLECTION.test(collection.name)) {
    throw new Error(`read model name ${JSON.stringify(collection.name)}: expected lower-case letters, digits, _ and -`);
  }
  const { version, build = 0 } = collection;
  if (!Number.isSafeInteger(version) || version < 1 || !Number.isSafeInteger(build) || build < 0) {
    throw new Error(`read model ${collection.name}: version ${version}.${build} is not a whole number from 1`);
  }
  return build === 0 ? `${collection.name}@${version}` : `${collection.name}@${version}.${build}`;
}

/** The name under which a collection's checkpoint is kept. */
export function checkpointOf(collection: Collection): string {
  return `projection:${labelOf(collection)}`;
}

/** The logical name in a label: `turns` of `turns@1.2`. */
export function nameOfLabel(label: string): string {
  const at = label.indexOf('@');
  return at === -1 ? label : label.slice(0, at);
}

/**
 * A field path that may become part of a statement: names and dots, nothing else. This is what stands between a query's
 * field names and SQL; values are always bound.
 */
export function checkedField(path: string): string {
  if (!FIELD.test(path)) throw new Error(`field ${JSON.stringify(path)}: expected a path such as result.status`);
  return path;
}

/** A document's value at a path, as an index keeps it; objects and arrays as JSON text, nothing as null. */
export function scalarAt(document: object, path: string): string | number | boolean | null {
  let value: unknown = document;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    value = Reflect.get(value, name);
  }
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value) ?? null;
}
