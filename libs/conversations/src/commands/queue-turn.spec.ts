import { CommandBus } from '@nestjs/cqrs';
import { type CoinsHeld, ReserveCoins } from '#libs/coins';
import { createAggregates } from '#libs/event-store';
import { newId, Problem, systemClock } from '#libs/kernel';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { conversation, conversationStream } from '../domain/conversation.js';
import { loadOwnedConversation } from './owned-conversation.js';
import { QueueTurn, QueueTurnHandler } from './queue-turn.js';

const partner_id = 'prt_1';
const context = { actor: 'test' };
const settings = {
  ttlMs: 60_000,
  expiryGraceMs: 60_000,
  deadlineMs: 1_000,
  concurrency: 1,
  maxOpenTurns: 1,
  nodeId: 'nod_1',
};
const noBlobs = {
  put: async () => undefined,
  get: async () => undefined,
  remove: async () => undefined,
  removeAll: async () => undefined,
  list: async function* () {},
};

const noLimit = { enter: () => undefined, leave: () => undefined };

type Held = Pick<CoinsHeld, 'followed'>;

/**
 * A conversation, and a handler whose coins can always be had.
 * @param reserve what the ledger does with what is to go behind the reservation.
 */
async function given(reserve: (command: ReserveCoins) => Held = () => ({ followed: false })) {
  const store = new MemoryEventStore();
  const aggregates = createAggregates(store);
  const conversation_id = newId('cnv');
  const stream = conversationStream(conversation_id);
  const started = {
    conversation_id,
    partner_id,
    company_id: 'cmp_1',
    order_id: 'o',
    expires_at: '2099-01-01T00:00:00.000Z',
  };
  await aggregates.handle(stream, conversation, { type: 'StartConversation', data: started }, context);
  const ledger = 'coins-cmp_1-1';
  const commands: Pick<CommandBus, 'execute'> = {
    execute: async (command: object) =>
      ({ ledger, ...(command instanceof ReserveCoins ? reserve(command) : {}) }) as never,
  };
  const bus = Object.assign(Object.create(CommandBus.prototype), commands);
  const handler = new QueueTurnHandler(aggregates, systemClock, settings, noBlobs, noLimit, bus);
  const queue = async (idempotency_key: string) => {
    const owned = await loadOwnedConversation(aggregates, conversation_id, partner_id);
    const words = { text: 'кухня', images: [], body_digest: 'd', idempotency_key };
    return handler.execute(new QueueTurn(owned, words, context));
  };
  const stop = (turn_id: string) =>
    aggregates.handle(stream, conversation, { type: 'StopTurn', turn_id, partnerAddress: undefined }, context);
  return { store, queue, stop };
}

describe('a turn', () => {
  it('is queued behind its coins, as the ledger says', async () => {
    const { store, queue } = await given(({ followedBy }) => {
      followedBy?.('coins-cmp_1-1').handle();
      return { followed: true };
    });
    expect(await queue('one')).toMatchObject({ state: 'queued', replayed: false, position: await store.head() });
  });

  it('is queued by itself where one ledger was tried, and another one turned out to hold its coins', async () => {
    const { queue } = await given(({ followedBy }) => {
      followedBy?.('coins-cmp_1-0');
      return { followed: false };
    });
    expect(await queue('one')).toMatchObject({ state: 'queued', replayed: false });
  });
});

describe('a turn that is repeated under its key', () => {
  it('is the same turn, and tells a position that shows it, however old it is', async () => {
    const { store, queue, stop } = await given();
    const first = await queue('one');
    await stop(first.turn_id);
    const second = await queue('two');
    const repeated = await queue('one');
    expect(repeated).toMatchObject({ turn_id: first.turn_id, state: 'stopped', replayed: true });
    expect(repeated.position).toBe(await store.head());
    expect(second.position).toBe(await store.head());
  });

  it('another one is refused while it is open', async () => {
    const { queue } = await given();
    const { turn_id } = await queue('one');
    await expect(queue('two')).rejects.toThrow(Problem);
    await expect(queue('two')).rejects.toMatchObject({ code: 'conflict_busy' });
    expect(await queue('one')).toMatchObject({ turn_id, replayed: true });
  });
});
