// Ends a run with what a reader wants to know: which engines the contract suites met, and the plain total.
const CONTRACT = /^(event store contract|read models|blobs): (.+)$/;
const PORTS = { 'event store contract': 'event store', 'read models': 'read models', blobs: 'blobs' };
const REAL = [
  { variable: 'EVENTSTORE_URL', title: 'EventStoreDB', is: (engine) => /^EventStoreDB \d/.test(engine) },
  { variable: 'MONGODB_URL', title: 'MongoDB', is: (engine) => /MongoDB \d/.test(engine) },
];

export default class TotalReporter {
  onRunComplete(_contexts, results) {
    const met = enginesOf(results.testResults);
    const missing = REAL.filter(({ is }) => !met.some(({ engine }) => is(engine)));
    const without = missing.length > 0 ? ` Without real ${missing.map(why).join(' and ')}.` : '';
    console.log(`Contract suites: ${listed(met)}.${without}`);
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    console.log(`${results.numPassedTests} passed, ${failed} failed`);
  }
}

/** Every engine whose contract suite ran, with how it went, by the suites' own titles. */
function enginesOf(files) {
  const engines = new Map();
  for (const { ancestorTitles, status } of files.flatMap(({ testResults }) => testResults)) {
    const [, suite, engine] = ancestorTitles.map((title) => CONTRACT.exec(title)).find(Boolean) ?? [];
    if (!engine || !['passed', 'failed'].includes(status)) continue;
    const key = `${suite}: ${engine}`;
    const known = engines.get(key) ?? { port: PORTS[suite], engine, passed: 0, failed: 0 };
    known[status] += 1;
    engines.set(key, known);
  }
  return [...engines.values()];
}

function listed(met) {
  const ports = Object.values(PORTS).flatMap((port) => {
    const engines = met.filter((one) => one.port === port);
    return engines.length > 0 ? [`${port} on ${engines.map(told).join(', ')}`] : [];
  });
  return ports.join('; ') || 'none';
}

function told({ engine, passed, failed }) {
  return `${engine} (${failed > 0 ? `${failed} of ${passed + failed} cases FAILED` : `${passed} cases`})`;
}

function why({ variable, title }) {
  return `${title} (${process.env[variable] ? 'its suite is not part of this run, or did not start' : `${variable} is not set`})`;
}
