import { Inject, Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BLOBS, type Blobs } from '#libs/blobs';
import { ReserveCoins } from '#libs/coins';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { CLOCK, type Clock, derivedId, newId, Problem } from '#libs/kernel';
import { imageTurnCoins, wordTurnCoins } from '../domain/charging.js';
import { conversation, conversationStream } from '../domain/conversation.js';
import { type ConversationState, findTurn, openTurn, type TurnRecord } from '../domain/conversation-state.js';
import type { ImageRef } from '../events/events.js';
import { releaseOrphan } from '../processes/release-orphan.js';
import { CONVERSATION_SETTINGS, type ConversationSettings } from '../settings.js';
import { ownedConversation } from './owned-conversation.js';

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
    /** The API key that it came with: what `key list` shows as last used. */
    readonly key_id?: string,
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
    const { conversation_id, partner_id, words } = command;
    const { state, started } = await ownedConversation(this.aggregates, conversation_id, partner_id);
    const turnId = turnIdOf(state, conversation_id, words.idempotency_key);
    const known =
      this.replay(state, turnId, words.body_digest) ?? (openTurn(state) && (await this.refuseBusy(command, turnId)));
    if (known) return known;

    const coins = words.images.length > 0 ? imageTurnCoins : wordTurnCoins;
    const key = command.key_id === undefined ? {} : { key_id: command.key_id };
    const reservation = { company_id: started.company_id, turn_id: turnId, conversation_id, coins, ...key };
    const reserved = await this.reserve(command, reservation);
    if ('replayed' in reserved) return reserved;
    await Promise.all(words.images.map(({ ref, bytes }) => this.blobs.put(conversation_id, ref.digest, bytes)));
    return this.queue(command, turnId, { ledger: reserved.ledger, coins });
  }

  private async queue(command: QueueTurn, turnId: string, held: { ledger: string; coins: number }): Promise<Queued> {
    const { conversation_id, words, context } = command;
    const data = {
      turn_id: turnId,
      text: words.text,
      images: words.images.map(({ ref }) => ref),
      ...(words.idempotency_key === undefined ? {} : { idempotency_key: words.idempotency_key }),
      body_digest: words.body_digest,
      ...held,
      expires_at: new Date(this.clock.now().getTime() + this.settings.ttlMs).toISOString(),
    };
    try {
      const stream = conversationStream(conversation_id);
      const handled = await this.aggregates.handle(stream, conversation, { type: 'QueueTurn', data }, context);
      if (handled.events.length > 0)
        return { turn_id: turnId, state: 'queued', replayed: false, position: handled.position };
      return this.replay(handled.state, turnId, words.body_digest) ?? this.lost(turnId);
    } catch (error) {
      // An unknown outcome stays reserved: the orphan timer finds out whether the turn is there before it releases.
      if (error instanceof Problem && error.code !== 'unavailable') {
        await releaseOrphan(
          { aggregates: this.aggregates, commands: this.commands },
          { conversation_id, turn_id: turnId, ledger: held.ledger },
        );
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
    throw new Problem(
      'conflict_busy',
      `turn ${busy.id} is ${busy.state} in this conversation: wait for its outcome or stop it`,
    );
  }

  private async reserve(command: QueueTurn, reservation: ReserveCoins['input']): Promise<{ ledger: string } | Queued> {
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
    throw new Problem(
      'unavailable',
      `turn ${turnId} could not be queued: repeat the request with the same Idempotency-Key`,
    );
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
