export { DeleteConversation } from './commands/end-conversation.js';
export { HandOffOrder } from './commands/hand-off-order.js';
export { loadOwnedConversation, type OwnedConversation } from './commands/owned-conversation.js';
export { QueueTurn } from './commands/queue-turn.js';
export { RestoreConversation } from './commands/restore-conversation.js';
export { StartConversation } from './commands/start-conversation.js';
export { StopTurn } from './commands/stop-turn.js';
export * from './contract.js';
export { ConversationsModule } from './conversations.module.js';
export { card } from './domain/card.js';
export {
  type ConversationState,
  conversation,
  conversationStream,
  findTurn,
  lastEndedTurn,
  openTurn,
  type TurnRecord,
} from './domain/conversation.js';
export { lead, leadStream, unkeyedLeadStream } from './domain/lead.js';
export { CloseTurn } from './processes/close-turn.js';
export { EraseConversations } from './processes/erase-conversations.js';
export { DeleteExpiredConversations, ExpireConversations } from './processes/expire-conversations.js';
export { FailOrphanedTurns, FailOverdueTurns } from './processes/fail-lost-turns.js';
export { PlaceCards } from './processes/place-cards.js';
export { ReleaseOrphanedReservations } from './processes/release-orphaned-reservations.js';
export { RunTurns } from './processes/run-turns/run-turns.js';
export { SweepBlobs } from './processes/sweep-blobs.js';
export { type TurnEvent, TurnFeed } from './processes/turn-feed.js';
export * from './queries/index.js';
export {
  type ChainState,
  ListConversationEvents,
  ReplayConversation,
  type ShownEvent,
  VerifyConversation,
} from './replay/company-conversation.js';
export { type CustomerImage, GetCustomerImage } from './replay/company-image.js';
export { type ConversationDiff, diffConversations, type Stood } from './replay/diff.js';
export {
  type CoinStep,
  type Replayed,
  type ReplayedAttempt,
  type ReplayedTurn,
  replayConversation,
  type WebhookStep,
} from './replay/fold.js';
export { replay } from './replay/replay.js';
export { CONVERSATION_SETTINGS, type ConversationSettings } from './settings.js';
