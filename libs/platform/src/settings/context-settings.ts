import { type Assistant, OfflineAssistant, openAiAssistant, priceOf } from '#contracts/assistant';
import type { ConversationSettings } from '#libs/conversations';
import { newId } from '#libs/kernel';
import type { WebhookSettings } from '#libs/webhooks';
import type { Environment } from './environment.js';
import type { Log } from './log.js';

/** What the contexts are told of the environment; each call makes a new node id. */
export function settingsOf(environment: Environment): {
  readonly conversations: ConversationSettings;
  readonly webhooks: WebhookSettings;
} {
  const { publicUrl } = environment;
  return {
    conversations: {
      ttlMs: environment.conversationTtlMs,
      expiryGraceMs: environment.expiryGraceMs,
      deadlineMs: environment.turnDeadlineMs,
      concurrency: environment.turnConcurrency,
      maxOpenTurns: environment.rateLimit.openTurns,
      nodeId: newId('nod'),
    },
    webhooks: {
      timeoutMs: environment.webhookTimeoutMs,
      retryMs: environment.webhookRetryMs,
      perPartner: environment.webhookPartnerConcurrency,
      perHost: environment.webhookHostConcurrency,
      maxPending: environment.webhookMaxPending,
      allowPrivate: environment.webhookAllowPrivate,
      ...(publicUrl === undefined ? {} : { ownHost: new URL(publicUrl).hostname }),
    },
  };
}

/** The assistant that the environment names. */
export async function chooseAssistant({ openai, turnDeadlineMs }: Environment, log?: Log): Promise<Assistant> {
  if (!openai) return new OfflineAssistant();
  const { model } = openai;
  if (!priceOf(model)) log?.warn({ model }, 'no price is known for this model: cost_usd is 0, tokens alone cap a turn');
  const onCallFailure = (failure: object) => log?.warn(failure, 'the model did not answer as it should');
  const onNarrowed = (dialect: object) =>
    log?.warn(dialect, 'the endpoint refuses some of a request: asked without it');
  return openAiAssistant({ ...openai, deadlineMs: turnDeadlineMs, onCallFailure, onNarrowed });
}
