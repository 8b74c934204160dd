import { reportOf } from './fuzz/report.js';
import { attack } from './fuzz/run.js';
import { startPlanted } from './fuzz/target.js';

const SEED = 7;
/** The planted server's own time-outs are over by then, ms. */
const HOLD_MS = 1_200;

/** The attacker against a small server with one defect each: an attacker that finds nothing proves nothing. */
describe('the attacker', () => {
  const run = async (defect: string, answerWithinMs?: number) => {
    const target = await startPlanted(defect);
    try {
      return await attack(target, {
        requests: 1_000,
        seed: SEED,
        connections: 8,
        holdMs: HOLD_MS,
        answerWithinMs,
      });
    } finally {
      await target.stop();
    }
  };

  it.each<{ defect: string; wanted: RegExp; besides?: RegExp; answerWithinMs?: number }>([
    { defect: 'a 5xx', wanted: /^500: / },
    { defect: 'a stack', wanted: /^400: the refusal tells of our insides/ },
    { defect: 'a leak', wanted: /^memory keeps growing/ },
    { defect: 'a hang', wanted: /^health is late/ },
    { defect: 'a quadratic field', wanted: /^health is late/ },
    { defect: 'no answer', wanted: /^no answer \(timeout\)/, answerWithinMs: 3_000 },
    { defect: 'an end', wanted: /^the process ended/, besides: /^no answer \((closed|reset)\)|^health answers 0/ },
    { defect: 'a held socket', wanted: /^a socket is still held/ },
  ])(
    'finds $defect, and nothing else',
    async ({ defect, wanted, besides = wanted, answerWithinMs }) => {
      const { findings } = await run(defect, answerWithinMs);
      const kinds = [...new Set(findings.map(({ what }) => what))];
      expect(kinds.filter((what) => wanted.test(what))).not.toEqual([]);
      expect(kinds.filter((what) => !wanted.test(what) && !besides.test(what))).toEqual([]);
    },
    60_000,
  );

  it('finds nothing in a sound server', async () => {
    const report = await run('none');
    expect(report.findings.length === 0 ? '' : reportOf(report)).toBe('');
    expect(report.requests).toBe(1_000);
  }, 60_000);
});
