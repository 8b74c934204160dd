import type { LeaseStore } from '#libs/read-models';

/** Rejects when the call has not ended within the time; what it comes to later is nobody's. */
export function within<Result>(maxMs: number, call: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`the store did not answer within ${maxMs} ms`));
    const timer = setTimeout(late, maxMs);
    call.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A store that is frozen answers nothing, for as long as it likes: no call on the leases lasts longer than this. */
export function withTimeLimit(leases: LeaseStore, maxMs: number): LeaseStore {
  return {
    read: (name) => within(maxMs, leases.read(name)),
    list: (prefix) => within(maxMs, leases.list(prefix)),
    compareAndSet: (name, version, value) => within(maxMs, leases.compareAndSet(name, version, value)),
    remove: (name, version) => within(maxMs, leases.remove(name, version)),
  };
}
