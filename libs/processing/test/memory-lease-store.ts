import type { JsonObject } from '#libs/kernel';
import type { LeaseRecord, LeaseStore } from '#libs/read-models';

/** Leases that several nodes of one spec share; each node has a view of its own that can fail. */
export class MemoryLeaseStore implements LeaseStore {
  readonly all = new Map<string, LeaseRecord>();

  constructor(readonly exclusive = false) {}

  async read(name: string): Promise<LeaseRecord | undefined> {
    return this.all.get(name);
  }

  async list(prefix: string): Promise<readonly LeaseRecord[]> {
    return [...this.all.values()]
      .filter(({ name }) => name.startsWith(prefix))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async compareAndSet(name: string, version: number, value: JsonObject): Promise<LeaseRecord | undefined> {
    if ((this.all.get(name)?.version ?? 0) !== version) return undefined;
    const record = { name, version: version + 1, value };
    this.all.set(name, record);
    return record;
  }

  async remove(name: string, version: number): Promise<boolean> {
    return this.all.get(name)?.version === version && this.all.delete(name);
  }

  /** The same leases as one node reaches them: `refuses` fails every call, `hangs` answers none. */
  view(): LeaseStore & { refuses: boolean; hangs: boolean } {
    const through = async <Result>(call: () => Promise<Result>): Promise<Result> => {
      if (view.hangs) return new Promise(() => undefined);
      if (view.refuses) throw new Error('the store is away');
      return call();
    };
    const view = {
      exclusive: this.exclusive,
      refuses: false,
      hangs: false,
      read: (name: string) => through(() => this.read(name)),
      list: (prefix: string) => through(() => this.list(prefix)),
      compareAndSet: (name: string, version: number, value: JsonObject) =>
        through(() => this.compareAndSet(name, version, value)),
      remove: (name: string, version: number) => through(() => this.remove(name, version)),
    };
    return view;
  }
}
