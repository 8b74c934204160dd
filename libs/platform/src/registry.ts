import { coinEvents } from '#contracts/coins';
import { companyEvents, partnerEvents } from '#contracts/companies';
import { cardEvents, conversationEvents, leadEvents } from '#contracts/conversations';
import { deliveryEvents } from '#contracts/webhooks';
import { EventRegistry, logEvents } from '#libs/event-store';

/** The event types of all contexts: what is stored is written and read through their schemas. */
export const EVENT_TABLES = [
  conversationEvents,
  leadEvents,
  cardEvents,
  coinEvents,
  companyEvents,
  partnerEvents,
  deliveryEvents,
  logEvents,
] as const;

export const registry = new EventRegistry(...EVENT_TABLES);
