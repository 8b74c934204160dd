import { update as applyUpdate, Query } from 'mingo';
import { ObjectId } from 'mongodb';
import { sorted, valueAt } from './order.js';
import { type Fields, Int64 } from './wire.js';

export class DuplicateKey extends Error {
  constructor(index: string, value: unknown) {
    super(`E11000 duplicate key error collection: double index: ${index} dup key: ${JSON.stringify(String(value))}`);
  }
}

export interface Index {
  readonly name: string;
  readonly key: Fields;
  readonly unique?: boolean;
  readonly [option: string]: unknown;
}

export interface Change {
  readonly filter: Fields;
  readonly update: Fields;
  readonly upsert: boolean;
  readonly multi: boolean;
}

export interface Changed {
  readonly matched: number;
  readonly upserted: unknown;
  /** Of one change: the document before and after. */
  readonly before: Fields | undefined;
  readonly after: Fields | undefined;
}

/** A collection in memory; mingo evaluates queries and updates. */
export class DoubleCollection {
  readonly indexes: Index[] = [{ name: '_id_', key: { _id: 1 } }];
  private readonly documents = new Map<string, Fields>();

  find(filter: Fields, sort: object = {}): Fields[] {
    const query = new Query<Fields>(filter, {});
    const found: Fields[] = this.candidates(filter).filter((document) => query.test(document));
    return sorted(found, sort);
  }

  /** By id where the filter names it: the rest would be looked through for nothing. */
  private candidates({ _id }: Fields): Fields[] {
    if (typeof _id === 'string') return this.byIds([_id]);
    const among = typeof _id === 'object' && _id !== null && '$in' in _id ? _id.$in : undefined;
    return Array.isArray(among) ? this.byIds(among) : [...this.documents.values()];
  }

  private byIds(ids: readonly unknown[]): Fields[] {
    return [...new Set(ids)].flatMap((id): Fields[] => {
      const document = this.documents.get(keyOf(id));
      return document ? [document] : [];
    });
  }

  insert(document: Fields): void {
    const whole = '_id' in document ? document : { _id: new ObjectId(), ...document };
    if (this.documents.has(keyOf(whole._id))) throw new DuplicateKey('_id_', whole._id);
    this.refuseDuplicate(whole);
    this.documents.set(keyOf(whole._id), whole);
  }

  private refuseDuplicate(document: Fields): void {
    for (const { name, key } of this.indexes.filter(({ unique }) => unique)) {
      const values = Object.keys(key).map((field) => String(valueAt(document, field)));
      const same = [...this.documents.values()].some(
        (other) =>
          other._id !== document._id &&
          Object.keys(key).every((field, at) => String(valueAt(other, field)) === values[at]),
      );
      if (same) throw new DuplicateKey(name, values.join());
    }
  }

  /** `rival` runs between looking and inserting, as another connection may. */
  change({ filter, update, upsert, multi }: Change, sort: object = {}, rival?: () => void): Changed {
    const found = this.find(filter, sort);
    const matches = multi ? found : found.slice(0, 1);
    let before: Fields | undefined;
    let after: Fields | undefined;
    for (const document of matches) {
      before = document;
      after = changed(document, update, false);
      this.refuseDuplicate(after);
      this.documents.set(keyOf(document._id), after);
    }
    if (matches.length > 0 || !upsert) return { matched: matches.length, upserted: undefined, before, after };
    rival?.();
    const made = changed(equalities(filter), update, true);
    this.insert(made);
    const [inserted] = this.find({ _id: made._id });
    return { matched: 0, upserted: inserted?._id ?? made._id, before: undefined, after: inserted };
  }

  remove(filter: Fields, one: boolean): number {
    const found = this.find(filter);
    const gone = one ? found.slice(0, 1) : found;
    for (const { _id } of gone) this.documents.delete(keyOf(_id));
    return gone.length;
  }
}

/** A replacement, or operators; `$setOnInsert` is the double's, for mingo has none. */
function changed(document: Fields, update: Fields, inserted: boolean): Fields {
  const operators = Object.keys(update).some((name) => name.startsWith('$'));
  if (!operators) return '_id' in document ? { _id: document._id, ...update } : { ...update };
  const { $setOnInsert, ...others } = update;
  const copy: Fields = structuredCopy(document);
  if (inserted && !('_id' in copy)) copy._id = new ObjectId();
  if (inserted && typeof $setOnInsert === 'object') Object.assign(copy, $setOnInsert);
  for (const [operator, fields] of Object.entries(others)) {
    if (typeof fields !== 'object' || fields === null) throw new Error(`the double cannot do ${operator}`);
    applyUpdate(copy, { [operator]: fields }, [], {}, { cloneMode: 'none' });
  }
  return copy;
}

function structuredCopy(document: Fields): Fields {
  return Object.fromEntries(
    Object.entries(document).map(([key, value]) => [key, Array.isArray(value) ? [...value] : copyOf(value)]),
  );
}

function copyOf(value: unknown): unknown {
  return typeof value === 'object' && value?.constructor === Object ? structuredCopy({ ...value }) : value;
}

/** What an upsert takes from its filter: fields that equal something. */
function equalities(filter: Fields): Fields {
  const isOperator = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.keys(value).some((name) => name.startsWith('$'));
  return Object.fromEntries(
    Object.entries(filter).filter(([field, value]) => !field.startsWith('$') && !isOperator(value)),
  );
}

function keyOf(id: unknown): string {
  return id instanceof Int64 ? `long ${id}` : `${typeof id} ${String(id)}`;
}
