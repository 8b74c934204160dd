import Sequencer from '@jest/test-sequencer';

/** Folders whose specs start processes or wait for clocks, the longest first. */
const LONG = ['test/faults/', 'test/cli/', 'test/nodes/', 'test/support/', 'test/'];

/**
 * In a new clone jest knows no durations and goes by the size of files: a short file that runs for a minute would begin
 * last, and one processor would wait for it.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path, context }) => {
      const within = path.slice(context.config.rootDir.length + 1);
      const at = LONG.findIndex((folder) => within.startsWith(folder));
      return at < 0 ? LONG.length : at;
    };
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
}
