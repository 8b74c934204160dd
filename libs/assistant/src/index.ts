export { ATTEMPTS_MOST, type Next, next, type Tried } from './loop/next.js';
export type { ApiFinding } from './loop/outcome.js';
export {
  type AttemptReport,
  type RecordedOperation,
  runTurn,
  type Turn,
  type TurnOutcome,
  type TurnUsageTotals,
} from './loop/run-turn.js';
export { OfflineAssistant } from './offline/assistant.js';
export { type Applied, applyOperations } from './operations/apply.js';
export { countChanges } from './operations/changes.js';
export * from './port.js';
export { type Script, ScriptedAssistant, type ScriptStep } from './testing/scripted.js';

/** Injection token of the `Assistant`. */
export const ASSISTANT = Symbol('Assistant');
