import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ASSISTANT, type Assistant } from '#libs/assistant';
import { BLOBS } from '#libs/blobs';
import { coinProviders } from '#libs/coins';
import { companyProviders, Directory } from '#libs/companies';
import {
  COMPANY_DIRECTORY,
  CONVERSATION_SETTINGS,
  type ConversationSettings,
  conversationProviders,
  TurnFeed,
} from '#libs/conversations';
import { AGGREGATES, EVENT_STORE } from '#libs/event-store';
import { CLOCK, type Clock } from '#libs/kernel';
import { READ_MODEL_PROGRESS, type ReadModelProgress } from '#libs/processing';
import { READ_MODEL_STORE, READ_MODELS } from '#libs/read-models';
import { WEBHOOK_SETTINGS, type WebhookSettings, webhookProviders } from '#libs/webhooks';
import type { Stores } from './stores/stores.js';

/** What stands behind the ports: everything that commands and queries need, for the service and the CLI alike. */
export interface CoreParts {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly assistant: Assistant;
  readonly conversations: ConversationSettings;
  readonly webhooks: WebhookSettings;
  readonly progress: Pick<ReadModelProgress, 'waitFor'>;
}

/** The command and query buses over the bounded contexts. */
@Module({})
export class CoreModule {
  static with({ stores, clock, assistant, conversations, webhooks, progress }: CoreParts): DynamicModule {
    const ports = [
      { provide: EVENT_STORE, useValue: stores.events },
      { provide: AGGREGATES, useValue: stores.aggregates },
      { provide: READ_MODEL_STORE, useValue: stores.readModels },
      { provide: READ_MODELS, useExisting: READ_MODEL_STORE },
      { provide: READ_MODEL_PROGRESS, useValue: progress },
      { provide: BLOBS, useValue: stores.blobs },
      { provide: CLOCK, useValue: clock },
      { provide: ASSISTANT, useValue: assistant },
      { provide: CONVERSATION_SETTINGS, useValue: conversations },
      { provide: WEBHOOK_SETTINGS, useValue: webhooks },
      { provide: COMPANY_DIRECTORY, useExisting: Directory },
      { provide: TurnFeed, useValue: new TurnFeed(stores.events) },
    ];
    return {
      module: CoreModule,
      global: true,
      imports: [CqrsModule.forRoot()],
      providers: [...ports, ...coinProviders, ...companyProviders, ...conversationProviders, ...webhookProviders],
      exports: [CqrsModule, ...ports.map(({ provide }) => provide), Directory],
    };
  }
}
