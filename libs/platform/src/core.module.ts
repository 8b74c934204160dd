import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { ASSISTANT, type Assistant } from '#libs/assistant';
import { BLOBS } from '#libs/blobs';
import { CoinsModule } from '#libs/coins';
import { CompaniesModule, Partners } from '#libs/companies';
import { CONVERSATION_SETTINGS, type ConversationSettings, ConversationsModule } from '#libs/conversations';
import { AGGREGATES, EVENT_SOURCE, EVENT_STORE, type EventSource } from '#libs/event-store';
import { CLOCK, type Clock } from '#libs/kernel';
import {
  CLUSTER,
  type ClusterMembership,
  PROCESSING_LOG,
  type ProcessingLog,
  READ_MODEL_PROGRESS,
  type ReadModelProgress,
} from '#libs/processing';
import { READ_MODEL_STORE, READ_MODELS } from '#libs/read-models';
import { WEBHOOK_SECRETS, WEBHOOK_SETTINGS, type WebhookSettings, WebhooksModule } from '#libs/webhooks';
import { BackgroundProcesses } from './background-processes.js';
import type { Stores } from './stores/stores.js';

/** What stands behind the ports of the contexts. */
export interface CoreParts {
  readonly stores: Stores;
  /** Where this process follows all events from: its one subscription. */
  readonly source: EventSource;
  readonly progress: Pick<ReadModelProgress, 'waitFor' | 'allPast'>;
  readonly cluster: ClusterMembership;
  readonly clock: Clock;
  readonly log: ProcessingLog;
  readonly assistant: Assistant;
  readonly conversations: ConversationSettings;
  readonly webhooks: WebhookSettings;
}

/** The bounded contexts over their ports: command bus, query bus and background processes, for the service and the CLI alike. */
@Module({})
export class CoreModule {
  static with({ stores, ...parts }: CoreParts): DynamicModule {
    const ports = [
      { provide: EVENT_STORE, useValue: stores.events },
      { provide: EVENT_SOURCE, useValue: parts.source },
      { provide: AGGREGATES, useValue: stores.aggregates },
      { provide: READ_MODEL_STORE, useValue: stores.readModels },
      { provide: READ_MODELS, useExisting: READ_MODEL_STORE },
      { provide: READ_MODEL_PROGRESS, useValue: parts.progress },
      { provide: BLOBS, useValue: stores.blobs },
      { provide: CLUSTER, useValue: parts.cluster },
      { provide: CLOCK, useValue: parts.clock },
      { provide: PROCESSING_LOG, useValue: parts.log },
      { provide: ASSISTANT, useValue: parts.assistant },
      { provide: CONVERSATION_SETTINGS, useValue: parts.conversations },
      { provide: WEBHOOK_SETTINGS, useValue: parts.webhooks },
      { provide: WEBHOOK_SECRETS, useExisting: Partners },
    ];
    return {
      module: CoreModule,
      global: true,
      imports: [
        CqrsModule.forRoot(),
        DiscoveryModule,
        CoinsModule,
        CompaniesModule,
        ConversationsModule,
        WebhooksModule,
      ],
      providers: [...ports, BackgroundProcesses],
      exports: [CqrsModule, ConversationsModule, ...ports.map(({ provide }) => provide)],
    };
  }
}
