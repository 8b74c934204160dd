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
import { type Backoff, CLOCK, type Clock, sleep } from '#libs/kernel';
import {
  BackgroundProcess,
  createScheduler,
  PROCESSING_LOG,
  type ProcessingLog,
  READ_MODEL_PROGRESS,
  type ReadModelProgress,
  type RunningJob,
  type ScheduledTask,
  type SingletonJob,
  type Span,
  Supervisor,
  TRACING,
  type Tracing,
} from '#libs/processing';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { DeliveryDocument } from '#projections';
import {
  type AttemptOutcome,
  type DeliveryCommand,
  type DeliveryState,
  delivery,
  deliveryStream,
} from '../domain/delivery.js';
import { createEgress, type Egress, signatureHeaders } from '../egress.js';
import { deliveryEvents, type WebhookScheduled } from '../events/delivery-events.js';
import { WEBHOOK_SECRETS, WEBHOOK_SETTINGS, type WebhookSecrets, type WebhookSettings } from '../ports.js';
import { DeliveryQueues, type Recorded, type Waiting } from './delivery-queues.js';

/** After an attempt that could not be recorded: a store's fault, not the receiver's, whose retries are the webhook's. */
const RECORDING: Backoff = { initialMs: 500, maxMs: 5_000 };
/** How often it is looked whether a partner has too many pending, and how often the whole backlog is read, ms. */
const OVERFLOW_MS = 1_000;
const SCAN_MS = 300_000;
/** Deliveries marked as undeliverable at a time. */
const MAX_MARKED = 64;
/** How long it is waited for the read model, and how long until that is tried again where it stands still, ms. */
const SHOWN_WITHIN_MS = 2_000;
const STANDSTILL_MS = 250;
const NAME = 'deliver-webhooks';

/** Attempts of due webhooks, on one node at a time, so that no two make the same attempt. */
@Injectable()
@BackgroundProcess('singleton')
export class DeliverWebhooks implements SingletonJob {
  readonly name = NAME;

  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(EVENT_SOURCE) private readonly events: Pick<EventSource, 'head' | 'subscribeAll'>,
    @Inject(READ_MODELS) private readonly readModels: Pick<ReadModels, 'get' | 'find'>,
    @Inject(READ_MODEL_PROGRESS) private readonly progress: Pick<ReadModelProgress, 'waitFor' | 'status'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WEBHOOK_SETTINGS) private readonly settings: WebhookSettings,
    @Inject(WEBHOOK_SECRETS) private readonly secrets: WebhookSecrets,
    @Inject(PROCESSING_LOG) private readonly log: ProcessingLog,
    @Inject(TRACING) private readonly tracing: Tracing,
  ) {}

  async begin(): Promise<RunningJob> {
    const { clock, log } = this;
    // What the read model shows is found by the scan, what it does not show yet is told of by the events behind it.
    const shown = (await this.progress.status()).find(({ name }) => name === 'deliveries')?.position ?? 0n;
    const egress = createEgress(this.settings);
    const stopping = new AbortController();
    const queues = new DeliveryQueues(this.readModels, this.settings, (atMs) => {
      if (atMs <= clock.now().getTime()) scheduler.wake();
      else scheduler.wakeAt(new Date(atMs));
    });
    const task = this.task(queues, egress, stopping.signal);
    // What has just been recorded is kept out by the queues, by position: no pause of the scheduler's is needed.
    const scheduler = createScheduler(task, { clock, log, backoff: RECORDING, settleMs: 0 });
    const supervisor = new Supervisor({ log });
    scheduler.start();
    supervisor.start({ name: `${NAME} wake-up`, run: this.wakeUps(queues, shown) });
    supervisor.start({ name: `${NAME} backlog`, run: (signal, healthy) => this.keepBacklog(queues, signal, healthy) });
    return {
      async stop(deadlineMs) {
        stopping.abort();
        await Promise.all([scheduler.stop(deadlineMs), supervisor.stop(deadlineMs)]);
        await egress.close();
      },
    };
  }

  /** What falls due and how it is attempted; `egress` sends. */
  task(queues: DeliveryQueues, egress: Egress, stopping: AbortSignal): ScheduledTask<DeliveryDocument> {
    return {
      name: NAME,
      everyMs: 1_000,
      // The queues bound what is under way.
      concurrency: Number.POSITIVE_INFINITY,
      key: ({ event_id }) => event_id,
      due: (now) => queues.take(now),
      run: (document) => queues.begin(document, () => this.attempt(document.event_id, egress, stopping)),
    };
  }

  /** One attempt: signed anew over the exact bytes that are sent, recorded whatever came of it. */
  private async attempt(eventId: string, egress: Egress, stopping: AbortSignal): Promise<Recorded> {
    const stream = deliveryStream(eventId.slice('evt_'.length));
    const { state } = await this.aggregates.load(stream, delivery);
    const now = this.clock.now();
    if (state.phase !== 'due' || !state.scheduled || (state.dueAt ?? '') > now.toISOString())
      // The read model trails: until it shows what the stream says, it would be found due again and again.
      return { dueAt: dueAtOf(state), shown: this.shown(await this.events.head(), stopping) };
    const { scheduled, traceparent, attempts } = state;
    const from = traceparent === undefined ? [] : [traceparent];
    const facts = { 'garnitur.delivery': eventId, 'garnitur.attempt': attempts + 1 };
    return this.tracing.span('deliver webhook', { kind: 'client', from, facts }, async (span) => {
      const sent = await this.send(scheduled, egress, now, span);
      span.add({ 'http.response.status_code': sent.status, 'error.type': sent.error && 'no_answer' });
      const command = {
        type: 'RecordAttempt' as const,
        attempt: attempts + 1,
        outcome: { ...sent, at: this.clock.now() },
        retryMs: this.settings.retryMs,
      };
      return this.record(stream, command, eventId, stopping);
    });
  }

  private async send(
    { address, body, event, partner_id }: WebhookScheduled,
    egress: Egress,
    now: Date,
    { traceparent }: Span,
  ): Promise<Omit<AttemptOutcome, 'at'>> {
    const secrets = await this.secrets.signingSecrets(partner_id, now);
    if (!secrets) return { error: `partner ${partner_id} has no webhook secret`, ms: 0 };
    const bytes = Buffer.from(body, 'utf8');
    const headers = {
      'content-type': 'application/json',
      'x-service-event': event,
      ...signatureHeaders(bytes, secrets, now),
      ...(traceparent === undefined ? {} : { traceparent }),
    };
    return egress.send({ address, body: bytes, headers });
  }

  private async record(
    stream: string,
    command: DeliveryCommand,
    eventId: string,
    stopping: AbortSignal,
  ): Promise<Recorded> {
    try {
      const context = { actor: `saga:${NAME}`, causationId: eventId };
      const { state, position = 0n } = await this.aggregates.handle(stream, delivery, command, context);
      return { dueAt: dueAtOf(state), shown: this.shown(position, stopping) };
    } catch (error) {
      // Erased while the receiver was asked: nothing is left to record.
      if (!(error instanceof StreamDeleted)) throw error;
      return { dueAt: undefined, shown: this.shown(await this.events.head(), stopping) };
    }
  }

  /**
   * A webhook goes out as soon as the read model shows it, which is where its attempt is found. Resumes behind what it
   * has seen.
   */
  private wakeUps(queues: DeliveryQueues, position: bigint) {
    const types = ['WebhookScheduled', 'RedeliveryRequested'];
    let after = position;
    return async (signal: AbortSignal): Promise<'ended'> => {
      for await (const batch of this.events.subscribeAll({ after, filter: { types }, signal })) {
        const last = batch.kind === 'caught-up' ? batch.position : (batch.events.at(-1)?.position ?? after);
        if (batch.kind === 'events') {
          await this.shown(last, signal);
          for (const event of batch.events) await this.announce(event, queues);
        }
        after = last;
      }
      return 'ended';
    };
  }

  private async announce(event: RecordedEvent, queues: DeliveryQueues): Promise<void> {
    if (!isEventOf(deliveryEvents, event)) return;
    if (event.type === 'WebhookScheduled') return queues.add(event.data);
    const stored = await this.readModels.get<DeliveryDocument>('deliveries', event.data.event_id);
    if (stored?.document.due_at !== undefined) queues.add(stored.document);
  }

  /** Resolves once the deliveries that the read model shows are those of this position, or when the signal aborts. */
  private async shown(position: bigint, signal: AbortSignal): Promise<void> {
    const options = { names: ['deliveries'], timeoutMs: SHOWN_WITHIN_MS };
    while (!signal.aborted && !(await this.progress.waitFor(position, options))) await sleep(STANDSTILL_MS, signal);
  }

  /** Bounds what each partner has pending. What no event tells of (a parked event that was retried) is found by the scan. */
  private async keepBacklog(queues: DeliveryQueues, signal: AbortSignal, healthy: () => void): Promise<'ended'> {
    for (let scanMs = 0; !signal.aborted; await sleep(OVERFLOW_MS, signal)) {
      const nowMs = this.clock.monotonicMs();
      if (nowMs >= scanMs) {
        await queues.scan(signal);
        scanMs = nowMs + SCAN_MS;
      }
      const overflow = await queues.overflow();
      for (let at = 0; at < overflow.length && !signal.aborted; at += MAX_MARKED)
        await Promise.all(
          overflow.slice(at, at + MAX_MARKED).map((document) => this.markUndeliverable(document, queues)),
        );
      if (overflow.length > 0)
        this.log.warn({ webhooks: overflow.length }, 'too many webhooks pending: the oldest are undeliverable');
      healthy();
    }
    return 'ended';
  }

  private async markUndeliverable(document: Waiting, queues: DeliveryQueues): Promise<void> {
    const stream = deliveryStream(document.event_id.slice('evt_'.length));
    try {
      await this.aggregates.handle(stream, delivery, { type: 'MarkUndeliverable' }, { actor: `saga:${NAME}` });
    } catch (error) {
      if (!(error instanceof StreamDeleted)) throw error;
    }
    queues.drop(document);
  }
}

/** When an attempt is due, ISO 8601; undefined where none is any more. */
function dueAtOf({ phase, dueAt }: DeliveryState): string | undefined {
  return phase === 'due' ? dueAt : undefined;
}
