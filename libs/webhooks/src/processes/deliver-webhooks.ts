import { Inject, Injectable } from '@nestjs/common';
import {
  AGGREGATES,
  type Aggregates,
  EVENT_SOURCE,
  type EventSource,
  isEventOf,
  type RecordedEvent,
  StreamDeleted,
} from '#libs/event-store';
import { type Backoff, CLOCK, type Clock } from '#libs/kernel';
import {
  BackgroundProcess,
  createScheduler,
  PROCESSING_LOG,
  type ProcessingLog,
  type RunningJob,
  type ScheduledTask,
  type Scheduler,
  type SingletonJob,
  Supervisor,
} from '#libs/processing';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { DeliveryDocument } from '#projections';
import { delivery, deliveryStream } from '../domain/delivery.js';
import { createEgress, type Egress, signatureHeader } from '../egress.js';
import { deliveryEvents } from '../events/delivery-events.js';
import { WEBHOOK_SECRETS, WEBHOOK_SETTINGS, type WebhookSecrets, type WebhookSettings } from '../ports.js';
import { DueDeliveries } from './due-deliveries.js';

/** Attempts under way at once. */
const MAX_ATTEMPTS = 512;
/** After an attempt that could not be recorded: a store's fault, not the receiver's, whose retries are the webhook's. */
const RECORDING: Backoff = { initialMs: 500, maxMs: 5_000 };
const NAME = 'deliver-webhooks';

/** Attempts of due webhooks, on one node at a time, so that no two make the same attempt. */
@Injectable()
@BackgroundProcess('singleton')
export class DeliverWebhooks implements SingletonJob {
  readonly name = NAME;

  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(EVENT_SOURCE) private readonly events: Pick<EventSource, 'head' | 'subscribeAll'>,
    @Inject(READ_MODELS) private readonly readModels: Pick<ReadModels, 'find'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WEBHOOK_SETTINGS) private readonly settings: WebhookSettings,
    @Inject(WEBHOOK_SECRETS) private readonly secrets: WebhookSecrets,
    @Inject(PROCESSING_LOG) private readonly log: ProcessingLog,
  ) {}

  async begin(): Promise<RunningJob> {
    const { clock, log } = this;
    const head = await this.events.head();
    const egress = createEgress(this.settings);
    const scheduler = createScheduler(this.task(egress), { clock, log, backoff: RECORDING });
    const supervisor = new Supervisor({ log });
    scheduler.start();
    supervisor.start({ name: `${NAME} wake-up`, run: this.wakeUps(scheduler, head) });
    return {
      async stop(deadlineMs) {
        await Promise.all([scheduler.stop(deadlineMs), supervisor.stop(deadlineMs)]);
        await egress.close();
      },
    };
  }

  /** What falls due and how it is attempted; `egress` sends. */
  task(egress: Egress): ScheduledTask<DeliveryDocument> {
    const due = new DueDeliveries(this.readModels);
    return {
      name: NAME,
      everyMs: 1_000,
      concurrency: MAX_ATTEMPTS,
      key: ({ event_id }) => event_id,
      due: (now, limit) => due.find(now, limit),
      run: (document) => due.begin(document, () => this.attempt(document.event_id, egress)),
    };
  }

  /** One attempt: signed anew over the exact bytes that are sent, recorded whatever came of it. */
  private async attempt(eventId: string, egress: Egress): Promise<void> {
    const stream = deliveryStream(eventId.slice('evt_'.length));
    const { state } = await this.aggregates.load(stream, delivery);
    const now = this.clock.now();
    if (state.phase !== 'due' || !state.scheduled || (state.dueAt ?? '') > now.toISOString()) return;
    const { address, body, event, partner_id } = state.scheduled;
    const secret = await this.secrets.webhookSecret(partner_id);
    const bytes = Buffer.from(body, 'utf8');
    const sent = secret
      ? await egress.send({
          address,
          body: bytes,
          headers: {
            'content-type': 'application/json',
            'x-service-event': event,
            'x-service-signature': signatureHeader(bytes, secret, Math.floor(now.getTime() / 1_000)),
          },
        })
      : { error: `partner ${partner_id} has no webhook secret`, ms: 0 };
    const command = {
      type: 'RecordAttempt' as const,
      attempt: state.attempts + 1,
      outcome: { ...sent, at: this.clock.now() },
      retryMs: this.settings.retryMs,
    };
    try {
      await this.aggregates.handle(stream, delivery, command, { actor: `saga:${NAME}`, causationId: eventId });
    } catch (error) {
      // Erased while the receiver was asked: nothing is left to record.
      if (!(error instanceof StreamDeleted)) throw error;
    }
  }

  /** A scheduled webhook goes out at once, a later attempt at its time. Resumes behind what it has seen. */
  private wakeUps(scheduler: Scheduler, head: bigint) {
    const types = ['WebhookScheduled', 'WebhookAttempted', 'RedeliveryRequested'];
    let after = head;
    return async (signal: AbortSignal): Promise<'ended'> => {
      for await (const batch of this.events.subscribeAll({ after, filter: { types }, signal })) {
        if (batch.kind === 'caught-up') {
          after = batch.position;
          continue;
        }
        for (const event of batch.events) {
          const at = dueAt(event);
          if (at !== undefined) scheduler.wakeAt(new Date(at));
          after = event.position;
        }
      }
      return 'ended';
    };
  }
}

/** When an event makes an attempt due, ISO 8601. */
function dueAt(event: RecordedEvent): string | undefined {
  if (!isEventOf(deliveryEvents, event)) return undefined;
  switch (event.type) {
    case 'WebhookScheduled':
    case 'RedeliveryRequested':
      return event.data.due_at;
    case 'WebhookAttempted':
      return event.data.next_attempt_at;
    default:
      return undefined;
  }
}
