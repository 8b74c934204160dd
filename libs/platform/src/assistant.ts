import { type Assistant, OfflineAssistant, openAiAssistant, priceOf } from '#libs/assistant';
import type { Environment } from './settings/environment.js';
import type { Log } from './settings/log.js';

/** The assistant that the environment names. */
export async function chooseAssistant({ openai, turnDeadlineMs }: Environment, log?: Log): Promise<Assistant> {
  if (!openai) return new OfflineAssistant();
  const { model } = openai;
  if (!priceOf(model)) log?.warn({ model }, 'no price is known for this model: cost_usd is 0, tokens alone cap a turn');
  const onCallFailure = (failure: object) => log?.warn(failure, 'the model did not answer as it should');
  return openAiAssistant({ ...openai, deadlineMs: turnDeadlineMs, onCallFailure });
}
