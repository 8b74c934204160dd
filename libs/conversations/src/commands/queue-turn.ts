import { Inject, Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BLOBS, type Blobs } from '#libs/blobs';
import { ReserveCoins, SettleCoins } from '#libs/coins';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { CLOCK, type Clock, derivedId, newId, Problem } from '#libs/kernel';
import { conversation, conversationStream } from '../conversation.js';
import { type ConversationState, findTurn, openTurn, type TurnRecord } from '../conversation-state.js';
import { imageTurnCoins, wordTurnCoins } from '../charging.js';
import type { ImageRef } from '../events.js';
import { ownedConversation } from '../owned.js';
import { CONVERSATION_SETTINGS, type ConversationSettings } from '../settings.js';

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
    readonly conversation_id: string,
    readonly partner_id: string,
    readonly words: {
      text: string;
      images: readonly { readonly ref: ImageRef; readonly bytes: Uint8Array }[];
      body_digest: string;
      idempotency_key?: string;
    },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * Order of checks (contract.md): 404, repeated key, 409, 402. Coins are reserved before the turn is queued; a reservation
 * whose turn was refused is released here, and by the orphan timer where this process dies in between (design rule 6).
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
    const { conversation_id, partner_id, words, context } = command;
    const { state, started } = await ownedConversation(this.aggregates, conversation_id, partner_id);
    const key = words.idempotency_key;
    const turnId = key === undefined ? newId('trn') : derivedId('trn', conversation_id, `turn:${key}`);
    const known = this.replay(state, turnId, words.body_digest) ?? (openTurn(state) && (await this.refuseBusy(command, turnId)));
    if (known) return known;

    const coins = words.images.length > 0 ? imageTurnCoins : wordTurnCoins;
    const company = started.company_id;
    const reservation = await this.reserve(command, { company_id: company, turn_id: turnId, conversation_id, coins });
    if ('replayed' in reservation) return reservation;
    const { ledger } = reservation;
    await Promise.all(words.images.map(({ ref, bytes }) => this.blobs.put(conversation_id, ref.digest, bytes)));
    try {
      const data = {
        turn_id: turnId,
        text: words.text,
        images: words.images.map(({ ref }) => ref),
        ...(key === undefined ? {} : { idempotency_key: key }),
        body_digest: words.body_digest,
        ledger,
        coins,
        expires_at: new Date(this.clock.now().getTime() + this.settings.ttlMs).toISOString(),
      };
      const stream = conversationStream(conversation_id);
      const handled = await this.aggregates.handle(stream, conversation, { type: 'queue_turn', data }, context);
      if (handled.position !== undefined) return { turn_id: turnId, state: 'queued', replayed: false, position: handled.position };
      return this.replay(handled.state, turnId, words.body_digest) ?? this.lost(turnId);
    } catch (error) {
      // Unknown outcomes stay reserved: the orphan timer finds out whether the turn is there before it releases.
      if (error instanceof Problem && error.code !== 'unavailable') {
        await this.commands.execute(new SettleCoins({ ledger, turn_id: turnId, coins: 0 }, context));
        await this.dropBlobs(conversation_id, words.images);
      }
      throw error;
    }
  }

  private replay(state: ConversationState, turnId: string, bodyDigest: string): Queued | undefined {
    const turn = findTurn(state, turnId);
    if (!turn) return undefined;
    if (turn.bodyDigest !== bodyDigest) {
      this.log.warn(`Idempotency-Key of turn ${turnId} was repeated with another body: the first one counts`);
    }
    return { turn_id: turnId, state: turn.state, replayed: true, position: undefined };
  }

  /** Before a refusal the conversation is read again and the key looked up again. */
  private async refuseBusy(command: QueueTurn, turnId: string): Promise<Queued | undefined> {
    const stream = conversationStream(command.conversation_id);
    const { state } = await this.aggregates.load(stream, conversation, { fresh: true });
    const known = this.replay(state, turnId, command.words.body_digest);
    const busy = openTurn(state);
    if (known || !busy) return known;
    throw new Problem('conflict_busy', `turn ${busy.id} is ${busy.state} in this conversation: wait for its outcome or stop it`);
  }

  private async reserve(
    command: QueueTurn,
    reservation: { company_id: string; turn_id: string; conversation_id: string; coins: number },
  ): Promise<{ ledger: string } | Queued> {
    try {
      return await this.commands.execute(new ReserveCoins(reservation, command.context));
    } catch (error) {
      if (error instanceof Problem && error.code === 'quota_exceeded') {
        const known = await this.refuseBusy(command, reservation.turn_id);
        if (known) return known;
      }
      throw error;
    }
  }

  private lost(turnId: string): never {
    throw new Problem('unavailable', `turn ${turnId} could not be queued: repeat the request with the same Idempotency-Key`);
  }

  private async dropBlobs(conversationId: string, images: QueueTurn['words']['images']): Promise<void> {
    const { state } = await this.aggregates.load(conversationStream(conversationId), conversation);
    const used = new Set(state.turns.flatMap((turn) => turn.images.map((image) => image.digest)));
    for (const { ref } of images) if (!used.has(ref.digest)) await this.blobs.remove(conversationId, ref.digest);
  }
}
