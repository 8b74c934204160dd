import type { Registers } from '#libs/read-models';

/** A store that is frozen answers nothing, for as long as it likes: no call on the registers lasts longer than this. */
export function withTimeLimit(registers: Registers, mostMs: number): Registers {
  const within = <Result>(call: Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const late = () => reject(new Error(`the read-model store did not answer within ${mostMs} ms`));
      const timer = setTimeout(late, mostMs);
      call.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  return {
    read: (name) => within(registers.read(name)),
    list: (prefix) => within(registers.list(prefix)),
    swap: (name, version, value) => within(registers.swap(name, version, value)),
    remove: (name, version) => within(registers.remove(name, version)),
  };
}
