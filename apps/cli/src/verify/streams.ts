import type { Blobs } from '#libs/blobs';
import { company, companyEvents, partner, partnerEvents } from '#libs/companies';
import {
  type ConversationEvent,
  cardEvents,
  conversation,
  conversationEvents,
  leadEvents,
  leadStream,
  unkeyedLeadStream,
} from '#libs/conversations';
import {
  type ChainRules,
  type Decider,
  type DomainEvent,
  type EventOf,
  type EventStore,
  type EventTable,
  isEventOf,
  logEvents,
  type RawEvent,
  type RecordedEvent,
  rawOf,
  type Typed,
  verifyStream,
} from '#libs/event-store';
import { delivery, deliveryEvents, deliveryStream } from '#libs/webhooks';
import { foldLedger } from './coins.js';
import { verifyPictures } from './pictures.js';

/** One stream, event by event: its chain recomputed, its history folded, its pictures compared with their digests. */
export async function verifyOneStream(
  store: EventStore,
  blobs: Blobs,
  stream: string,
  rules: ChainRules,
): Promise<{ readonly events: number; readonly broken: readonly Broken[] }> {
  const events = await store.load(stream);
  const raws: RawEvent[] = [];
  const broken: Broken[] = [];
  for (const event of events) {
    const raw = rawOf(event);
    if (raw) raws.push(raw);
    else broken.push({ stream, revision: event.revision, reason: 'the store does not give the exact text of it' });
  }
  broken.push(...verifyStream(raws, rules));
  const unfolded = foldFault(stream, events);
  if (unfolded) broken.push(unfolded);
  broken.push(...(await verifyPictures(store, blobs, events)));
  return { events: events.length, broken };
}

/** The first event that does not fold: what comes after it means nothing. */
function foldFault(stream: string, events: readonly RecordedEvent[]): Broken | undefined {
  const fold: Fold | undefined = foldOf(stream);
  if (!fold) return { stream, revision: 0, reason: 'no decider writes a stream of this name' };
  for (const event of events) {
    try {
      fold(event);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { stream, revision: event.revision, reason: `does not fold: ${reason}` };
    }
  }
  return undefined;
}

/** What does not hold: an event of a stream, a document of a read model, or the log or a file as a whole. */
export type Broken =
  | { readonly where: string; readonly reason: string }
  | { readonly stream: string; readonly revision: number; readonly reason: string }
  | { readonly read_model: string; readonly id: string; readonly position: number; readonly reason: string };

/** contract.md, `verify`. */
export interface Verified {
  readonly streams: number;
  readonly events: number;
  readonly broken: readonly Broken[];
}

export function brokenWords(broken: Broken): string {
  if ('where' in broken) return `${broken.where}: ${broken.reason}`;
  return 'stream' in broken
    ? `${broken.stream} revision ${broken.revision}: ${broken.reason}`
    : `${broken.read_model} ${broken.id} at ${broken.position}: ${broken.reason}`;
}

/** Folds one event after the other; throws where an event does not fit what went before. */
export type Fold = (event: RecordedEvent) => void;

/** A kind of stream (design section 2). */
interface StreamKind {
  begin(): Fold;
  /** The stream of this kind that an event of a conversation leads to; undefined where it leads to none. */
  of(event: Typed<ConversationEvent>, leadKey: Uint8Array): string | readonly string[] | undefined;
}

/** Nothing of it is folded: `LogCheck` reads these streams as a whole. */
const LOG = { initial: undefined, evolve: () => undefined };

const ofNoConversation = () => undefined;

/** By prefix. What is no kind of this table does not verify, so that a new one has to say how conversations lead to it. */
const KINDS: Readonly<Record<`${string}-`, StreamKind>> = {
  'conversation-': {
    begin: () => folding(conversation, conversationEvents),
    of: ({ stream }) => stream,
  },
  'coins-': {
    begin: foldLedger,
    of: (event) => (event.type === 'TurnQueued' ? event.data.ledger : undefined),
  },
  'log-': { begin: () => folding(LOG, logEvents), of: ofNoConversation },
  'company-': { begin: () => folding(company, companyEvents), of: ofNoConversation },
  'partner-': { begin: () => folding(partner, partnerEvents), of: ofNoConversation },
  'delivery-': {
    begin: () => folding(delivery, deliveryEvents),
    of: ({ id, metadata }) => (metadata.webhook_url ? deliveryStream(id) : undefined),
  },
  'lead-': {
    begin: foldLead,
    of: ({ metadata: { partner_id, external_id } }, leadKey) =>
      partner_id && external_id
        ? [leadStream(leadKey, partner_id, external_id), unkeyedLeadStream(partner_id, external_id)]
        : [],
  },
  'card-': {
    begin: foldCard,
    of: (event) => (event.type === 'OrderHandedOff' ? `card-${event.data.card_id}` : undefined),
  },
};

/** The fold of a stream by its name; undefined for a stream that no decider writes. */
export function foldOf(stream: string): Fold | undefined {
  return Object.entries(KINDS)
    .find(([prefix]) => stream.startsWith(prefix))?.[1]
    .begin();
}

/** A conversation's stream and those that its events lead to; of a lead both names that its stream may have. */
export function streamsOf(events: readonly RecordedEvent[], leadKey: Uint8Array): readonly string[] {
  const own = events.filter((event) => isEventOf(conversationEvents, event));
  return [...new Set(own.flatMap((event) => Object.values(KINDS).flatMap((kind) => kind.of(event, leadKey) ?? [])))];
}

function folding<State, Command, Table extends EventTable>(
  { initial, evolve }: Pick<Decider<State, Command, EventOf<Table> & DomainEvent>, 'initial' | 'evolve'>,
  table: Table,
): Fold {
  let state = initial;
  return (event) => {
    state = evolve(state, eventOf(table, event));
  };
}

function eventOf<Table extends EventTable>(table: Table, event: RecordedEvent): Typed<EventOf<Table>> {
  if (!isEventOf(table, event)) throw new Error(`${event.type} is no event of such a stream`);
  return event;
}

function foldLead(): Fold {
  let claimed: string | undefined;
  return (recorded) => {
    const { type, data } = eventOf(leadEvents, recorded);
    if (type === 'LeadClaimed' && claimed === undefined) claimed = data.conversation_id;
    else if (type === 'LeadFreed' && claimed === data.conversation_id) claimed = undefined;
    else
      throw new Error(
        `${type} of ${data.conversation_id}, but the lead is ${claimed ? `claimed by ${claimed}` : 'free'}`,
      );
  };
}

function foldCard(): Fold {
  let placed = false;
  return (recorded) => {
    const { type, data } = eventOf(cardEvents, recorded);
    if (type !== 'CardPlaced' || placed || recorded.stream !== `card-${data.card_id}`) {
      throw new Error(`${type} of card ${data.card_id}: a card's stream holds its one CardPlaced`);
    }
    placed = true;
  };
}
