import { bom } from './bom.js';
import { cards } from './cards.js';
import { companies } from './companies.js';
import { conversations } from './conversations.js';
import { dailyUsage } from './daily-usage.js';
import { deliveries } from './deliveries.js';
import { keys } from './keys.js';
import { orders } from './orders.js';
import { outcomes } from './outcomes.js';
import { partners } from './partners.js';
import type { ServiceProjection } from './projection.js';
import { reservations } from './reservations.js';
import { seats } from './seats.js';
import { turnFacts } from './turn-facts.js';
import { turns } from './turns.js';
import { usage } from './usage.js';

export type { BomDocument } from './bom.js';
export type { CardDocument } from './cards.js';
export type { CompanyDocument } from './companies.js';
export { type ConversationDocument, conversations } from './conversations.js';
export type { DailyUsageDocument } from './daily-usage.js';
export type { DeliveryDocument, DeliveryState } from './deliveries.js';
export type { KeyDocument } from './keys.js';
export { type OrderDocument, orderKey } from './orders.js';
export type { OutcomeDocument } from './outcomes.js';
export type { PartnerDocument } from './partners.js';
export type { ConversationDocuments } from './projection.js';
export type { ReservationDocument } from './reservations.js';
export { type SeatDocument, seatKey } from './seats.js';
export type { TurnFactsDocument } from './turn-facts.js';
export type { TurnDocument } from './turns.js';
export type { UsageDocument } from './usage.js';

/** Every read model of the service. */
export const projections: readonly ServiceProjection[] = [
  bom,
  cards,
  companies,
  conversations,
  dailyUsage,
  deliveries,
  keys,
  orders,
  outcomes,
  partners,
  reservations,
  seats,
  turnFacts,
  turns,
  usage,
];
