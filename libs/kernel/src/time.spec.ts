import { setTimeout as pause } from 'node:timers/promises';
import { deadlineIn } from './time.js';

describe('a deadline', () => {
  it('aborts when its time is over', async () => {
    const { signal } = deadlineIn(20);
    expect(signal.aborted).toBe(false);
    await pause(60);
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('keeps no timer once it is cleared, and does not abort', async () => {
    const { signal, clear } = deadlineIn(20);
    clear();
    await pause(60);
    expect(signal.aborted).toBe(false);
  });
});
