import { setTimeout as sleep } from 'node:timers/promises';
import { Hold } from './hold.js';
import { Lock } from './lock.js';

describe('a hold', () => {
  it('lets go by itself when its time is over, so that others go on', async () => {
    const lock = new Lock();
    const hold = new Hold(5);
    await hold.take(lock);
    expect(hold.held).toBe(true);
    await lock.run(async () => undefined);
    expect(hold.held).toBe(false);
    expect(hold.keep()).toBe(false);
  });

  it('once kept, stays until it is let go', async () => {
    const lock = new Lock();
    const hold = new Hold(5);
    await hold.take(lock);
    expect(hold.keep()).toBe(true);
    let others = false;
    const waiting = lock.run(async () => {
      others = true;
    });
    await sleep(20);
    expect(others).toBe(false);
    hold.letGo();
    await waiting;
    expect(others).toBe(true);
  });
});
