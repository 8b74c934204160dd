import { reportOf } from './fuzz/report.js';
import { attack, type RunOptions } from './fuzz/run.js';
import { startPlanted } from './fuzz/target.js';

const SEED = 7;
/** Each defect is met several times over; two bombs in a hundred. */
const REQUESTS = 500;
/** The planted server's own time-outs are over by then, ms. */
const HOLD_MS = 1_800;

/** Half of what the planted leak keeps of 200 requests, the fewest that come after the measure of the warm-up. */
const LEAK_BYTES = 30_000_000;

/** What callers may meet that wait while the event loop is held. */
const MEANWHILE = /^health answers [04]|^no answer \((timeout|reset)\)/;

/** The attacker against a small server with one defect each: an attacker that finds nothing proves nothing. */
describe('the attacker', () => {
  const run = async (defect: string, bounds: Pick<RunOptions, 'answerWithinMs' | 'maxGrowthBytes'> = {}) => {
    const target = await startPlanted(defect);
    try {
      return await attack(target, {
        requests: REQUESTS,
        seed: SEED,
        connections: 8,
        holdMs: HOLD_MS,
        ...bounds,
      });
    } finally {
      await target.stop();
    }
  };

  it.each<{ defect: string; wanted: RegExp; besides?: RegExp; bounds?: Parameters<typeof run>[1] }>([
    { defect: 'a 5xx', wanted: /^500: / },
    { defect: 'a stack', wanted: /^400: the refusal tells of our insides/ },
    { defect: 'a leak', wanted: /^memory keeps growing/, bounds: { maxGrowthBytes: LEAK_BYTES } },
    // Once it goes on, time is over for what came meanwhile, and it is as long as the machine is slow: callers are told so,
    // are cut off, or have given up.
    { defect: 'a hang', wanted: /^health is late/, besides: MEANWHILE },
    { defect: 'a quadratic field', wanted: /^health is late/, besides: MEANWHILE },
    { defect: 'no answer', wanted: /^no answer \(timeout\)/, bounds: { answerWithinMs: 3_000 } },
    { defect: 'an end', wanted: /^the process ended/, besides: /^no answer \((closed|reset)\)|^health answers 0/ },
    { defect: 'a held socket', wanted: /^a socket is still held/ },
  ])('finds $defect, and nothing else', async ({ defect, wanted, besides = wanted, bounds }) => {
    const { findings } = await run(defect, bounds);
    const kinds = [...new Set(findings.map(({ what }) => what))];
    expect(kinds.filter((what) => wanted.test(what))).not.toEqual([]);
    expect(kinds.filter((what) => !wanted.test(what) && !besides.test(what))).toEqual([]);
  });

  it('finds nothing in a sound server', async () => {
    const report = await run('none');
    expect(report.findings.length === 0 ? '' : reportOf(report)).toBe('');
    expect(report.requests).toBe(REQUESTS);
  });
});
