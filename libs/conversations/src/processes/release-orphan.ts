import type { CommandBus } from '@nestjs/cqrs';
import { SettleCoins } from '#libs/coins';
import { type Aggregates, type CommandContext, StreamDeleted } from '#libs/event-store';
import { conversation, conversationStream } from '../domain/conversation.js';
import { findTurn } from '../domain/conversation-state.js';

/** A reservation without a turn is looked into after this long, ms (design rule 6). */
export const ORPHAN_AFTER_MS = 60_000;

/**
 * A reservation that has had no turn for 60 s: first the conversation refuses that turn for good, only then are the coins
 * released. Checking and then releasing would let a frozen node queue a turn that nobody paid for.
 */
export async function releaseOrphan(
  ports: { aggregates: Aggregates; commands: CommandBus },
  reservation: { conversation_id: string; turn_id: string; ledger: string },
): Promise<void> {
  const { conversation_id, turn_id, ledger } = reservation;
  const context: CommandContext = { actor: 'saga:release-orphans', causationId: turn_id };
  const stream = conversationStream(conversation_id);
  try {
    const { state } = await ports.aggregates.handle(stream, conversation, { type: 'AbandonTurn', turn_id }, context);
    // The turn is there after all: its own outcome settles it.
    if (findTurn(state, turn_id)) return;
  } catch (error) {
    if (!(error instanceof StreamDeleted)) throw error;
  }
  await ports.commands.execute(new SettleCoins({ ledger, turn_id, coins: 0 }, context));
}
