// What the service knows of assistants: the port, who answers, and a turn's course. What they compute (grammar, layouts,
// accounts) is the index's, for worker threads.
import type { OpenAiOptions } from './openai/assistant.js';
import type { Assistant, TurnComputing } from './port.js';
import type { Turn, TurnOutcome } from './turn/run-turn.js';

export { OfflineAssistant } from './offline-assistant.js';
export type { OpenAiOptions } from './openai/assistant.js';
export type { CallFailure } from './openai/call.js';
export { priceOf } from './openai/prices.js';
export * from './port.js';
export type { ApiFinding } from './turn/outcome.js';
export type { AttemptReport, TurnOutcome } from './turn/run-turn.js';

/** Injection token of the `Assistant`. */
export const ASSISTANT = Symbol('Assistant');

/** Injection token of the function that gives a turn its computing, with a budget of its own; by the company whose turn it is. */
export const TURN_COMPUTING = Symbol('TurnComputing');
export type TurnComputingOf = (companyId: string) => TurnComputing;

/** Once: to ask Node for a module that it has costs a turn 14 µs. */
let running: Promise<typeof import('./turn/run-turn.js')> | undefined;

/** `turn/run-turn.ts`, imported with the first turn: its words about kitchens know the furniture library. */
export async function runTurn(turn: Turn): Promise<TurnOutcome> {
  running ??= import('./turn/run-turn.js');
  return (await running).runTurn(turn);
}

/**
 * The OpenAI-compatible assistant, imported on demand so that a service with the offline one never loads the client.
 */
export async function openAiAssistant(options: OpenAiOptions): Promise<Assistant> {
  return new (await import('./openai/assistant.js')).OpenAiAssistant(options);
}
