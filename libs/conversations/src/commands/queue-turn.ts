import { Inject, Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BLOBS, type Blobs } from '#libs/blobs';
import { type CoinsHeld, ReserveCoins } from '#libs/coins';
import { AGGREGATES, type Aggregates, type CommandContext, type FollowUp, type HandleResult } from '#libs/event-store';
import { CLOCK, type Clock, derivedId, newId, Problem } from '#libs/kernel';
import {
  busyConversation,
  type ConversationState,
  conversation,
  conversationStream,
  findTurn,
  openTurn,
  type TurnRecord,
} from '../domain/conversation.js';
import { imageTurnCoins, wordTurnCoins } from '../domain/outcome.js';
import type { ImageRef, TurnQueued } from '../events/conversation-events.js';
import { OpenTurns } from '../processes/open-turns.js';
import { RunTurns, type TurnPlace } from '../processes/run-turns/run-turns.js';
import { CONVERSATION_SETTINGS, type ConversationSettings } from '../settings.js';
import { AbandonTurn } from './abandon-turn.js';
import type { OwnedConversation } from './owned-conversation.js';

export interface Queued {
  turn_id: string;
  /** Of a repeat as it stands; else `queued` (spec.md), also where this node has begun it already. */
  state: TurnRecord['state'];
  /** An idempotent repeat: the same turn, charged nothing again. */
  replayed: boolean;
  position: bigint | undefined;
}

/** Where a turn's coins are held, and how many; none where it is known that they are. */
interface Held {
  readonly ledger: string;
  readonly coins?: number;
}

type QueueData = Omit<TurnQueued, 'turn'>;

/** `POST /v1/conversations/{id}/turns`. Images have been inspected by the edge. */
export class QueueTurn extends Command<Queued> {
  constructor(
    readonly owned: OwnedConversation,
    readonly words: {
      text: string;
      images: readonly { readonly ref: ImageRef; readonly bytes: Uint8Array }[];
      body_digest: string;
      idempotency_key?: string;
    },
    readonly context: CommandContext,
    /** The API key that it came with: what `key list` shows as last used. */
    readonly key_id?: string,
  ) {
    super();
  }
}

/**
 * Order of checks (contract.md): 404 (the guard's), repeated key, 409, 429, 402. Coins are reserved before the turn is queued,
 * in the same commit where that can be; a reservation whose turn was refused is released here, and by the scheduled task
 * where this process dies in between (design rule 6).
 */
@CommandHandler(QueueTurn)
export class QueueTurnHandler implements ICommandHandler<QueueTurn> {
  private readonly log = new Logger(QueueTurn.name);

  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONVERSATION_SETTINGS) private readonly settings: ConversationSettings,
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(OpenTurns) private readonly openTurns: Pick<OpenTurns, 'enter' | 'leave'>,
    @Inject(RunTurns) private readonly runner: Pick<RunTurns, 'placeFor'>,
    private readonly commands: CommandBus,
  ) {}

  async execute(command: QueueTurn): Promise<Queued> {
    const { state, started } = command.owned;
    const turnId = turnIdOf(state, started.conversation_id, command.words.idempotency_key);
    const known = findTurn(state, turnId) ?? (openTurn(state) && (await this.repeatedOrBusy(command, turnId)));
    // Queuing it again appends nothing and tells where the stream stands.
    if (known) return this.answer(command, known.id, await this.queue(command, known.id, known));
    this.openTurns.enter(turnId, started.partner_id);
    try {
      return await this.accept(command, turnId);
    } finally {
      this.openTurns.leave(turnId, started.partner_id);
    }
  }

  /** Where this node has a place for the turn, its claim goes with the append that queues it. */
  private async accept(command: QueueTurn, turn_id: string): Promise<Queued> {
    const { conversation_id, company_id } = command.owned.started;
    const traceparent = command.context.metadata?.traceparent;
    const place = this.runner.placeFor({ conversation_id, company_id, turn_id, traceparent });
    try {
      const result = await this.reserveAndQueue(command, turn_id, place?.claim);
      // Where a repeat of the request has queued it, this one's claim was not stored with it.
      place?.run({ state: result.events.length > 0 ? result.state : undefined });
      return this.answer(command, turn_id, result);
    } catch (error) {
      if (error instanceof Problem && error.code === 'unavailable') place?.run({ state: undefined });
      else place?.release();
      throw error;
    }
  }

  private async reserveAndQueue(
    command: QueueTurn,
    turnId: string,
    claim: TurnPlace['claim'] | undefined,
  ): Promise<HandleResult<ConversationState>> {
    const { conversation_id } = command.owned.started;
    const { images } = command.words;
    const coins = images.length > 0 ? imageTurnCoins : wordTurnCoins;
    let queued: Promise<HandleResult<ConversationState>> | undefined;
    const queueBehind = (ledger: string): FollowUp => {
      const data = this.dataOf(command, turnId, { ledger, coins });
      const { followUp, result } = this.aggregates.followUp(...this.queueing(command, data, claim));
      queued = result;
      return followUp;
    };
    // Pictures are stored in between: after the coins are reserved, before a turn speaks of them.
    const reserved = await this.reserve(command, turnId, coins, images.length === 0 ? queueBehind : undefined);
    if ('id' in reserved) return this.queue(command, turnId, reserved);
    await Promise.all(images.map(({ ref, bytes }) => this.blobs.put(conversation_id, ref.digest, bytes)));
    try {
      if (queued && reserved.followed) return await queued;
      return await this.queue(command, turnId, { ledger: reserved.ledger, coins }, claim);
    } catch (error) {
      // An unknown outcome stays reserved: the scheduled task finds out whether the turn is there before it releases.
      if (error instanceof Problem && error.code !== 'unavailable') {
        await this.commands.execute(new AbandonTurn({ conversation_id, turn_id: turnId, ledger: reserved.ledger }));
        await this.dropBlobs(conversation_id);
      }
      throw error;
    }
  }

  private queue(command: QueueTurn, turnId: string, held: Held, claim?: TurnPlace['claim']) {
    return this.aggregates.handle(...this.queueing(command, this.dataOf(command, turnId, held), claim));
  }

  /** What the aggregates are told to do. */
  private queueing({ owned, context }: QueueTurn, data: QueueData, claim: TurnPlace['claim'] | undefined) {
    const stream = conversationStream(owned.started.conversation_id);
    return [stream, conversation, { type: 'QueueTurn' as const, data, claim }, context] as const;
  }

  private dataOf({ words }: QueueTurn, turnId: string, { ledger, coins = 0 }: Held): QueueData {
    return {
      turn_id: turnId,
      text: words.text,
      images: words.images.map(({ ref }) => ref),
      ...(words.idempotency_key === undefined ? {} : { idempotency_key: words.idempotency_key }),
      body_digest: words.body_digest,
      ledger,
      coins,
      expires_at: new Date(this.clock.now().getTime() + this.settings.ttlMs).toISOString(),
    };
  }

  private answer(
    { words }: QueueTurn,
    turnId: string,
    { state, position, events }: HandleResult<ConversationState>,
  ): Queued {
    const turn = findTurn(state, turnId);
    if (!turn) throw new Problem('unavailable', `turn ${turnId} could not be queued: repeat the request`);
    if (turn.bodyDigest !== words.body_digest)
      this.log.warn(`Idempotency-Key of turn ${turnId} was repeated with another body: the first one counts`);
    const replayed = events.length === 0;
    return { turn_id: turnId, state: replayed ? turn.state : 'queued', replayed, position };
  }

  /** Before a refusal the conversation is read again and the key looked up again. */
  private async repeatedOrBusy({ owned }: QueueTurn, turnId: string): Promise<TurnRecord | undefined> {
    const { conversation_id } = owned.started;
    const { state } = await this.aggregates.load(conversationStream(conversation_id), conversation, { fresh: true });
    const known = findTurn(state, turnId);
    const busy = openTurn(state);
    if (!known && busy) throw busyConversation(conversation_id, busy);
    return known;
  }

  /** @returns the turn instead, where its coins cannot be had because an earlier request with its key has queued it. */
  private async reserve(
    command: QueueTurn,
    turn_id: string,
    coins: number,
    queueBehind: ((ledger: string) => FollowUp) | undefined,
  ): Promise<CoinsHeld | TurnRecord> {
    const { company_id, conversation_id } = command.owned.started;
    const key = command.key_id === undefined ? {} : { key_id: command.key_id };
    try {
      const input = { company_id, turn_id, conversation_id, coins, ...key };
      return await this.commands.execute(new ReserveCoins(input, command.context, queueBehind));
    } catch (error) {
      const refused = error instanceof Problem && error.code === 'quota_exceeded';
      const known = refused ? await this.repeatedOrBusy(command, turn_id) : undefined;
      if (known) return known;
      throw error;
    }
  }

  /**
   * Of a conversation that is over. In a living one another turn may be about to be queued with the same picture: what
   * nothing refers to after an hour, the sweep removes.
   */
  private async dropBlobs(conversationId: string): Promise<void> {
    const { state } = await this.aggregates.load(conversationStream(conversationId), conversation);
    if (state.phase !== 'live') await this.blobs.removeAll(conversationId);
  }
}

/**
 * A turn's id follows from its key, so that repeats meet. A turn that was refused and given up takes no other life: the
 * next repeat of its key gets the next id.
 */
function turnIdOf(state: ConversationState, conversationId: string, key: string | undefined): string {
  if (key === undefined) return newId('trn');
  for (let round = 0; ; round++) {
    const id = derivedId('trn', conversationId, `turn:${round}:${key}`);
    if (!state.abandoned.has(id)) return id;
  }
}
