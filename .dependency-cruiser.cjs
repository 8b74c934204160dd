// The import rule (docs/architecture.md): apps → libs, projections; projections → what contexts publish; a bounded
// context never reaches into another; furniture imports nothing.
const index = '^libs/[^/]+/src/index\\.ts$';

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
      comment: 'A library is imported through its src/index.ts and nothing deeper.',
      severity: 'error',
      from: { path: '^(libs/([^/]+)|apps|projections)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/', pathNot: [index, '^libs/$2/'] },
    },
    {
      name: 'furniture-imports-nothing',
      severity: 'error',
      from: { path: '^libs/furniture/src', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: ['^libs/furniture/'] },
    },
    {
      name: 'kernel-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^libs/kernel/src' },
      to: { path: '^(libs/(?!kernel/)|projections|apps)' },
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
      name: 'deciders-are-pure',
      comment: 'decide, evolve and folds: no framework, no I/O.',
      severity: 'error',
      from: {
        path: '^libs/(conversations/src/(conversation|evolve|lead|card|charging|conversation-state)|coins/src/ledger|companies/src/(company|partner)|webhooks/src/delivery|furniture/src/)',
        pathNot: '\\.spec\\.ts$',
      },
      to: {
        path: [
          '^node_modules/@nestjs',
          '^(fs|net|http|https|child_process|node:fs|node:net|node:http|node:child_process)',
        ],
      },
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
    exclude: { path: '^(dist|node_modules)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['source', 'import', 'node', 'default'], exportsFields: ['exports'] },
  },
};
