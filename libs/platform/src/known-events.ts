import type { CoinEvent } from '#libs/coins';
import type { CompanyEvent, PartnerEvent } from '#libs/companies';
import type { CardEvent, ConversationEvent, LeadEvent } from '#libs/conversations';
import type { DeliveryEvent } from '#libs/webhooks';

type Known = ConversationEvent | LeadEvent | CardEvent | CoinEvent | CompanyEvent | PartnerEvent | DeliveryEvent;

/** Every event type that this version writes or reads: the compiler refuses this table when one is missing. */
const TYPES: Record<Known['type'], true> = {
  ConversationStarted: true,
  TurnQueued: true,
  TurnStarted: true,
  AttemptChecked: true,
  TurnCompleted: true,
  TurnStopped: true,
  TurnFailed: true,
  TurnAbandoned: true,
  OrderHandedOff: true,
  ConversationDeleted: true,
  ConversationExpired: true,
  LeadClaimed: true,
  LeadFreed: true,
  CardPlaced: true,
  CoinPeriodOpened: true,
  CoinsAdded: true,
  CoinsIncludedChanged: true,
  CoinsReserved: true,
  CoinsCharged: true,
  CoinsReleased: true,
  CoinPeriodClosed: true,
  CompanyRegistered: true,
  SubscriptionChanged: true,
  SeatAdded: true,
  SeatRevoked: true,
  CabinetAccessIssued: true,
  CabinetAccessUsed: true,
  PartnerRegistered: true,
  PartnerRenamed: true,
  ApiKeyIssued: true,
  ApiKeyRevoked: true,
  WebhookAddressChanged: true,
  WebhookSecretRotated: true,
  WebhookScheduled: true,
  WebhookAttempted: true,
  WebhookDelivered: true,
  WebhookGivenUp: true,
  RedeliveryRequested: true,
};

export const KNOWN_EVENTS: ReadonlySet<string> = new Set(Object.keys(TYPES));
