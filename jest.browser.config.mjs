import base from './jest.config.mjs';

// One browser at a time: each test drives a whole service and a Chromium.
export default { ...base, testMatch: ['<rootDir>/test/browser/**/*.browser.ts'], maxWorkers: 1, testTimeout: 120_000 };
