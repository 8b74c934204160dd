import type { Registers } from '#libs/read-models';

/** Rejects when the call has not ended within the time; what it comes to later is nobody's. */
export function within<Result>(mostMs: number, call: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`the store did not answer within ${mostMs} ms`));
    const timer = setTimeout(late, mostMs);
    call.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A store that is frozen answers nothing, for as long as it likes: no call on the registers lasts longer than this. */
export function withTimeLimit(registers: Registers, mostMs: number): Registers {
  return {
    read: (name) => within(mostMs, registers.read(name)),
    list: (prefix) => within(mostMs, registers.list(prefix)),
    swap: (name, version, value) => within(mostMs, registers.swap(name, version, value)),
    remove: (name, version) => within(mostMs, registers.remove(name, version)),
  };
}
