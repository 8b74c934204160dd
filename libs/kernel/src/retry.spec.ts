import { backoffMs, endsWithin, retry, sleep, withTimeout } from './retry.js';

const BACKOFF = { initialMs: 10, maxMs: 40 };
const doneIn = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms).unref());
const late = () => new Error('late');

describe('back-off', () => {
  it('doubles up to its bound, and leaves half of each pause to chance', () => {
    const pauses = [0, 1, 2, 3, 1_000].map((failures) => backoffMs(failures, BACKOFF, () => 0));
    expect(pauses).toEqual([5, 10, 20, 20, 20]);
    expect(backoffMs(1, BACKOFF, () => 1)).toBe(20);
  });

  it('is slept through, or left at once when aborted', async () => {
    const abort = new AbortController();
    const began = performance.now();
    const sleeping = sleep(10_000, abort.signal);
    abort.abort();
    await sleeping;
    await sleep(10_000, abort.signal);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('a time limit', () => {
  it('gives what comes in time, the error for what does not, and ends at an abort', async () => {
    expect(await withTimeout(doneIn(1), 1_000, late)).toBe('done');
    await expect(withTimeout(Promise.reject(new Error('broken')), 1_000, late)).rejects.toThrow('broken');
    await expect(withTimeout(doneIn(1_000), 10, late)).rejects.toThrow('late');
    const signal = AbortSignal.timeout(10);
    await expect(withTimeout(doneIn(1_000), 10_000, late, signal)).rejects.toThrow('late');
  });

  it('takes in what has arrived while the event loop was blocked', async () => {
    const answer = withTimeout(doneIn(5), 10, late);
    for (const end = performance.now() + 50; performance.now() < end; );
    expect(await answer).toBe('done');
  });

  it('says whether work ended within it', async () => {
    expect(await endsWithin(doneIn(1), 1_000)).toBe(true);
    expect(await endsWithin(doneIn(1_000), 10)).toBe(false);
    await expect(endsWithin(Promise.reject(new Error('broken')), 1_000)).rejects.toThrow('broken');
  });
});

describe('retry', () => {
  const failing = (times: number) => {
    const attempts: number[] = [];
    const call = async (attempt: number) => {
      attempts.push(attempt);
      if (attempts.length <= times) throw new Error(`failure ${attempts.length}`);
      return 'done';
    };
    return { attempts, call };
  };
  const policy = { backoff: { initialMs: 1, maxMs: 2 }, retryable: () => true };

  it('repeats until the call succeeds, with the number of the try', async () => {
    const { attempts, call } = failing(3);
    expect(await retry(call, policy)).toBe('done');
    expect(attempts).toEqual([0, 1, 2, 3]);
  });

  it('throws at once what no repeat will mend', async () => {
    const { attempts, call } = failing(3);
    await expect(retry(call, { ...policy, retryable: () => false })).rejects.toThrow('failure 1');
    expect(attempts).toEqual([0]);
  });

  it('throws the last error when the time is over or it is aborted', async () => {
    const deadline = performance.now() + 30;
    await expect(retry(failing(1e9).call, { ...policy, deadline })).rejects.toThrow(/failure/);
    expect(performance.now()).toBeLessThan(deadline + 5_000);
    const signal = AbortSignal.timeout(30);
    const patient = { backoff: { initialMs: 60_000, maxMs: 60_000 }, retryable: () => true, signal };
    await expect(retry(failing(1e9).call, patient)).rejects.toThrow('failure 1');
  });
});
