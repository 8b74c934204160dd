// The import rule (docs/architecture.md): apps → libs, projections; projections → what contexts publish; a bounded
// context never reaches into another; furniture imports nothing; test code is imported by tests alone.
const index = '^libs/[^/]+/src/(index|contract)\\.ts$';
const tests = '\\.spec\\.ts$|(^|/)test/';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: '^node_modules', dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'libs-by-their-index',
      comment:
        'A library is imported through its src/index.ts, a context also through its src/contract.ts, and nothing deeper.',
      severity: 'error',
      from: { path: '^(libs/([^/]+)|apps|projections)/', pathNot: tests },
      to: { path: '^libs/', pathNot: [index, '^libs/$2/'] },
    },
    {
      name: 'no-test-code-in-production',
      comment: 'Contract suites, doubles and fixtures stand in the test folder of their library.',
      severity: 'error',
      from: { path: '^(apps|libs|projections)/', pathNot: tests },
      to: { path: tests, pathNot: '^node_modules/' },
    },
    {
      name: 'furniture-imports-nothing',
      severity: 'error',
      from: { path: '^libs/furniture/src', pathNot: tests },
      to: { pathNot: ['^libs/furniture/'] },
    },
    {
      name: 'kernel-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^libs/kernel/src' },
      to: { path: '^(libs/(?!kernel/)|projections|apps)' },
    },
    {
      name: 'the-client-is-alone',
      comment: 'packages/client is given to partners: it has no code of the service, and no dependency.',
      severity: 'error',
      from: { path: '^packages/client/src', pathNot: tests },
      to: { pathNot: '^packages/client/src' },
    },
    {
      name: 'libs-know-no-app',
      severity: 'error',
      from: { path: '^(libs|projections)/' },
      to: { path: '^(apps|test|bench)/' },
    },
    {
      name: 'libs-know-no-projection',
      comment: "Queries know their documents' types; nothing in a library runs a fold.",
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^projections/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'ports-know-no-context',
      comment: 'Stores and processing serve every context and know none.',
      severity: 'error',
      from: { path: '^libs/(event-store|read-models|processing|blobs)/' },
      to: { path: '^libs/(conversations|coins|companies|webhooks|assistant|furniture)/' },
    },
    {
      name: 'coins-and-webhooks-know-no-context',
      comment: 'What they need of others comes through their ports: ACCOUNTS, WEBHOOK_SECRETS.',
      severity: 'error',
      from: { path: '^libs/(coins|webhooks)/', pathNot: tests },
      to: { path: '^libs/(conversations|coins|companies|webhooks|assistant|furniture)/', pathNot: '^libs/$1/' },
    },
    {
      name: 'companies-know-coins-and-webhooks-alone',
      comment: 'Of webhooks: which addresses a partner may name.',
      severity: 'error',
      from: { path: '^libs/companies/', pathNot: tests },
      to: { path: '^libs/(conversations|assistant|furniture)/' },
    },
    {
      name: 'contexts-know-no-platform',
      severity: 'error',
      from: { path: '^libs/(conversations|coins|companies|webhooks)/' },
      to: { path: '^libs/platform/' },
    },
    {
      name: 'deciders-are-pure',
      comment: 'decide, evolve, events and furniture: no framework, no I/O.',
      severity: 'error',
      from: {
        path: '^libs/((conversations|coins|companies|webhooks)/src/(domain|events)|furniture/src)/',
        pathNot: tests,
      },
      to: {
        path: [
          'node_modules/@nestjs',
          '^(fs|http|https|child_process|node:fs|node:http|node:child_process)',
          '^libs/(read-models|processing|blobs|platform)/',
        ],
      },
    },
    {
      name: 'traces-on-demand',
      comment:
        "OpenTelemetry's packages cost 25 MB and a tenth of a second: one module knows them, imported when asked for.",
      severity: 'error',
      from: { path: '^(libs|apps|projections)/', pathNot: '^libs/platform/src/tracing/open-telemetry\\.ts$' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'traces-on-demand-alone',
      severity: 'error',
      from: { path: '^(libs|apps|projections)/' },
      to: { path: '^libs/platform/src/tracing/open-telemetry\\.ts$', dynamic: false },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', 'main\\.ts$', '\\.entry\\.ts$', '^libs/.*/data/'] },
      to: {},
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The console is a program of its own, which vite resolves; of ours it imports the client and the text of projections/charts.md. A sample's page is the browser's.
    exclude: { path: '^(dist|node_modules|packages/client/dist|apps/console|samples/.*/page)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['source', 'import', 'node', 'default'], exportsFields: ['exports'] },
  },
};
