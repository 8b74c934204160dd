export { BackgroundProcesses } from './background-processes.js';
export { CoreModule, type CoreParts } from './core.module.js';
export { EVENT_TABLES, registry } from './registry.js';
export { chooseAssistant, settingsOf } from './settings/context-settings.js';
export * from './settings/environment.js';
export { createLog, type Log, nestLogger } from './settings/log.js';
export { VERSION } from './settings/version.js';
export { openRemoteEvents, openRemoteReadModels, type SideStores, StoreUnusable } from './stores/remote-stores.js';
export { openStores, type Stores } from './stores/stores.js';
