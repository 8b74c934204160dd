import { Module } from '@nestjs/common';
import { CompaniesModule } from '#libs/companies';
import { AbandonTurnHandler } from './commands/abandon-turn.js';
import {
  DeleteConversationHandler,
  DeleteExpiredConversationHandler,
  ExpireConversationHandler,
} from './commands/end-conversation.js';
import { FailTurnHandler } from './commands/fail-turn.js';
import { HandOffOrderHandler } from './commands/hand-off-order.js';
import { Leads } from './commands/leads.js';
import { PlaceCardHandler } from './commands/place-card.js';
import { QueueTurnHandler } from './commands/queue-turn.js';
import { RestoreConversationHandler } from './commands/restore-conversation.js';
import { StartConversationHandler } from './commands/start-conversation.js';
import { StopTurnHandler } from './commands/stop-turn.js';
import { CloseTurn } from './processes/close-turn.js';
import { EraseConversations } from './processes/erase-conversations.js';
import { DeleteExpiredConversations, ExpireConversations } from './processes/expire-conversations.js';
import { FailOrphanedTurns, FailOverdueTurns } from './processes/fail-lost-turns.js';
import { OpenTurns } from './processes/open-turns.js';
import { PlaceCards } from './processes/place-cards.js';
import { ReleaseOrphanedReservations } from './processes/release-orphaned-reservations.js';
import { RunTurns } from './processes/run-turns/run-turns.js';
import { TurnExecution } from './processes/run-turns/turn-execution.js';
import { SweepBlobs } from './processes/sweep-blobs.js';
import { TurnFeed } from './processes/turn-feed.js';
import { conversationQueryProviders } from './queries/index.js';
import {
  CompanyConversations,
  ListConversationEventsHandler,
  ReplayConversationHandler,
  VerifyConversationHandler,
} from './replay/company-conversation.js';
import { GetCustomerImageHandler } from './replay/company-image.js';

/** Conversations, their turns and handoffs. The stores, clock, assistant and settings come from the platform. */
@Module({
  imports: [CompaniesModule],
  providers: [
    AbandonTurnHandler,
    DeleteConversationHandler,
    DeleteExpiredConversationHandler,
    ExpireConversationHandler,
    FailTurnHandler,
    HandOffOrderHandler,
    Leads,
    PlaceCardHandler,
    QueueTurnHandler,
    RestoreConversationHandler,
    StartConversationHandler,
    StopTurnHandler,
    ...conversationQueryProviders,
    CompanyConversations,
    GetCustomerImageHandler,
    ListConversationEventsHandler,
    ReplayConversationHandler,
    VerifyConversationHandler,
    CloseTurn,
    DeleteExpiredConversations,
    EraseConversations,
    ExpireConversations,
    FailOrphanedTurns,
    FailOverdueTurns,
    OpenTurns,
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
