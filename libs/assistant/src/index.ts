import type { OpenAiOptions } from './openai/assistant.js';
import type { Assistant } from './port.js';

export { ATTEMPTS_MOST, type Next, next, type Tried } from './loop/next.js';
export type { ApiFinding } from './loop/outcome.js';
export {
  type AttemptReport,
  runTurn,
  type Turn,
  type TurnOutcome,
  type TurnUsageTotals,
} from './loop/run-turn.js';
export { OfflineAssistant } from './offline/assistant.js';
export type { OpenAiOptions } from './openai/assistant.js';
export type { Trouble } from './openai/call.js';
export { type Price, priceOf } from './openai/prices.js';
export { type Applied, applyOperations } from './operations/apply.js';
export { countChanges } from './operations/changes.js';
export * from './port.js';
export { type Script, ScriptedAssistant, type ScriptStep } from './testing/scripted.js';

/** Injection token of the `Assistant`. */
export const ASSISTANT = Symbol('Assistant');
export type { ReadItem, Reading } from './vocabulary/reading.js';

/** See openai/assistant.ts. Loaded when it is asked for: the offline assistant starts without the client's modules. */
export async function openAiAssistant(options: OpenAiOptions): Promise<Assistant> {
  return (await import('./openai/assistant.js')).openAiAssistant(options);
}
