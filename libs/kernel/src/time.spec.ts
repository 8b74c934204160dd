import { setTimeout as pause } from 'node:timers/promises';
import { deadlineIn } from './time.js';

describe('a deadline', () => {
  it('aborts when its time is over', async () => {
    const { signal } = deadlineIn(20);
    expect(signal.aborted).toBe(false);
    await pause(60);
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('aborts with the reason of an outer signal, also of one that was aborted before', async () => {
    const outer = new AbortController();
    const before = deadlineIn(10_000, outer.signal);
    const cleared = deadlineIn(10_000, outer.signal);
    cleared.clear();
    outer.abort('stopped');
    const after = deadlineIn(10_000, outer.signal);
    expect([before, cleared, after].map(({ signal }) => signal.reason)).toEqual(['stopped', undefined, 'stopped']);
    for (const { clear } of [before, after]) clear();
  });

  it('keeps no timer once it is cleared, and does not abort', async () => {
    const { signal, clear } = deadlineIn(20);
    clear();
    await pause(60);
    expect(signal.aborted).toBe(false);
  });
});
