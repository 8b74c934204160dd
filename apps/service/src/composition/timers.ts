import type { CommandBus } from '@nestjs/cqrs';
import { conversation, conversationStream, EndConversation, ORPHAN_AFTER_MS, releaseOrphan } from '#libs/conversations';
import type { TimedWork } from '#libs/processing';
import type { ConversationDocument, ReservationDocument } from '#projections';
import type { Stores } from './stores.js';

export interface TimerPorts {
  readonly stores: Stores;
  readonly commands: CommandBus;
}

/** Conversations past their 30 days, without an open turn. */
export function expireConversations({ stores, commands }: TimerPorts): TimedWork<ConversationDocument> {
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
export function releaseOrphans({ stores, commands }: TimerPorts): TimedWork<ReservationDocument> {
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

/** A blob without a turn is left alone for so long: its turn may be about to be queued. */
const UNREFERENCED_MS = 60 * 60_000;

/** Blobs of ended conversations, and unreferenced ones over an hour old (design section 7). */
export function sweepBlobs({ stores }: TimerPorts): TimedWork<{ owner: string; name: string }> {
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
        if (now.getTime() - modified.getTime() > UNREFERENCED_MS && !(await isUsed(owner, name))) found.push({ owner, name });
      }
      return found;
    },
    async run({ owner, name }) {
      if (!(await isUsed(owner, name))) await stores.blobs.remove(owner, name);
    },
  };
}

function documents<Doc>(page: { readonly documents: readonly { readonly document: Doc }[] }): Doc[] {
  return page.documents.map(({ document }) => document);
}
