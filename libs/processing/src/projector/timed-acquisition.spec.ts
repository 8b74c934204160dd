import { setTimeout as sleep } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import { TimedAcquisition } from './timed-acquisition.js';

describe('a mutex acquired for a bounded time', () => {
  it('is free by itself when the time is over, so that others go on', async () => {
    const mutex = new Mutex();
    const acquisition = new TimedAcquisition(5);
    await acquisition.acquire(mutex);
    expect(acquisition.held).toBe(true);
    await mutex.runExclusive(async () => undefined);
    expect(acquisition.held).toBe(false);
    expect(acquisition.keep()).toBe(false);
  });

  it('once kept, is held until it is released', async () => {
    const mutex = new Mutex();
    const acquisition = new TimedAcquisition(5);
    await acquisition.acquire(mutex);
    expect(acquisition.keep()).toBe(true);
    let others = false;
    const waiting = mutex.runExclusive(async () => {
      others = true;
    });
    await sleep(20);
    expect(others).toBe(false);
    acquisition.release();
    await waiting;
    expect(others).toBe(true);
  });
});
