import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, EVENT_STORE, type EventStore } from '#libs/event-store';
import { BackgroundProcess, READ_MODEL_PROGRESS, type ReadModelProgress, type ScheduledTask } from '#libs/processing';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { DeliveryDocument } from '#projections';
import { GiveUpWebhook } from '../commands/give-up-webhook.js';

/** For so long `webhooks list` shows what became of a ping, ms. */
const KEPT_MS = 24 * 60 * 60_000;

/** Pings of `POST /v1/webhooks/test`, a day old: they belong to no conversation that they would go with. */
@Injectable()
@BackgroundProcess('scheduled')
export class SweepPings implements ScheduledTask<DeliveryDocument> {
  readonly name = 'sweep-pings';
  readonly everyMs = 15 * 60_000;

  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'delete'>,
    @Inject(READ_MODELS) private readonly readModels: Pick<ReadModels, 'find'>,
    @Inject(READ_MODEL_PROGRESS) private readonly progress: Pick<ReadModelProgress, 'allPast'>,
    @Inject(CommandBus) private readonly commands: Pick<CommandBus, 'execute'>,
  ) {}

  key({ event_id }: DeliveryDocument): string {
    return event_id;
  }

  async due(now: Date, limit: number): Promise<readonly DeliveryDocument[]> {
    const before = new Date(now.getTime() - KEPT_MS).toISOString();
    const where = { conversation_id: null, event: 'ping', scheduled_at: { lte: before } };
    const query = { where, sort: [['scheduled_at', 'asc']], limit } as const;
    const { documents } = await this.readModels.find<DeliveryDocument>('deliveries', query);
    return documents.map(({ document }) => document);
  }

  /** As a conversation's deliveries are erased: what is folded from the stream goes first, by an event that says so. */
  async run({ event_id }: DeliveryDocument, signal: AbortSignal): Promise<void> {
    const command = new GiveUpWebhook(event_id.slice('evt_'.length), { actor: `saga:${this.name}` });
    const { stream, position } = await this.commands.execute(command);
    if (position !== undefined) await this.progress.allPast(position, { exceptSaga: this.name, signal });
    await this.events.delete(stream);
    this.aggregates.forget(stream);
  }
}
