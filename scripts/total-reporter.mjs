// Ends a run with what a reader wants to know: which real engines were met, and the plain total.
export default class TotalReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const engines = [
      ['EVENTSTORE_URL', 'EventStoreDB'],
      ['MONGODB_URL', 'MongoDB'],
    ].map(
      ([name, title]) =>
        `${title} not tested (${process.env[name] ? 'there is no adapter in this version' : `${name} is not set`})`,
    );
    console.log(`Real engines: SQLite tested; ${engines.join('; ')}.`);
    console.log(`${results.numPassedTests} passed, ${failed} failed`);
  }
}
