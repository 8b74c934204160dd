export * from './clock.js';
export * from './duration.js';
export * from './ids.js';
export * from './json.js';
export * from './module-address.js';
export * from './problem.js';
export * from './retry.js';
