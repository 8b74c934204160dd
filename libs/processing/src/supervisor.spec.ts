import { sleep } from '#libs/kernel';
import { eventually } from '../test/fixtures.js';
import { Supervisor, type Task } from './supervisor.js';

describe('the supervisor', () => {
  const backoff = { initialMs: 1, maxMs: 4 };
  let supervisor: Supervisor;

  beforeEach(() => {
    supervisor = new Supervisor({ backoff });
  });
  afterEach(() => supervisor.stop(100));

  const untilAborted: Task['run'] = async (signal) => {
    await sleep(60_000, signal);
    return 'ended';
  };

  it('starts again what fails, and says what failed', async () => {
    let runs = 0;
    supervisor.start({
      name: 'reader',
      run: async (signal, healthy) => {
        runs += 1;
        if (runs < 4) throw new Error(`broken ${runs}`);
        return untilAborted(signal, healthy);
      },
    });
    await eventually(() => expect(runs).toBe(4));
    expect(supervisor.health()).toEqual([{ name: 'reader', state: 'running', failures: 3, error: 'Error: broken 3' }]);
  });

  it('an end by itself counts as a failure; finished is finished', async () => {
    let ends = 0;
    supervisor.start({ name: 'ends', run: async () => (++ends < 3 ? 'ended' : 'finished') });
    await eventually(() =>
      expect(supervisor.health()).toMatchObject([{ state: 'ended', failures: 2, error: 'it ended by itself' }]),
    );
    await sleep(20);
    expect(ends).toBe(3);
  });

  it('progress makes the next failure wait the short time again', async () => {
    let runs = 0;
    const healthyRuns = new Set([3]);
    supervisor.start({
      name: 'reader',
      run: async (_signal, healthy) => {
        runs += 1;
        if (healthyRuns.has(runs)) {
          healthy();
          expect(supervisor.health()).toMatchObject([{ failures: 0, error: undefined }]);
        }
        if (runs < 5) throw new Error('broken');
        return 'finished';
      },
    });
    await eventually(() => expect(supervisor.health()).toMatchObject([{ state: 'ended', failures: 2 }]));
  });

  it('stops all within the deadline and names what did not end', async () => {
    supervisor.start({ name: 'obedient', run: untilAborted });
    supervisor.start({ name: 'deaf', run: () => new Promise(() => undefined) });
    expect(await supervisor.stop(30)).toEqual(['deaf']);
  });

  it('a task that waits for its next try stops at once', async () => {
    const slow = new Supervisor({ backoff: { initialMs: 60_000, maxMs: 60_000 } });
    slow.start({ name: 'failing', run: () => Promise.reject(new Error('broken')) });
    await eventually(() => expect(slow.health()).toMatchObject([{ state: 'waiting' }]));
    expect(await slow.stop(1_000)).toEqual([]);
  });

  it('a name runs once', () => {
    supervisor.start({ name: 'one', run: untilAborted });
    expect(() => supervisor.start({ name: 'one', run: untilAborted })).toThrow('task one runs already');
  });
});
