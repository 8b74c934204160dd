export * from './contract.js';
export { answerTo } from './offline.js';
export { accountFor } from './turn/account.js';
export { applyChange } from './turn/apply.js';
