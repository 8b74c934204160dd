export * from './ids.js';
export * from './installation-key.js';
export * from './json.js';
export * from './module-address.js';
export * from './printable.js';
export * from './problem.js';
export * from './retry.js';
export * from './time.js';
