import { EndConversationHandler } from './commands/end-conversation.js';
import { HandOffOrderHandler } from './commands/hand-off-order.js';
import { QueueTurnHandler } from './commands/queue-turn.js';
import { StartConversationHandler } from './commands/start-conversation.js';
import { StopTurnHandler } from './commands/stop-turn.js';

export { type CardState, card } from './card.js';
export { EndConversation } from './commands/end-conversation.js';
export { HandOffOrder } from './commands/hand-off-order.js';
export { QueueTurn } from './commands/queue-turn.js';
export { StartConversation } from './commands/start-conversation.js';
export { StopTurn } from './commands/stop-turn.js';
export { conversation, conversationStream } from './conversation.js';
export { type ConversationState, findTurn, lastEndedTurn, openTurn, type TurnRecord } from './conversation-state.js';
export { COMPANY_DIRECTORY, type CompanyDirectory } from './directory.js';
export type * from './events.js';
export { type LeadState, lead, leadStream } from './lead.js';
export { ownedConversation } from './owned.js';
export { type ErasePorts, eraseConversation } from './sagas/erase-conversation.js';
export { failOrphan, ORPHANED } from './sagas/fail-orphan.js';
export { completeHandoff } from './sagas/place-card.js';
export { ORPHAN_AFTER_MS, releaseOrphan } from './sagas/release-orphan.js';
export { type RunTurnPorts, TurnAborted, TurnExecution, type TurnWork } from './sagas/run-turn.js';
export { settleTurn } from './sagas/settle-turn.js';
export { TURN_TYPES, type TurnEvent, TurnFeed } from './sagas/turn-feed.js';
export { TurnRunner, type TurnRunnerPorts } from './sagas/turn-runner.js';
export { CONVERSATION_SETTINGS, type ConversationSettings } from './settings.js';

/** Nest handlers of this context. */
export const conversationProviders = [
  EndConversationHandler,
  HandOffOrderHandler,
  QueueTurnHandler,
  StartConversationHandler,
  StopTurnHandler,
];
