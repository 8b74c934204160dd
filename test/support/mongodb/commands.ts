import { DoubleCollection, DuplicateKey, type Index } from './collection.js';
import type { Fields } from './wire.js';
import { Int64 } from './wire.js';

/** An error as a server answers it. */
export class Refused extends Error {
  constructor(
    readonly code: number,
    readonly codeName: string,
    message: string,
  ) {
    super(message);
  }
}

type Command = (body: Fields, rival: (() => void) | undefined) => Fields;

interface OpenCursor {
  readonly namespace: string;
  readonly rest: Fields[];
}

const BATCH = 101;

/** One server's databases and what its commands do with them. */
export class DoubleServer {
  private readonly databases = new Map<string, Map<string, DoubleCollection>>();
  private readonly views = new Map<string, Fields>();
  private readonly cursors = new Map<string, OpenCursor>();
  private cursorIds = 0n;
  private readonly commands: Record<string, Command> = {
    ping: () => ({}),
    endSessions: () => ({}),
    find: (body) => this.find(body),
    getMore: (body) => this.more(body),
    killCursors: (body) => this.kill(body),
    insert: (body) => this.insert(body),
    update: (body, rival) => this.update(body, rival),
    delete: (body) => this.delete(body),
    findAndModify: (body) => this.findAndModify(body),
    createIndexes: (body) => this.createIndexes(body),
    listIndexes: (body) => this.listIndexes(body),
    listCollections: (body) => this.listCollections(body),
    create: (body) => this.create(body),
    collMod: (body) => this.create(body),
    drop: (body) => this.drop(body),
    dropDatabase: (body) => this.dropDatabase(body),
  };

  run(name: string, body: Fields, rival?: () => void): Fields {
    const command = this.commands[name];
    if (!command) throw new Refused(59, 'CommandNotFound', `no such command: '${name}'`);
    return { ...command(body, rival), ok: 1 };
  }

  /** For tests that look behind the adapter, or write past it. */
  collection(database: string, name: string): DoubleCollection {
    const collections = this.databases.get(database) ?? new Map<string, DoubleCollection>();
    this.databases.set(database, collections);
    const collection = collections.get(name) ?? new DoubleCollection();
    collections.set(name, collection);
    return collection;
  }

  loseCursors(): void {
    this.cursors.clear();
  }

  private of(body: Fields): DoubleCollection {
    const [name] = Object.values(body);
    return this.collection(text(body.$db), text(name));
  }

  private find(body: Fields): Fields {
    const view = this.views.get(`${body.$db}.${body.find}`);
    const target = view ? this.collection(text(body.$db), text(view.viewOn)) : this.of(body);
    const filter = { $and: [fields(body.filter ?? {}), ...(view ? viewFilters(view) : [])] };
    const plain = view ? filter : fields(body.filter ?? {});
    const found = target.find(plain, fields(body.sort ?? {}));
    const limited = body.limit ? found.slice(0, Number(body.limit)) : found;
    const shown = limited.map((document) => projected(document, body.projection));
    return this.cursor(
      `${body.$db}.${body.find}`,
      shown,
      body.singleBatch ? shown.length : Number(body.batchSize ?? BATCH),
    );
  }

  private cursor(namespace: string, documents: Fields[], size: number): Fields {
    const firstBatch = documents.slice(0, size);
    const rest = documents.slice(size);
    this.cursorIds += 1n;
    if (rest.length > 0) this.cursors.set(String(this.cursorIds), { namespace, rest });
    return { cursor: { id: new Int64(rest.length > 0 ? this.cursorIds : 0n), ns: namespace, firstBatch } };
  }

  private more(body: Fields): Fields {
    const id = body.getMore instanceof Int64 ? body.getMore.value : 0n;
    const open = this.cursors.get(String(id));
    if (!open) throw new Refused(43, 'CursorNotFound', `cursor id ${id} not found`);
    const nextBatch = open.rest.splice(0, Number(body.batchSize ?? BATCH));
    if (open.rest.length === 0) this.cursors.delete(String(id));
    return { cursor: { id: new Int64(open.rest.length > 0 ? id : 0n), ns: open.namespace, nextBatch } };
  }

  private kill(body: Fields): Fields {
    for (const id of list(body.cursors)) if (id instanceof Int64) this.cursors.delete(String(id.value));
    return { cursorsKilled: body.cursors };
  }

  private insert(body: Fields): Fields {
    const target = this.of(body);
    const writeErrors: Fields[] = [];
    let n = 0;
    for (const [index, document] of list(body.documents).entries()) {
      try {
        target.insert(fields(document));
        n += 1;
      } catch (error) {
        writeErrors.push(writeError(index, error));
        if (body.ordered !== false) break;
      }
    }
    return { n, ...(writeErrors.length > 0 ? { writeErrors } : {}) };
  }

  private update(body: Fields, rival: (() => void) | undefined): Fields {
    const target = this.of(body);
    const upserted: Fields[] = [];
    const writeErrors: Fields[] = [];
    let n = 0;
    for (const [index, one] of list(body.updates).entries()) {
      const { q, u, upsert, multi } = fields(one);
      const change = { filter: fields(q), update: fields(u), upsert: upsert === true, multi: multi === true };
      try {
        const done = target.change(change, {}, rival);
        n += done.upserted === undefined ? done.matched : 1;
        if (done.upserted !== undefined) upserted.push({ index, _id: done.upserted });
      } catch (error) {
        writeErrors.push(writeError(index, error));
        if (body.ordered !== false) break;
      }
    }
    return { n, nModified: n - upserted.length, upserted, ...(writeErrors.length > 0 ? { writeErrors } : {}) };
  }

  private delete(body: Fields): Fields {
    const target = this.of(body);
    const gone = list(body.deletes).map((one) => target.remove(fields(fields(one).q), fields(one).limit === 1));
    return { n: gone.reduce((sum, count) => sum + count, 0) };
  }

  private findAndModify(body: Fields): Fields {
    const change = {
      filter: fields(body.query),
      update: fields(body.update),
      upsert: body.upsert === true,
      multi: false,
    };
    const { before, after, matched } = this.of(body).change(change, fields(body.sort ?? {}));
    return {
      value: (body.new ? after : before) ?? null,
      lastErrorObject: { n: matched, updatedExisting: matched > 0 },
    };
  }

  private createIndexes(body: Fields): Fields {
    const { indexes } = this.of(body);
    for (const one of list(body.indexes)) {
      const { name, key, ...options } = fields(one);
      const made: Index = { name: text(name), key: fields(key), ...options };
      if (!indexes.some((index) => index.name === made.name)) indexes.push(made);
    }
    return { numIndexesAfter: indexes.length };
  }

  private listIndexes(body: Fields): Fields {
    const known = this.databases.get(text(body.$db))?.has(text(body.listIndexes));
    if (!known) throw new Refused(26, 'NamespaceNotFound', `ns does not exist: ${body.$db}.${body.listIndexes}`);
    const indexes = this.of(body).indexes.map(({ name, key, ...options }) => ({ v: 2, key, name, ...options }));
    return this.cursor(`${body.$db}.$cmd.listIndexes`, indexes, indexes.length);
  }

  private listCollections(body: Fields): Fields {
    const names = [...(this.databases.get(text(body.$db))?.keys() ?? [])].map((name) => ({ name, type: 'collection' }));
    const views = [...this.views.keys()]
      .filter((path) => path.startsWith(`${body.$db}.`))
      .map((path) => ({ name: path.slice(text(body.$db).length + 1), type: 'view' }));
    const { name } = fields(body.filter ?? {});
    const all = [...names, ...views].filter((one) => name === undefined || one.name === name);
    return this.cursor(`${body.$db}.$cmd.listCollections`, all, all.length);
  }

  private create(body: Fields): Fields {
    const name = body.create ?? body.collMod;
    if (body.viewOn === undefined) this.collection(text(body.$db), text(name));
    else this.views.set(`${body.$db}.${name}`, body);
    return {};
  }

  private drop(body: Fields): Fields {
    const gone =
      this.views.delete(`${body.$db}.${body.drop}`) || this.databases.get(text(body.$db))?.delete(text(body.drop));
    if (!gone) throw new Refused(26, 'NamespaceNotFound', 'ns not found');
    return {};
  }

  private dropDatabase(body: Fields): Fields {
    this.databases.delete(text(body.$db));
    for (const path of this.views.keys()) if (path.startsWith(`${body.$db}.`)) this.views.delete(path);
    return {};
  }
}

function viewFilters(view: Fields): Fields[] {
  return list(view.pipeline).map((stage) => fields(fields(stage).$match));
}

function projected(document: Fields, projection: unknown): Fields {
  const names = Object.entries(fields(projection ?? {})).flatMap(([name, shown]) => (shown ? [name] : []));
  if (names.length === 0) return document;
  return Object.fromEntries(Object.entries(document).filter(([name]) => name === '_id' || names.includes(name)));
}

function writeError(index: number, error: unknown): Fields {
  if (!(error instanceof DuplicateKey)) throw error;
  return { index, code: 11_000, errmsg: error.message };
}

function fields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('expected a document');
  return { ...value };
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`expected text, found ${typeof value}`);
  return value;
}
