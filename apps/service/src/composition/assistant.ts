import { type Assistant, OfflineAssistant, openAiAssistant } from '#libs/assistant';
import type { Environment } from '../config/environment.js';
import type { Log } from '../config/log.js';

/** The assistant that the environment names. */
export function chooseAssistant({ openai, turnDeadlineMs }: Environment, log?: Log): Assistant {
  if (!openai) return new OfflineAssistant();
  const onTrouble = (trouble: object) => log?.warn(trouble, 'the model did not answer as it should');
  return openAiAssistant({ ...openai, deadlineMs: turnDeadlineMs, onTrouble });
}
