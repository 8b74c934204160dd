import { constants, createContext } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest's own environment, but with ordinary globals. There each `Math`, `Map` or `Number` is asked of a proxy whenever it is
 * named, thirty times as slowly: specs that compute took a quarter to three quarters more processor time.
 */
export default class OrdinaryGlobals extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const proxied = this.global;
    const global = createContext(constants.DONT_CONTEXTIFY);
    for (const name of Reflect.ownKeys(proxied)) if (!(name in global)) copyOnUse(name, proxied, global);
    Object.assign(global, { global, ArrayBuffer, Uint8Array });
    global.Error.stackTraceLimit = proxied.Error.stackTraceLimit;
    this.context = global;
    this.global = global;
    const { projectConfig } = config;
    this.moduleMocker = new this.moduleMocker.constructor(global);
    this.fakeTimersModern = new this.fakeTimersModern.constructor({ config: projectConfig, global });
  }
}

/** What Node makes when it is first asked for, such as `fetch`, is not made for specs that never ask. */
function copyOnUse(name, from, to) {
  const { enumerable } = Object.getOwnPropertyDescriptor(from, name);
  const set = (value) =>
    Object.defineProperty(to, name, { configurable: true, enumerable, value, writable: true })[name];
  Object.defineProperty(to, name, { configurable: true, enumerable, get: () => set(from[name]), set });
}
