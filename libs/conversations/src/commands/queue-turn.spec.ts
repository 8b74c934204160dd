import { CommandBus } from '@nestjs/cqrs';
import { type CoinsHeld, ReserveCoins } from '#libs/coins';
import { createAggregates } from '#libs/event-store';
import { newId, Problem, systemClock } from '#libs/kernel';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { conversation, conversationStream, findTurn } from '../domain/conversation.js';
import type { TurnState } from '../events/conversation-events.js';
import type { RunTurns, TurnPlace } from '../processes/run-turns/run-turns.js';
import type { TurnWork } from '../processes/run-turns/turn-execution.js';
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

const CLAIM = { node_id: 'nod_1', deadline_at: '2099-01-01T00:00:00.000Z' };
/** A runner that has a place for every turn, and what became of the places. */
function places() {
  const run: (TurnState | undefined)[] = [];
  let released = 0;
  const placeFor = ({ turn_id }: TurnWork): TurnPlace => ({
    claim: CLAIM,
    run: ({ state }) => run.push(state && findTurn(state, turn_id)?.state),
    release: () => {
      released += 1;
    },
  });
  return { placeFor, run, released: () => released };
}

/**
 * A conversation, and a handler whose coins can always be had.
 * @param reserve what the ledger does with what is to go behind the reservation.
 */
async function given(
  reserve: (command: ReserveCoins) => Held = () => ({ followed: false }),
  runner: Pick<RunTurns, 'placeFor'> = { placeFor: () => undefined },
) {
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
  const handler = new QueueTurnHandler(aggregates, systemClock, settings, noBlobs, noLimit, runner, bus);
  const queue = async (idempotency_key: string) => {
    const owned = await loadOwnedConversation(aggregates, conversation_id, partner_id);
    const words = { text: 'кухня', images: [], body_digest: 'd', idempotency_key };
    return handler.execute(new QueueTurn(owned, words, context));
  };
  const stop = (turn_id: string) =>
    aggregates.handle(stream, conversation, { type: 'StopTurn', turn_id, partnerAddress: undefined }, context);
  const types = async () => (await store.load(stream)).map(({ type }) => type);
  return { store, queue, stop, types };
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

describe('a turn for which this node has a place', () => {
  const nothing = (): Held => ({ followed: false });

  it('is claimed by the append that queues it, and answered as queued', async () => {
    const runner = places();
    const { queue, types } = await given(nothing, runner);
    expect(await queue('one')).toMatchObject({ state: 'queued', replayed: false });
    expect(await types()).toEqual(['ConversationStarted', 'TurnQueued', 'TurnStarted']);
    expect(runner.run).toEqual(['running']);
  });

  it('is so behind its coins too', async () => {
    const runner = places();
    const behind = ({ followedBy }: ReserveCoins): Held => {
      followedBy?.('coins-cmp_1-1').handle();
      return { followed: true };
    };
    const { queue, types } = await given(behind, runner);
    await queue('one');
    expect(await types()).toEqual(['ConversationStarted', 'TurnQueued', 'TurnStarted']);
    expect(runner.run).toEqual(['running']);
  });

  it('is looked up where a request that came at the same time has queued it', async () => {
    const runner = places();
    const { queue, types } = await given(nothing, runner);
    await Promise.all([queue('one'), queue('one')]);
    expect(await types()).toEqual(['ConversationStarted', 'TurnQueued', 'TurnStarted']);
    expect(runner.run).toEqual(['running', undefined]);
  });

  it('gives the place back where it is refused, and keeps it where nobody knows', async () => {
    const runner = places();
    const outcomes = [new Problem('quota_exceeded', 'no coins'), new Problem('unavailable', 'no answer')];
    const { queue } = await given(() => {
      throw outcomes.shift();
    }, runner);
    await expect(queue('one')).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect([runner.run, runner.released()]).toEqual([[], 1]);
    await expect(queue('one')).rejects.toMatchObject({ code: 'unavailable' });
    expect([runner.run, runner.released()]).toEqual([[undefined], 1]);
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
