import { type Assistant, OfflineAssistant } from '#libs/assistant';
import type { Environment } from '../config/environment.js';

/** The assistant that the environment names; `openai` is refused there until it is built. */
export function chooseAssistant(_environment: Environment): Assistant {
  return new OfflineAssistant();
}
