export * from './contract.js';
export { accountFor, answerTo } from './offline.js';
export { applyChange } from './turn/apply.js';
