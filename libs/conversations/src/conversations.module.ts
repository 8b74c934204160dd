import { Module } from '@nestjs/common';
import { CompaniesModule } from '#libs/companies';
import { AbandonTurnHandler } from './commands/abandon-turn.js';
import { DeleteConversationHandler, ExpireConversationHandler } from './commands/end-conversation.js';
import { FailTurnHandler } from './commands/fail-turn.js';
import { HandOffOrderHandler } from './commands/hand-off-order.js';
import { PlaceCardHandler } from './commands/place-card.js';
import { QueueTurnHandler } from './commands/queue-turn.js';
import { StartConversationHandler } from './commands/start-conversation.js';
import { StopTurnHandler } from './commands/stop-turn.js';
import { CloseTurn } from './processes/close-turn.js';
import { EraseConversations } from './processes/erase-conversations.js';
import { ExpireConversations } from './processes/expire-conversations.js';
import { FailOrphanedTurns, FailOverdueTurns } from './processes/fail-lost-turns.js';
import { PlaceCards } from './processes/place-cards.js';
import { ReleaseOrphanedReservations } from './processes/release-orphaned-reservations.js';
import { RunTurns } from './processes/run-turns/run-turns.js';
import { TurnExecution } from './processes/run-turns/turn-execution.js';
import { SweepBlobs } from './processes/sweep-blobs.js';
import { TurnFeed } from './processes/turn-feed.js';
import { conversationQueryProviders } from './queries/index.js';

/** Conversations, their turns and handoffs. The stores, clock, assistant and settings come from the platform. */
@Module({
  imports: [CompaniesModule],
  providers: [
    AbandonTurnHandler,
    DeleteConversationHandler,
    ExpireConversationHandler,
    FailTurnHandler,
    HandOffOrderHandler,
    PlaceCardHandler,
    QueueTurnHandler,
    StartConversationHandler,
    StopTurnHandler,
    ...conversationQueryProviders,
    CloseTurn,
    EraseConversations,
    ExpireConversations,
    FailOrphanedTurns,
    FailOverdueTurns,
    PlaceCards,
    ReleaseOrphanedReservations,
    RunTurns,
    SweepBlobs,
    TurnExecution,
    TurnFeed,
  ],
  exports: [TurnFeed],
})
export class ConversationsModule {}
