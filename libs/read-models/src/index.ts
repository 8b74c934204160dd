export * from './cursor.js';
export * from './errors.js';
export { type MongoConnection, type MongoConnectionOptions, openMongo } from './mongodb/connection.js';
export { type MongoReadModelOptions, MongoReadModels } from './mongodb/read-models.js';
export { MongoRefused } from './mongodb/refusal.js';
export * from './names.js';
export * from './port.js';
export { type SqliteReadModelOptions, SqliteReadModels } from './sqlite/read-models.js';

/** Injection token of `ReadModels`: what queries read. */
export const READ_MODELS = Symbol('ReadModels');
/** Injection token of `ReadModelStore`: what the projector and the sagas keep. */
export const READ_MODEL_STORE = Symbol('ReadModelStore');
