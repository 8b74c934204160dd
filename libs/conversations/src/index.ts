import { EndConversationHandler } from './commands/end-conversation.js';
import { HandOffOrderHandler } from './commands/hand-off-order.js';
import { QueueTurnHandler } from './commands/queue-turn.js';
import { StartConversationHandler } from './commands/start-conversation.js';
import { StopTurnHandler } from './commands/stop-turn.js';
import { conversationQueryProviders } from './queries/index.js';

export { EndConversation } from './commands/end-conversation.js';
export { HandOffOrder } from './commands/hand-off-order.js';
export { ownedConversation } from './commands/owned-conversation.js';
export { QueueTurn } from './commands/queue-turn.js';
export { StartConversation } from './commands/start-conversation.js';
export { StopTurn } from './commands/stop-turn.js';
export { COMPANY_DIRECTORY, type CompanyDirectory } from './directory.js';
export { type CardState, card } from './domain/card.js';
export { conversation, conversationStream } from './domain/conversation.js';
export {
  type ConversationState,
  findTurn,
  lastEndedTurn,
  openTurn,
  type TurnRecord,
} from './domain/conversation-state.js';
export { type LeadState, lead, leadStream } from './domain/lead.js';
export type * from './events/events.js';
export { type ErasePorts, eraseConversation } from './processes/erase-conversation.js';
export { failOrphan, ORPHANED } from './processes/fail-orphan.js';
export { completeHandoff } from './processes/place-card.js';
export { ORPHAN_AFTER_MS, releaseOrphan } from './processes/release-orphan.js';
export { type RunTurnPorts, TurnAborted, TurnExecution, type TurnWork } from './processes/run-turn.js';
export { settleTurn } from './processes/settle-turn.js';
export { TURN_TYPES, type TurnEvent, TurnFeed } from './processes/turn-feed.js';
export { TurnRunner, type TurnRunnerPorts } from './processes/turn-runner.js';
export * from './queries/index.js';
export { CONVERSATION_SETTINGS, type ConversationSettings } from './settings.js';

/** Nest handlers of this context. */
export const conversationProviders = [
  EndConversationHandler,
  HandOffOrderHandler,
  QueueTurnHandler,
  StartConversationHandler,
  StopTurnHandler,
  ...conversationQueryProviders,
];
export { ENDING_TYPES, type OutcomeBody, outcomeBody } from './domain/outcome-body.js';
export { scheduleOutcome } from './processes/schedule-outcome.js';
