import type { OpenAiOptions } from './openai/assistant.js';
import type { Assistant, TurnComputing } from './port.js';

export { answerTo, OfflineAssistant } from './offline.js';
export type { OpenAiOptions } from './openai/assistant.js';
export type { CallFailure } from './openai/call.js';
export { priceOf } from './openai/prices.js';
export * from './port.js';
export { accountFor } from './turn/account.js';
export { applyChange } from './turn/apply.js';
export type { ApiFinding } from './turn/outcome.js';
export { type AttemptReport, runTurn, type TurnOutcome } from './turn/run-turn.js';

/** Injection token of the `Assistant`. */
export const ASSISTANT = Symbol('Assistant');

/** Injection token of the function that gives a turn its computing, with a budget of its own; by the company whose turn it is. */
export const TURN_COMPUTING = Symbol('TurnComputing');
export type TurnComputingOf = (companyId: string) => TurnComputing;

/**
 * The OpenAI-compatible assistant, imported on demand so that a service with the offline one never loads the client.
 */
export async function openAiAssistant(options: OpenAiOptions): Promise<Assistant> {
  return new (await import('./openai/assistant.js')).OpenAiAssistant(options);
}
