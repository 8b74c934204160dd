import type { CommandBus } from '@nestjs/cqrs';
import type { Directory } from '#libs/companies';
import {
  conversation,
  conversationStream,
  EndConversation,
  failOrphan,
  ORPHAN_AFTER_MS,
  ORPHANED,
  releaseOrphan,
} from '#libs/conversations';
import type { Clock } from '#libs/kernel';
import type { Stores } from '#libs/platform';
import type { ScheduledTask } from '#libs/processing';
import type { ConversationDocument, ReservationDocument, TurnDocument } from '#projections';

export interface TimerPorts {
  readonly stores: Stores;
  readonly commands: CommandBus;
}

/** Conversations past their 30 days, without an open turn. */
export function expireConversations({ stores, commands }: TimerPorts): ScheduledTask<ConversationDocument> {
  return {
    name: 'expire-conversations',
    everyMs: 5_000,
    key: ({ id }) => id,
    async due(now, limit) {
      const where = { running_turn: null, expires_at: { lte: now.toISOString() } };
      return documents(await stores.readModels.find<ConversationDocument>('conversations', { where, limit }));
    },
    async run({ id, partner_id }) {
      await commands.execute(new EndConversation(id, partner_id, 'expired', { actor: 'saga:expire' }));
    },
  };
}

/** Reservations that have had no turn for 60 s (design rule 6). */
export function releaseOrphans({ stores, commands }: TimerPorts): ScheduledTask<ReservationDocument> {
  return {
    name: 'release-orphans',
    everyMs: 5_000,
    key: ({ turn_id }) => turn_id,
    async due(now, limit) {
      const where = { reserved_at: { lte: new Date(now.getTime() - ORPHAN_AFTER_MS).toISOString() } };
      return documents(await stores.readModels.find<ReservationDocument>('reservations', { where, limit }));
    },
    run: (reservation) => releaseOrphan({ aggregates: stores.aggregates, commands }, reservation),
  };
}

/** A turn may need this long after its deadline until its end is recorded, ms. */
const RECORDING_MS = 15_000;

/** Turns past their deadline that nobody ended: their outcome could not be recorded when it came. */
export function failOverdue(
  { stores }: TimerPorts,
  { directory, deadlineMs }: { directory: Directory; deadlineMs: number },
): ScheduledTask<TurnDocument> {
  return {
    name: 'fail-overdue-turns',
    everyMs: 5_000,
    key: ({ id }) => id,
    async due(now, limit) {
      const before = new Date(now.getTime() - deadlineMs - RECORDING_MS).toISOString();
      const running = await stores.readModels.find<TurnDocument>('turns', {
        where: { state: 'running', queued_at: { lte: before } },
        limit,
      });
      return documents(running).filter(({ started_at = '' }) => started_at <= before);
    },
    run: ({ id, conversation_id, partner_id }) =>
      failOrphan(
        { aggregates: stores.aggregates, directory },
        { conversation_id, turn_id: id, partner_id },
        ORPHANED.overdue,
      ),
  };
}

/** A blob without a turn is left alone for so long: its turn may be about to be queued. */
const UNREFERENCED_MS = 60 * 60_000;

/** Blobs of ended conversations, and unreferenced ones over an hour old (design section 7). */
export function sweepBlobs({ stores }: TimerPorts): ScheduledTask<{ owner: string; name: string }> {
  const isUsed = async (owner: string, name: string) => {
    const { state } = await stores.aggregates.load(conversationStream(owner), conversation);
    return state.phase === 'live' && state.turns.some((turn) => turn.images.some((image) => image.digest === name));
  };
  return {
    name: 'sweep-blobs',
    everyMs: 15 * 60_000,
    key: ({ owner, name }) => `${owner}/${name}`,
    async due(now, limit) {
      const found: { owner: string; name: string }[] = [];
      for await (const { owner, name, modified } of stores.blobs.list()) {
        if (found.length >= limit) break;
        if (now.getTime() - modified.getTime() > UNREFERENCED_MS && !(await isUsed(owner, name)))
          found.push({ owner, name });
      }
      return found;
    },
    async run({ owner, name }) {
      if (!(await isUsed(owner, name))) await stores.blobs.remove(owner, name);
    },
  };
}

/** A removed document leaves a mark for so long, that a late owner cannot bring it back (design section 5), ms. */
const TOMBSTONE_MS = 7 * 86_400_000;

/** Marks of removed documents, once an hour. */
export function sweepTombstones({ stores }: TimerPorts, clock: Clock): ScheduledTask<'all'> {
  return {
    name: 'sweep-tombstones',
    everyMs: 60 * 60_000,
    key: (all) => all,
    due: async () => ['all'],
    async run(_all, signal) {
      const before = new Date(clock.now().getTime() - TOMBSTONE_MS);
      while (!signal.aborted && (await stores.readModels.sweepTombstones(before)) > 0);
    },
  };
}

function documents<Doc>(page: { readonly documents: readonly { readonly document: Doc }[] }): Doc[] {
  return page.documents.map(({ document }) => document);
}
