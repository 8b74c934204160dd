import { availableParallelism } from 'node:os';

// Specs run as ES modules straight from the TypeScript sources; the `source` condition is the one that tsc and node use.
export default {
  testEnvironment: '<rootDir>/scripts/jest/environment.mjs',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/(?!.*node_modules/).*)\\.js$': '$1',
    '^fast-check$': '<rootDir>/scripts/jest/fast-check.mjs',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          keepClassNames: true,
          experimental: { keepImportAttributes: true },
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
        module: { type: 'es6' },
      },
    ],
  },
  testMatch: ['<rootDir>/{apps,bench,libs,packages,projections,test}/**/*.spec.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  testTimeout: 120_000,
  // One more than processors: specs that wait for processes and clocks leave theirs idle a fifth of the time. Still more
  // would make those that measure times wait for each other.
  maxWorkers: availableParallelism() + 1,
  testSequencer: '<rootDir>/scripts/jest/longest-first.mjs',
  reporters: ['default', '<rootDir>/scripts/jest/total-reporter.mjs'],
};
