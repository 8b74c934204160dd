import { createAggregates, type RecordedEvent } from '#libs/event-store';
import { derivedUuid, newId, systemClock, uuidv7 } from '#libs/kernel';
import { delivery, deliveryStream, type GiveUpWebhook } from '#libs/webhooks';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { GiveUpWebhookHandler } from '../../../webhooks/src/commands/give-up-webhook.js';
import { conversationStream } from '../domain/conversation.js';
import { EraseConversations } from './erase-conversations.js';

const context = { actor: 'test' };
const outcome = uuidv7();
const conversation_id = newId('cnv');

/** A deleted conversation with one webhook that was delivered. */
async function given(removeAll: (folder: string) => Promise<void> = async () => undefined) {
  const store = new MemoryEventStore();
  const aggregates = createAggregates(store);
  const log = deliveryStream(outcome);
  const data = {
    event_id: `evt_${outcome}`,
    event: 'turn.completed' as const,
    partner_id: 'prt_1',
    address: 'https://a.test/',
    body: '{}',
    body_digest: '0',
    due_at: '2031-03-01T00:00:00.000Z',
  };
  await aggregates.handle(log, delivery, { type: 'ScheduleWebhook', data }, context);
  const result = { status: 204, ms: 3, at: new Date() };
  await aggregates.handle(log, delivery, { type: 'RecordAttempt', attempt: 1, outcome: result, retryMs: [] }, context);
  const ended = {
    id: derivedUuid(outcome, 'deleted'),
    type: 'ConversationDeleted',
    data: { conversation_id, turn_ids: [], delivery_ids: [outcome], card_ids: [] },
    metadata: { at: '2031-03-01T00:00:10.000Z', schema: 1 },
  };
  await store.append(conversationStream(conversation_id), 'no-stream', [ended]);
  const [event] = await store.load(conversationStream(conversation_id));
  const handler = new GiveUpWebhookHandler(aggregates);
  const waited: bigint[] = [];
  const removed: string[] = [];
  const erase = (allPast: (position: bigint) => Promise<void>) =>
    new EraseConversations(
      aggregates,
      store,
      {
        async removeAll(folder: string) {
          await removeAll(folder);
          removed.push(folder);
        },
      },
      {
        async scrub() {
          removed.push('read models');
        },
      },
      {
        allPast(position) {
          waited.push(position);
          return allPast(position);
        },
      },
      { execute: (command: GiveUpWebhook) => handler.execute(command) },
      systemClock,
    ).handle(event as RecordedEvent, new AbortController().signal);
  return { store, log, erase, waited, removed };
}

describe('the erasure of a conversation', () => {
  it('gives its deliveries up, and lets nothing go before all have seen that', async () => {
    const { store, log, erase, waited, removed } = await given();
    await erase(async (position) => {
      if (position === 4n)
        expect((await store.load(log)).at(-1)).toMatchObject({ data: { reason: 'erased' }, position });
    });
    expect(waited).toEqual([3n, 4n]);
    expect(await store.load(log)).toEqual([]);
    expect(await store.load(conversationStream(conversation_id))).toEqual([]);
    expect(removed).toEqual([conversation_id, 'read models']);
  });

  it('leaves the event that asks for it until everything else is gone', async () => {
    const dead = new Error('the node died');
    const { store, erase } = await given(() => Promise.reject(dead));
    await expect(erase(async () => undefined)).rejects.toBe(dead);
    expect((await store.load(conversationStream(conversation_id))).at(-1)?.type).toBe('ConversationDeleted');
  });

  it('waits for the same again where the first try died in between, and is done where it died later', async () => {
    const { store, log, erase, waited } = await given();
    const dead = new Error('the node died');
    await expect(erase(async (position) => (position === 4n ? Promise.reject(dead) : undefined))).rejects.toBe(dead);
    expect(await store.load(log)).toHaveLength(3);
    await erase(async () => undefined);
    expect(waited).toEqual([3n, 4n, 3n, 4n]);
    expect(await store.load(log)).toEqual([]);
    await erase(async () => undefined);
  });
});
