import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { BARE, programFile } from './dist.js';

const DOCS = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8');
/** What the section sets aside: it serves every event or runs by the clock, and knows no turn. */
const ASIDE = [
  /^(test|projections|libs\/(kernel|platform|assistant|furniture|blobs|read-models))\//,
  /^libs\/processing\/src\/(projector\/|cluster\/|admin-requests|sagas\/saga-checkpoints|log|supervisor|scheduling\/clock-monitor)/,
  /^libs\/conversations\/src\/processes\/(fail|expire|release|sweep)-/,
  /^libs\/event-store\/src\/sqlite\/reader\.ts|^apps\/service\/src\/metrics\.ts/,
  // Sockets, below every request.
  /^apps\/service\/src\/http\/connections\.ts/,
  // Lets every route pass that is not the cabinet's.
  /^apps\/service\/src\/cabinet\/guard\.ts/,
  // Signed heads of the log, by the clock.
  /^libs\/event-store\/src\/log-heads\//,
  // The program's own polling for the outcome.
  /^libs\/conversations\/src\/queries\//,
];
/** The commit worker is a thread of its own, which the coverage of the main one does not see. */
const WORKER = ['libs/event-store/src/chain.ts', 'libs/event-store/src/sqlite/commit-worker.entry.ts'];

/** Every file that a list of «The way of a POST turn» names. */
function listed(heading: string): string[] {
  const [, section = ''] = DOCS.split(`\n### ${heading}\n`);
  return [...(section.split('\n#')[0] ?? '').matchAll(/`((?:apps|libs)\/[\w./-]+\.ts)`/g)].map(([, file = '']) => file);
}

describe('the way of a POST turn', () => {
  const untilStored = listed('Until `TurnQueued` is stored');
  const untilAnnounced = listed('Until the outcome is announced');

  it('is short: at most 30 files until the turn is stored, and 25 more until its outcome is announced', () => {
    expect(untilStored.length).toBeGreaterThan(20);
    expect(untilStored.length).toBeLessThanOrEqual(30);
    expect(untilAnnounced.length).toBeLessThanOrEqual(25);
    expect(DOCS).toContain(`${untilStored.length} files until`);
    expect(DOCS).toContain(`${untilAnnounced.length} more until`);
  });

  it('goes through the files that docs/architecture.md lists and no others, in four commits', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [programFile('way')], { env: BARE });
    const way: { stored: string[]; announced: string[]; commits: string[][] } = JSON.parse(stdout);
    const ofTheWay = (file: string) => !WORKER.includes(file) && !ASIDE.some((aside) => aside.test(file));
    const expected = [...untilStored, ...untilAnnounced].filter((file) => !WORKER.includes(file));
    const ran = new Set([...way.stored, ...way.announced].filter(ofTheWay));
    expect([...ran].sort()).toEqual(expected.sort());
    expect(way.stored).toEqual(expect.arrayContaining(untilStored.filter((file) => !WORKER.includes(file))));
    // Accepted with its coins and claimed, attempt and outcome, settled; the webhook follows the settlement (contract.md).
    const commits = [['coins', 'conversation'], ['conversation'], ['coins'], ['delivery']];
    expect(way.commits).toEqual(commits);
  });
});
