import type { CommandBus } from '@nestjs/cqrs';
import { SettleCoins } from '#libs/coins';
import { type Aggregates, type RecordedEvent, typed } from '#libs/event-store';
import { conversation, conversationStream } from '../domain/conversation.js';
import type { ConversationEvent } from '../events/events.js';
import { turnFacts } from './turn-facts.js';

/** Charges or releases an ended turn's reservation, exactly once: the ledger knows the turns that it has settled. */
export async function settleTurn(
  ports: { aggregates: Aggregates; commands: CommandBus },
  recorded: RecordedEvent,
): Promise<void> {
  const event = typed<ConversationEvent>(recorded);
  if (event.type !== 'TurnCompleted' && event.type !== 'TurnStopped' && event.type !== 'TurnFailed') return;
  const stream = conversationStream(event.metadata.conversation_id ?? '');
  const { state } = await ports.aggregates.load(stream, conversation, { atLeast: recorded.revision });
  const facts = turnFacts(event, state);
  const coins = event.type === 'TurnCompleted' ? event.data.result.usage.coins : 0;
  const settlement = { ledger: event.data.ledger, turn_id: event.data.turn_id, coins, ...(facts ? { facts } : {}) };
  await ports.commands.execute(new SettleCoins(settlement, { actor: 'saga:settle-coins', causationId: event.id }));
}
