import type { openMongo as open } from './mongodb/connection.js';
import type { MongoReadModels } from './mongodb/read-models.js';

export * from './errors.js';
export type { MongoConnection } from './mongodb/connection.js';
export type { MongoReadModels } from './mongodb/read-models.js';
export * from './names.js';
export * from './port.js';
export { inspectReadModels } from './sqlite/inspect.js';
export { SqliteReadModels } from './sqlite/read-models.js';

/** Injection token of `ReadModels`: what queries read. */
export const READ_MODELS = Symbol('ReadModels');
/** Injection token of `ReadModelStore`: what the projector and the sagas keep. */
export const READ_MODEL_STORE = Symbol('ReadModelStore');

/** Loaded on demand (connection.ts): embedded stores start without the driver's modules. */
export const openMongo: typeof open = async (...where) => (await import('./mongodb/connection.js')).openMongo(...where);

/** Likewise (mongodb/read-models.ts). */
export const openMongoReadModels: typeof MongoReadModels.open = async (...options) =>
  (await import('./mongodb/read-models.js')).MongoReadModels.open(...options);
