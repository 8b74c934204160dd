import { reportOf } from './fuzz/report.js';
import { attack, type Report } from './fuzz/run.js';
import { startTarget, type Target } from './fuzz/target.js';

/** Some 1,500 requests meet each family, each trick and each bomb; `npm run attack` sends 200,000. */
const SHORT = { requests: 1_500, seed: 20261122, connections: 8, holdMs: 6_000 };
/** So that what is held must be free again while the run lasts. */
const REQUEST_TIMEOUT = '2s';

describe('the service under attack (short form)', () => {
  let target: Target;
  let report: Report;
  beforeAll(async () => {
    target = await startTarget({ REQUEST_TIMEOUT });
    report = await attack(target, SHORT);
  });
  afterAll(() => target.stop());

  it('answers all of it in the envelope, in time, in memory that stays flat', () => {
    expect(report.findings.length === 0 ? '' : reportOf(report)).toBe('');
  });

  it('was reached: every operation that a caller can succeed with did so', () => {
    const reached = [...report.statuses].filter(([, statuses]) => [...statuses.keys()].some((status) => status < 300));
    expect(reached.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'GET /v1/conversations/{id}',
        'GET /v1/conversations/{id}/turns',
        'GET /v1/events',
        'GET /v1/health',
        'GET /v1/turns/{id}',
        'GET /v1/turns/{id}/events',
        'GET /v1/usage',
        'POST /v1/conversations',
        'POST /v1/conversations/{id}/turns',
      ]),
    );
  });
});
