import { Inject, Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BLOBS, type Blobs } from '#libs/blobs';
import { type CoinsHeld, ReserveCoins } from '#libs/coins';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
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
import type { ImageRef } from '../events/conversation-events.js';
import { CONVERSATION_SETTINGS, type ConversationSettings } from '../settings.js';
import { AbandonTurn } from './abandon-turn.js';
import type { OwnedConversation } from './owned-conversation.js';

export interface Queued {
  turn_id: string;
  state: TurnRecord['state'];
  /** An idempotent repeat: the same turn, charged nothing again. */
  replayed: boolean;
  position: bigint | undefined;
}

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
 * Order of checks (contract.md): 404 (the guard's), repeated key, 409, 402. Coins are reserved before the turn is queued;
 * a reservation whose turn was refused is released here, and by the scheduled task where this process dies in between
 * (design rule 6).
 */
@CommandHandler(QueueTurn)
export class QueueTurnHandler implements ICommandHandler<QueueTurn> {
  private readonly log = new Logger(QueueTurn.name);

  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONVERSATION_SETTINGS) private readonly settings: ConversationSettings,
    @Inject(BLOBS) private readonly blobs: Blobs,
    private readonly commands: CommandBus,
  ) {}

  async execute(command: QueueTurn): Promise<Queued> {
    const { state, started } = command.owned;
    const { images, idempotency_key } = command.words;
    const turnId = turnIdOf(state, started.conversation_id, idempotency_key);
    const known = findTurn(state, turnId) ?? (openTurn(state) && (await this.repeatedOrBusy(command, turnId)));
    // Queuing it again appends nothing and tells where the stream stands.
    if (known) return this.queue(command, known.id, known);

    const coins = images.length > 0 ? imageTurnCoins : wordTurnCoins;
    const reserved = await this.reserve(command, turnId, coins);
    if ('id' in reserved) return this.queue(command, turnId, reserved);
    const { conversation_id } = started;
    await Promise.all(images.map(({ ref, bytes }) => this.blobs.put(conversation_id, ref.digest, bytes)));
    try {
      return await this.queue(command, turnId, { ledger: reserved.ledger, coins });
    } catch (error) {
      // An unknown outcome stays reserved: the scheduled task finds out whether the turn is there before it releases.
      if (error instanceof Problem && error.code !== 'unavailable') {
        await this.commands.execute(new AbandonTurn({ conversation_id, turn_id: turnId, ledger: reserved.ledger }));
        await this.dropBlobs(conversation_id, images);
      }
      throw error;
    }
  }

  private async queue(
    { owned, words, context }: QueueTurn,
    turnId: string,
    { ledger, coins = 0 }: { readonly ledger: string; readonly coins?: number },
  ): Promise<Queued> {
    const data = {
      turn_id: turnId,
      text: words.text,
      images: words.images.map(({ ref }) => ref),
      ...(words.idempotency_key === undefined ? {} : { idempotency_key: words.idempotency_key }),
      body_digest: words.body_digest,
      ledger,
      coins,
      expires_at: new Date(this.clock.now().getTime() + this.settings.ttlMs).toISOString(),
    };
    const stream = conversationStream(owned.started.conversation_id);
    const command = { type: 'QueueTurn' as const, data };
    const { state, position, events } = await this.aggregates.handle(stream, conversation, command, context);
    const turn = findTurn(state, turnId);
    if (!turn) throw new Problem('unavailable', `turn ${turnId} could not be queued: repeat the request`);
    if (turn.bodyDigest !== words.body_digest)
      this.log.warn(`Idempotency-Key of turn ${turnId} was repeated with another body: the first one counts`);
    return { turn_id: turnId, state: turn.state, replayed: events.length === 0, position };
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
  private async reserve(command: QueueTurn, turn_id: string, coins: number): Promise<CoinsHeld | TurnRecord> {
    const { company_id, conversation_id } = command.owned.started;
    const key = command.key_id === undefined ? {} : { key_id: command.key_id };
    try {
      const input = { company_id, turn_id, conversation_id, coins, ...key };
      return await this.commands.execute(new ReserveCoins(input, command.context));
    } catch (error) {
      const refused = error instanceof Problem && error.code === 'quota_exceeded';
      const known = refused ? await this.repeatedOrBusy(command, turn_id) : undefined;
      if (known) return known;
      throw error;
    }
  }

  private async dropBlobs(conversationId: string, images: QueueTurn['words']['images']): Promise<void> {
    const { state } = await this.aggregates.load(conversationStream(conversationId), conversation);
    const used = new Set(state.turns.flatMap((turn) => turn.images.map((image) => image.digest)));
    for (const { ref } of images) if (!used.has(ref.digest)) await this.blobs.remove(conversationId, ref.digest);
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
