import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { SettleCoins } from '#libs/coins';
import { AGGREGATES, type Aggregates, type CommandContext, isEventOf, type RecordedEvent } from '#libs/event-store';
import { BackgroundProcess, READ_MODEL_PROGRESS, type ReadModelProgress, type Saga } from '#libs/processing';
import { ScheduleWebhook } from '#libs/webhooks';
import { conversation, conversationStream } from '../domain/conversation.js';
import { outcomeBody, turnFacts } from '../domain/outcome.js';
import { ENDING_TYPES, type TurnEnded, turnEndings } from '../events/conversation-events.js';
import { SHOWN_MODELS } from '../queries/conversation-reads.js';

/** How long a webhook waits for the read models to show what it tells of, ms. */
const SHOWN_WITHIN_MS = 2_000;

/**
 * What follows from a turn's end: its coins are charged or released, then its webhook is scheduled (contract.md: who gets
 * the webhook sees the balance settled, and finds the order). Both are no-ops where they are done: the ledger knows the turns that it has
 * settled, the delivery's stream is named by the event.
 */
@Injectable()
@BackgroundProcess('saga')
export class CloseTurn implements Saga {
  readonly name = 'close-turn';
  readonly types = ENDING_TYPES;

  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    private readonly commands: CommandBus,
    @Inject(READ_MODEL_PROGRESS) private readonly progress: Pick<ReadModelProgress, 'waitFor'>,
  ) {}

  partition({ metadata, stream }: RecordedEvent): string {
    return metadata.conversation_id ?? stream;
  }

  async handle(event: RecordedEvent): Promise<void> {
    if (!isEventOf(turnEndings, event)) return;
    await this.settle(event);
    await this.announce(event);
  }

  private async settle(event: TurnEnded): Promise<void> {
    const { turn_id, ledger } = event.data;
    const stream = conversationStream(event.metadata.conversation_id ?? '');
    const { state } = await this.aggregates.load(stream, conversation, { atLeast: event.revision });
    const coins = event.type === 'TurnCompleted' ? event.data.result.usage.coins : 0;
    const settlement = { ledger, turn_id, coins, facts: turnFacts(event, state) };
    await this.commands.execute(new SettleCoins(settlement, this.context(event.id)));
  }

  /** The address was resolved when the turn ended; without one there is nothing to announce. */
  private async announce(event: TurnEnded): Promise<void> {
    const { webhook_url: address, partner_id = '', company_id, at } = event.metadata;
    if (!address) return;
    // Bounded: read models that stand still hold no webhook back.
    await this.progress.waitFor(event.position, { names: SHOWN_MODELS, timeoutMs: SHOWN_WITHIN_MS, movingOnly: true });
    const body = outcomeBody(event);
    const { id: event_id, conversation_id, turn_id } = body;
    const webhook = {
      event_id,
      event: body.event,
      partner_id,
      conversation_id,
      turn_id,
      address,
      body: JSON.stringify(body),
      due_at: at,
    };
    const metadata = { conversation_id, partner_id, ...(company_id === undefined ? {} : { company_id }) };
    await this.commands.execute(new ScheduleWebhook(webhook, { ...this.context(event.id), metadata }));
  }

  private context(causationId: string): CommandContext {
    return { actor: `saga:${this.name}`, causationId };
  }
}
