import { reportOf } from './fuzz/report.js';
import { attack } from './fuzz/run.js';
import { startPlanted } from './fuzz/target.js';

const SEED = 7;
/** The planted server's own time-outs are over by then, ms. */
const HOLD_MS = 1_200;

/** The attacker against a small server with one defect each: an attacker that finds nothing proves nothing. */
describe('the attacker', () => {
  const run = async (defect: string) => {
    const target = await startPlanted(defect);
    try {
      return await attack(target, {
        requests: 1_000,
        seed: SEED,
        connections: 8,
        holdMs: HOLD_MS,
        answerWithinMs: 2_000,
      });
    } finally {
      await target.stop();
    }
  };

  it.each([
    ['a 5xx', [/^500: /]],
    ['a stack', [/^400: the refusal tells of our insides/]],
    ['a leak', [/^memory keeps growing/]],
    ['a hang', [/^health is late/]],
    ['a quadratic field', [/^health is late/]],
    ['no answer', [/^no answer \(timeout\)/]],
    ['an end', [/^the process ended/, /^no answer \((closed|reset)\)/]],
    ['a held socket', [/^a socket is still held/]],
  ])('finds %s, and nothing else', async (defect, wanted) => {
    const { findings } = await run(defect);
    const kinds = [...new Set(findings.map(({ what }) => what))];
    expect(kinds.some((what) => wanted[0]?.test(what))).toBe(true);
    expect(kinds.filter((what) => !wanted.some((one) => one.test(what)))).toEqual([]);
  });

  it('finds nothing in a sound server', async () => {
    const report = await run('none');
    expect(report.findings.length === 0 ? '' : reportOf(report)).toBe('');
    expect(report.requests).toBe(1_000);
  });
});
