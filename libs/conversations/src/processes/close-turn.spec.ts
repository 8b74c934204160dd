import { type Command, CommandBus } from '@nestjs/cqrs';
import { SettleCoins } from '#libs/coins';
import { createAggregates } from '#libs/event-store';
import { newId } from '#libs/kernel';
import { ScheduleWebhook } from '#libs/webhooks';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { conversation, conversationStream } from '../domain/conversation.js';
import { CloseTurn } from './close-turn.js';

const context = { actor: 'test' };

/** A turn that was stopped, and what the saga asks of coins and webhooks. */
async function stopped(webhook_url?: string) {
  const store = new MemoryEventStore();
  const aggregates = createAggregates(store);
  const conversation_id = newId('cnv');
  const stream = conversationStream(conversation_id);
  const turn_id = newId('trn');
  const expires_at = '2099-01-01T00:00:00.000Z';
  const started = { conversation_id, partner_id: 'prt_1', company_id: 'cmp_1', order_id: 'o', expires_at };
  const data = { turn_id, text: 'кухня', images: [], ledger: 'coins-cmp_1-1', coins: 1, expires_at };
  await aggregates.handle(stream, conversation, { type: 'StartConversation', data: started }, context);
  await aggregates.handle(stream, conversation, { type: 'QueueTurn', data }, context);
  await aggregates.handle(stream, conversation, { type: 'StopTurn', turn_id, partnerAddress: webhook_url }, context);
  const event = (await store.load(stream)).at(-1);
  if (!event) throw new Error('nothing was stopped');
  const asked: (Command<unknown> | string)[] = [];
  const execute = async (command: Command<unknown>) => asked.push(command);
  const commands = Object.assign(Object.create(CommandBus.prototype), { execute });
  const progress = { waitFor: async (position: bigint) => asked.push(`shown ${position}`) > 0 };
  return { event, asked, turn_id, saga: new CloseTurn(aggregates, commands, progress) };
}

describe('the end of a turn', () => {
  it('settles its coins, waits until the turn is shown, then schedules its webhook under the id of its event', async () => {
    const { event, asked, turn_id, saga } = await stopped('https://partner.test/hook');
    await saga.handle(event);
    const [settle, shown, schedule] = asked;
    expect(asked).toHaveLength(3);
    expect(shown).toBe(`shown ${event.position}`);
    expect(settle).toBeInstanceOf(SettleCoins);
    expect(settle).toMatchObject({
      turn: { turn_id, ledger: 'coins-cmp_1-1', coins: 0, facts: { outcome: 'stopped' } },
    });
    expect(schedule).toBeInstanceOf(ScheduleWebhook);
    expect(schedule).toMatchObject({
      webhook: { event_id: `evt_${event.id}`, event: 'turn.stopped', address: 'https://partner.test/hook', turn_id },
      context: { causationId: event.id },
    });
  });

  it('settles its coins where there is nobody to announce it to', async () => {
    const { event, asked, saga } = await stopped();
    await saga.handle(event);
    expect(asked.map((command) => command.constructor)).toEqual([SettleCoins]);
  });
});
