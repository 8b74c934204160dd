import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  CloseTurn,
  HandOffOrder,
  loadOwnedConversation,
  QueueTurn,
  StartConversation,
  StopTurn,
} from '#libs/conversations';
import { type Aggregates, isEventOf, type RecordedEvent } from '#libs/event-store';
import { conversationStream } from '../../libs/conversations/src/domain/conversation.js';
import { turnEndings } from '../../libs/conversations/src/events/conversation-events.js';
import { TurnExecution } from '../../libs/conversations/src/processes/run-turns/turn-execution.js';
import { delivery, deliveryStream } from '../../libs/webhooks/src/domain/delivery.js';
import { CHANGES, KITCHENS, pick, QUESTIONS } from './customers.js';
import type { StoryClock } from './story-clock.js';

export interface Company {
  readonly company_id: string;
  readonly partners: readonly { readonly partner_id: string; readonly api_key: string }[];
  /** Titles of its workplaces. */
  readonly seats: readonly string[];
}

/** Of the stories: how many begin with a question, go on, are stopped, or end at a workplace. */
const SHARE = { vague: 0.25, goesOn: 0.35, stopped: 0.02, handedOff: 0.15, unanswered: 0.03 };
const RETRY_MS = [10_000, 60_000, 300_000];
const CONTEXT = { actor: 'seed' };

/** Conversations as customers have them, by the commands and sagas that serve real ones. */
export class Stories {
  private readonly commands: CommandBus;
  private readonly execution: TurnExecution;
  private readonly closing: CloseTurn;
  private leads = 0;

  constructor(
    app: INestApplicationContext,
    private readonly store: Aggregates,
    private readonly load: (stream: string) => Promise<readonly RecordedEvent[]>,
    private readonly clock: StoryClock,
    private readonly company: Company,
    private readonly random: () => number,
  ) {
    this.commands = app.get(CommandBus);
    this.execution = app.get(TurnExecution, { strict: false });
    this.closing = app.get(CloseTurn, { strict: false });
  }

  /** @returns how many turns it had. */
  tell(fromMs: number): Promise<number> {
    return this.clock.tell(fromMs, () => this.story());
  }

  private async story(): Promise<number> {
    const { company_id, partners, seats } = this.company;
    const { partner_id } = pick(this.random, partners);
    this.leads += 1;
    const lead = { external_id: `amo-${this.leads}` };
    const started = new StartConversation({ partner_id, company_id }, lead, CONTEXT);
    const { conversation_id } = await this.commands.execute(started);
    const owned = () => loadOwnedConversation(this.store, conversation_id, partner_id);
    const lines = this.lines();
    for (const text of lines) {
      const stopped = this.random() < SHARE.stopped;
      const queue = new QueueTurn(await owned(), { text, images: [], body_digest: '' }, this.context(partner_id));
      const { turn_id } = await this.commands.execute(queue);
      this.pass(0.1, 3);
      if (stopped) await this.commands.execute(new StopTurn(await owned(), turn_id, this.context(partner_id)));
      else await this.execution.run({ conversation_id, company_id, turn_id }, new AbortController().signal);
      await this.close(conversation_id);
      this.pass(30, 600);
    }
    const { state } = await owned();
    if (state.order && this.random() < SHARE.handedOff) {
      const handOff = new HandOffOrder(await owned(), { seat: pick(this.random, seats) }, this.context(partner_id));
      await this.commands.execute(handOff);
    }
    return lines.length;
  }

  private lines(): string[] {
    const lines = [pick(this.random, KITCHENS)];
    if (this.random() < SHARE.vague) lines.unshift(pick(this.random, QUESTIONS));
    if (this.random() < SHARE.goesOn) lines.push(pick(this.random, CHANGES));
    return lines;
  }

  /** What the saga does with the last outcome, and what its receiver answers. */
  private async close(conversationId: string): Promise<void> {
    const events = await this.load(conversationStream(conversationId));
    const outcome = events.findLast((event) => isEventOf(turnEndings, event));
    if (!outcome) throw new Error(`conversation ${conversationId} has no outcome`);
    await this.closing.handle(outcome);
    const isAnswered = this.random() >= SHARE.unanswered;
    for (let attempt = 1; attempt <= (isAnswered ? 1 : RETRY_MS.length + 1); attempt += 1) {
      this.pass(0.05, 0.4);
      const at = this.clock.now();
      const ms = Math.round(20 + 300 * this.random());
      const answer = isAnswered ? { at, ms, status: 204 } : { at, ms, error: 'connect ECONNREFUSED' };
      const command = { type: 'RecordAttempt' as const, attempt, outcome: answer, retryMs: RETRY_MS };
      const context = { actor: 'saga:deliver-webhooks', causationId: `evt_${outcome.id}` };
      await this.store.handle(deliveryStream(outcome.id), delivery, command, context);
      if (!isAnswered) this.clock.pass(RETRY_MS[attempt - 1] ?? 0);
    }
  }

  private context(partnerId: string) {
    return { actor: `partner:${partnerId}` };
  }

  /** Some seconds, between the two. */
  private pass(fromS: number, toS: number): void {
    this.clock.pass(1_000 * (fromS + (toS - fromS) * this.random()));
  }
}
