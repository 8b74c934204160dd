import { GetCardHandler, ListCardsHandler } from './cards.js';
import { ConversationReads } from './conversation-reads.js';
import { FollowTurnHandler } from './follow-turn.js';
import { GetConversationHandler } from './get-conversation.js';
import { GetCompanyOfShownHandler, GetOrderOfTurnHandler, LocateOrderHandler } from './get-order.js';
import { GetTurnHandler } from './get-turn.js';
import { ListOutcomeEventsHandler } from './list-outcome-events.js';
import { ListTurnsHandler } from './list-turns.js';
import { SearchConversationsHandler } from './search-conversations.js';

export { type CardInFull, GetCard, ListCards, type PageOfCards, type PlacedCard } from './cards.js';
export { FollowTurn, type TurnStep } from './follow-turn.js';
export { type Conversation, GetConversation } from './get-conversation.js';
export {
  GetCompanyOfShown,
  GetOrderOfTurn,
  LocateOrder,
  nothingAssembled,
  type OrderLocation,
  type OrderOfTurn,
} from './get-order.js';
export { GetTurn, type Turn } from './get-turn.js';
export { ListOutcomeEvents, type PageOfOutcomes } from './list-outcome-events.js';
export { ListTurns, type PageOfTurns } from './list-turns.js';
export { type ConversationFilter, type FoundConversation, SearchConversations } from './search-conversations.js';

export const conversationQueryProviders = [
  ConversationReads,
  FollowTurnHandler,
  GetCardHandler,
  GetCompanyOfShownHandler,
  GetConversationHandler,
  GetOrderOfTurnHandler,
  GetTurnHandler,
  ListCardsHandler,
  ListOutcomeEventsHandler,
  ListTurnsHandler,
  LocateOrderHandler,
  SearchConversationsHandler,
];
