import { coinEvents } from '#libs/coins';
import { companyEvents, partnerEvents } from '#libs/companies';
import { cardEvents, conversationEvents, leadEvents } from '#libs/conversations';
import { EventRegistry, logEvents } from '#libs/event-store';
import { deliveryEvents } from '#libs/webhooks';

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
