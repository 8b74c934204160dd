import type { ConversationSettings } from '#libs/conversations';
import { newId } from '#libs/kernel';
import type { WebhookSettings } from '#libs/webhooks';
import type { Environment } from './environment.js';

/** What the contexts are told of the environment; each call names another node. */
export function settingsOf(environment: Environment): {
  readonly conversations: ConversationSettings;
  readonly webhooks: WebhookSettings;
} {
  const { publicUrl } = environment;
  return {
    conversations: {
      ttlMs: environment.conversationTtlMs,
      deadlineMs: environment.turnDeadlineMs,
      concurrency: environment.turnConcurrency,
      nodeId: newId('nod'),
    },
    webhooks: {
      timeoutMs: environment.webhookTimeoutMs,
      retryMs: environment.webhookRetryMs,
      allowPrivate: environment.webhookAllowPrivate,
      ...(publicUrl === undefined ? {} : { ownHost: new URL(publicUrl).hostname }),
    },
  };
}
