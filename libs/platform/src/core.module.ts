import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { ASSISTANT, type Assistant, TURN_COMPUTING, type TurnComputingOf } from '#contracts/assistant';
import { BLOBS } from '#libs/blobs';
import { CoinsModule } from '#libs/coins';
import { CompaniesModule, Partners } from '#libs/companies';
import { CONVERSATION_SETTINGS, type ConversationSettings, ConversationsModule } from '#libs/conversations';
import { AGGREGATES, EVENT_SOURCE, EVENT_STORE, type EventSource } from '#libs/event-store';
import { CLOCK, type Clock, INSTALLATION_KEY, type InstallationKey } from '#libs/kernel';
import {
  CLOCK_SETTLE_MS,
  CLUSTER,
  ClockMonitor,
  type ClusterMembership,
  PROCESSING_LOG,
  type ProcessingLog,
  READ_MODEL_PROGRESS,
  type ReadModelProgress,
  TRACING,
  type Tracing,
  untraced,
} from '#libs/processing';
import { READ_MODEL_STORE, READ_MODELS } from '#libs/read-models';
import { WEBHOOK_SECRETS, WEBHOOK_SETTINGS, type WebhookSettings, WebhooksModule } from '#libs/webhooks';
import { BackgroundProcesses } from './background-processes.js';
import { Computing } from './computing/computing.js';
import { ANCHOR_FILE, LogHeads } from './log-heads.js';
import type { Stores } from './stores/stores.js';

/** What stands behind the ports of the contexts. */
export interface CoreParts {
  readonly stores: Stores;
  /** Where this process follows all events from: its one subscription. */
  readonly source: EventSource;
  readonly progress: Pick<ReadModelProgress, 'waitFor' | 'allPast'>;
  readonly cluster: ClusterMembership;
  readonly clock: Clock;
  readonly installationKey: InstallationKey;
  readonly log: ProcessingLog;
  readonly assistant: Assistant;
  readonly computing: Computing;
  /** None by default. */
  readonly tracing?: Tracing;
  readonly conversations: ConversationSettings;
  readonly webhooks: WebhookSettings;
  /** Where signed heads of the log are written to as well. */
  readonly anchorFile: string | undefined;
}

/** The bounded contexts over their ports: command bus, query bus and background processes, for the service and the CLI alike. */
@Module({})
export class CoreModule {
  static with({ stores, ...parts }: CoreParts): DynamicModule {
    const { computing } = parts;
    const turnComputing: TurnComputingOf = (companyId) => computing.forTurn(companyId);
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
      { provide: CLOCK_SETTLE_MS, useValue: parts.conversations.expiryGraceMs },
      { provide: INSTALLATION_KEY, useValue: parts.installationKey },
      { provide: PROCESSING_LOG, useValue: parts.log },
      { provide: TRACING, useValue: parts.tracing ?? untraced },
      { provide: ASSISTANT, useValue: parts.assistant },
      { provide: Computing, useValue: computing },
      { provide: TURN_COMPUTING, useValue: turnComputing },
      { provide: CONVERSATION_SETTINGS, useValue: parts.conversations },
      { provide: WEBHOOK_SETTINGS, useValue: parts.webhooks },
      { provide: ANCHOR_FILE, useValue: parts.anchorFile },
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
      providers: [...ports, BackgroundProcesses, ClockMonitor, LogHeads],
      exports: [CqrsModule, ClockMonitor, ConversationsModule, ...ports.map(({ provide }) => provide)],
    };
  }
}
