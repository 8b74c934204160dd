import { companies } from './accounts/companies.js';
import { keys } from './accounts/keys.js';
import { partners } from './accounts/partners.js';
import { seats } from './accounts/seats.js';
import { usage } from './accounts/usage.js';
import { dailyUsage } from './analytics/daily-usage.js';
import { partnerDays } from './analytics/partner-days.js';
import { turnFacts } from './analytics/turn-facts.js';
import { bom } from './conversations/bom.js';
import { cards } from './conversations/cards.js';
import { conversations } from './conversations/conversations.js';
import { deliveries } from './conversations/deliveries.js';
import { orders } from './conversations/orders.js';
import { outcomes } from './conversations/outcomes.js';
import { reservations } from './conversations/reservations.js';
import { turns } from './conversations/turns.js';

import type { ServiceProjection } from './projection.js';

export type { CompanyDocument } from './accounts/companies.js';
export type { KeyDocument } from './accounts/keys.js';
export type { PartnerDocument } from './accounts/partners.js';
export { type SeatDocument, seatKey } from './accounts/seats.js';
export type { UsageDocument } from './accounts/usage.js';
export type { DailyUsageDocument } from './analytics/daily-usage.js';
export type { PartnerDayDocument } from './analytics/partner-days.js';
export type { TurnFactsDocument } from './analytics/turn-facts.js';
export type { BomDocument } from './conversations/bom.js';
export type { CardDocument } from './conversations/cards.js';
export { type ConversationDocument, conversations } from './conversations/conversations.js';
export type { DeliveryDocument, DeliveryState } from './conversations/deliveries.js';
export { type OrderDocument, orderKey } from './conversations/orders.js';
export type { OutcomeDocument } from './conversations/outcomes.js';
export type { ReservationDocument } from './conversations/reservations.js';
export type { TurnDocument } from './conversations/turns.js';
export type { ColumnType, ConversationDocuments } from './projection.js';

/** Types of events that nobody waits to see: what follows them is waited for, or nothing is. */
export const unhurried = ['CoinsReserved', 'TurnStarted', 'AttemptChecked', 'CoinsCharged', 'CoinsReleased'];

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
  partnerDays,
  partners,
  reservations,
  seats,
  turnFacts,
  turns,
  usage,
];
