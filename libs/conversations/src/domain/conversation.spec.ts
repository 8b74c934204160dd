import { serialize } from 'node:v8';
import { contracted } from '../../../event-store/test/contracted-decider.js';
import { goldenOrder } from '../../../furniture/test/golden-order.js';
import {
  type AttemptChecked,
  type ConversationEvent,
  type ConversationStarted,
  conversationEvents,
  type TurnResult,
} from '../events/conversation-events.js';
import type { OrderV1 } from '../events/order-v1.js';
import {
  type ConversationCommand,
  type ConversationState,
  conversation as conversationDecider,
  lastEndedTurn,
  MAX_HISTORY_TURNS,
  openTurn,
} from './conversation.js';

const conversation = contracted(conversationDecider, conversationEvents);

const started: ConversationStarted = {
  conversation_id: 'cnv_1',
  partner_id: 'prt_1',
  company_id: 'cmp_1',
  external_id: 'lead 7',
  order_id: 'lead-lead 7',
  expires_at: '2031-01-31T00:00:00.000Z',
};
const order = goldenOrder();
const address = 'https://partner.test/hook';

const start: ConversationCommand = { type: 'StartConversation', data: started };
const queue = (id: string, key?: string): ConversationCommand => ({
  type: 'QueueTurn',
  data: {
    turn_id: id,
    text: 'прямая кухня 3 м',
    images: [],
    ledger: 'coins-cmp_1-1',
    coins: 1,
    expires_at: `2031-02-0${id.length}T00:00:00.000Z`,
    ...(key === undefined ? {} : { idempotency_key: key }),
  },
});
const claim = (id: string, node = 'node-1'): ConversationCommand => ({
  type: 'StartTurn',
  turn_id: id,
  node_id: node,
  deadline_at: '2031-01-01T00:04:00.000Z',
});
const attempt = (id: string, number: number, next: AttemptChecked['next'] = 'complete'): AttemptChecked => ({
  turn_id: id,
  attempt: number,
  operations: [],
  findings: [],
  usage: { model: 'm', prompt_tokens: 1, completion_tokens: 1, cost_usd: 0, ms: 1 },
  next,
});
const result = (status: TurnResult['status']): TurnResult => ({
  status,
  note: 'Готово.',
  applied: status === 'built' ? 5 : 0,
  turn: 1,
  order_id: started.order_id,
  usage: { model: 'm', attempts: 1, prompt_tokens: 1, completion_tokens: 1, cost_usd: 0, ms: 1, coins: 1 },
});
const complete = (id: string, status: TurnResult['status'] = 'built'): ConversationCommand => ({
  type: 'CompleteTurn',
  attempt: attempt(id, 1),
  outcome: { turn_id: id, result: result(status), operations: [], ...(status === 'built' ? { order } : {}) },
  partnerAddress: address,
});
const stop = (id: string): ConversationCommand => ({ type: 'StopTurn', turn_id: id, partnerAddress: address });
const fail = (id: string, node?: string): ConversationCommand => ({
  type: 'FailTurn',
  turn_id: id,
  error: { code: 'internal', message: 'restarted' },
  partnerAddress: undefined,
  ...(node === undefined ? {} : { node_id: node }),
});
const remove: ConversationCommand = { type: 'DeleteConversation', partnerAddress: undefined };
const expire = (now = '2031-03-01T00:00:00.000Z'): ConversationCommand => ({ type: 'ExpireConversation', now });

function given(...commands: ConversationCommand[]): ConversationState {
  return commands.reduce(
    (state, command) => conversation.decide(command, state).map(identified).reduce(conversation.evolve, state),
    conversation.initial,
  );
}

/** Events get their ids when they are appended. */
let appended = 0;
const identified = <Event extends object>(event: Event): Event & { id: string } => ({
  id: `event-${++appended}`,
  ...event,
});

const when = (state: ConversationState, command: ConversationCommand) => conversation.decide(command, state);
const types = (events: readonly ConversationEvent[]) => events.map((event) => event.type);

describe('a conversation', () => {
  it('starts once, whoever asks', () => {
    expect(types(when(given(), start))).toEqual(['ConversationStarted']);
    expect(when(given(start), start)).toEqual([]);
    expect(when(given(start, remove), start)).toEqual([]);
  });

  it('holds at most one open turn', () => {
    expect(types(when(given(start), queue('a')))).toEqual(['TurnQueued']);
    expect(() => when(given(start, queue('a')), queue('b'))).toThrow(
      expect.objectContaining({ code: 'conflict_busy' }),
    );
    expect(() => when(given(start, queue('a'), claim('a')), queue('b'))).toThrow(/running/);
    expect(types(when(given(start, queue('a'), stop('a')), queue('b')))).toEqual(['TurnQueued']);
  });

  it('numbers turns from 1, stopped and failed ones included', () => {
    const state = given(start, queue('a'), stop('a'), queue('b'), fail('b'));
    expect(when(state, queue('c'))).toMatchObject([{ data: { turn: 3 } }]);
    expect(lastEndedTurn(state)).toBe(2);
  });

  it('queues a turn id once, also when it is repeated after its end', () => {
    expect(when(given(start, queue('a', 'k')), queue('a', 'k'))).toEqual([]);
    expect(when(given(start, queue('a', 'k'), stop('a')), queue('a', 'k'))).toEqual([]);
  });

  it('every event says whose it is', () => {
    expect(when(given(start), queue('a'))).toMatchObject([
      { metadata: { conversation_id: 'cnv_1', partner_id: 'prt_1', company_id: 'cmp_1' } },
    ]);
  });

  it('is claimed by one node; the loser lets go', () => {
    const claimed = given(start, queue('a'), claim('a', 'node-1'));
    expect(openTurn(claimed)?.nodeId).toBe('node-1');
    expect(when(claimed, claim('a', 'node-2'))).toEqual([]);
  });

  it('records outcome and last attempt in one append', () => {
    const events = when(given(start, queue('a'), claim('a')), complete('a'));
    expect(types(events)).toEqual(['AttemptChecked', 'TurnCompleted']);
    expect(events[1]).toMatchObject({
      metadata: { external_id: 'lead 7', webhook_url: address },
      data: { turn: 1, ledger: 'coins-cmp_1-1' },
    });
  });

  it("announces to the conversation's own address before the partner's", () => {
    const own = given(
      { type: 'StartConversation', data: { ...started, webhook_url: 'https://own.test/' } },
      queue('a'),
    );
    expect(when(own, stop('a'))).toMatchObject([{ metadata: { webhook_url: 'https://own.test/' } }]);
    expect(when(given(start, queue('a')), fail('a'))).toMatchObject([{ metadata: { webhook_url: null } }]);
  });

  it('drops a late outcome of a stopped turn', () => {
    expect(when(given(start, queue('a'), claim('a'), stop('a')), complete('a'))).toEqual([]);
    expect(when(given(start, queue('a'), claim('a'), stop('a'), queue('b'), claim('b')), complete('a'))).toEqual([]);
  });

  it('still takes the outcome when a handoff came between', () => {
    const handoff = { card_id: 'crd_1', seat_id: 1, seat_title: 'Цех', order_id: 'o', turn: 1 };
    const state = given(start, queue('a'), claim('a'), complete('a'), queue('b'), claim('b'), {
      type: 'HandOffOrder',
      data: handoff,
    });
    expect(types(when(state, complete('b')))).toContain('TurnCompleted');
    expect(state.order).toEqual(order);
  });

  it('a question leaves the order as it was', () => {
    const state = given(
      start,
      queue('a'),
      claim('a'),
      complete('a'),
      queue('b'),
      claim('b'),
      complete('b', 'question'),
    );
    expect(state.order).toEqual(order);
    expect(state.turns[1]).toMatchObject({ status: 'question', order });
  });

  it('keeps of its turns what the assistant is told, whatever their number', () => {
    const turns = 40;
    const edited = (turn: number): OrderV1 => {
      const [first, ...runs] = order.runs;
      if (!first) throw new Error('an order without runs');
      const nodes = first.nodes.map((node, at) => (at === 0 ? { ...node, w: 300 + turn } : node));
      return { ...order, runs: [{ ...first, nodes }, ...runs] };
    };
    // As a store hands it out: each order parsed anew, no part shared with another.
    const stored = (turn: number): OrderV1 => JSON.parse(JSON.stringify(edited(turn)));
    const commands = Array.from({ length: turns }, (_, at) => {
      const done = complete(`t${at}`);
      const outcome =
        done.type === 'CompleteTurn' ? { ...done, outcome: { ...done.outcome, order: stored(at) } } : done;
      return [queue(`t${at}`), claim(`t${at}`), outcome];
    });
    const state = given(start, ...commands.flat());
    const kept = state.turns.filter((turn) => turn.order);
    expect(kept.map(({ turn }) => turn)).toEqual(state.turns.slice(-MAX_HISTORY_TURNS - 1).map(({ turn }) => turn));
    expect(kept.map((turn) => turn.order)).toEqual(kept.map(({ turn }) => edited(turn - 1)));
    // Parts that turns have in common are kept once.
    expect(serialize(state).byteLength).toBeLessThan(4 * serialize(order).byteLength + turns * 1_000);
  });

  it('stops a queued and a running turn, and says so honestly of an ended one', () => {
    expect(types(when(given(start, queue('a')), stop('a')))).toEqual(['TurnStopped']);
    expect(types(when(given(start, queue('a'), claim('a')), stop('a')))).toEqual(['TurnStopped']);
    expect(() => when(given(start, queue('a'), stop('a')), stop('a'))).toThrow(
      expect.objectContaining({ code: 'conflict_state' }),
    );
    expect(() => when(given(start), stop('a'))).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it("fails only its own node's turn", () => {
    const running = given(start, queue('a'), claim('a', 'node-1'));
    expect(when(running, fail('a', 'node-2'))).toEqual([]);
    expect(types(when(running, fail('a', 'node-1')))).toEqual(['TurnFailed']);
  });

  it('never queues what was abandoned', () => {
    const abandon: ConversationCommand = { type: 'AbandonTurn', turn_id: 'a' };
    expect(() => when(given(start, abandon), queue('a'))).toThrow(expect.objectContaining({ code: 'unavailable' }));
    expect(when(given(start, queue('a')), abandon)).toEqual([]);
    expect(when(given(start, abandon), abandon)).toEqual([]);
  });

  it('only an accepted turn extends its life', () => {
    expect(given(start).expiresAt).toBe(started.expires_at);
    expect(given(start, queue('a')).expiresAt).toBe('2031-02-01T00:00:00.000Z');
    expect(given(start, queue('a'), stop('a')).expiresAt).toBe('2031-02-01T00:00:00.000Z');
  });

  it('a deletion stops the open turn in the same append and names what to erase', () => {
    const state = given(start, queue('a'), claim('a'), complete('a'), queue('b'));
    const events = when(state, remove);
    expect(types(events)).toEqual(['TurnStopped', 'ConversationDeleted']);
    expect(events[1]).toMatchObject({
      data: {
        turn_ids: ['a', 'b'],
        delivery_ids: [...state.announced, events[0]?.id],
        external_id: 'lead 7',
      },
    });
    expect(state.announced).toHaveLength(1);
    expect(when(given(start, remove), remove)).toEqual([]);
  });

  it.each([
    ['an address', address],
    ['no address, which only the catching up shows', null],
  ])('names every event that says where it is announced, not only outcomes: with %s', (_, webhook_url) => {
    const handedOff = {
      type: 'OrderHandedOff' as const,
      id: 'handed-off',
      data: { card_id: 'k', seat_id: 1, seat_title: 't', order_id: 'o', turn: 1 },
    };
    const turn = given(start, queue('a'), claim('a'), complete('a'));
    const silent = conversation.evolve(turn, handedOff);
    expect(silent.announced).toEqual(turn.announced);
    const announced = conversation.evolve(turn, { ...handedOff, metadata: { webhook_url } });
    expect(when(announced, expire())).toMatchObject([
      { data: { delivery_ids: [...turn.announced, 'handed-off'], card_ids: ['k'] } },
    ]);
  });

  it('expires only past its time and without an open turn', () => {
    expect(types(when(given(start), expire()))).toEqual(['ConversationExpired']);
    expect(when(given(start), expire('2031-01-30T00:00:00.000Z'))).toEqual([]);
    expect(when(given(start, queue('a')), expire())).toEqual([]);
  });

  it('that expired is restored, or deleted for good, once; each expiry and restoration has an id of its own', () => {
    const restore = { type: 'RestoreConversation', expires_at: '2031-05-01T00:00:00.000Z' } as const;
    const erase = { type: 'DeleteExpiredConversation', expired_before: '2031-06-01T00:00:00.000Z' } as const;
    const expired = given(start, queue('a'), claim('a'), complete('a'), expire());
    expect(() => when(expired, queue('b'))).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(types(when(expired, erase))).toEqual(['ConversationDeleted']);
    expect(types(when(expired, { type: 'AbandonTurn', turn_id: 'x' }))).toEqual(['TurnAbandoned']);
    const restored = when(expired, restore).reduce(conversation.evolve, expired);
    expect(restored).toMatchObject({ phase: 'live', expiresAt: restore.expires_at, turns: expired.turns });
    expect(when(restored, erase)).toEqual([]);
    expect(() => when(restored, restore)).toThrow(expect.objectContaining({ code: 'conflict_state' }));
    expect(when(restored, expire('2031-04-30T00:00:00.000Z'))).toEqual([]);
    const [again] = when(restored, expire('2031-05-02T00:00:00.000Z'));
    expect(again?.type).toBe('ConversationExpired');
    expect(again?.id).not.toBe(when(given(start), expire())[0]?.id);
    const gone = when(expired, erase).reduce(conversation.evolve, expired);
    expect(() => when(gone, restore)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('is not deleted before the grace after its expiry is over', () => {
    const expired = { ...given(start, expire()), expiredAt: '2031-04-02T00:00:00.000Z' };
    const erasing = (expired_before: string) => when(expired, { type: 'DeleteExpiredConversation', expired_before });
    expect(erasing('2031-04-01T00:00:00.000Z')).toEqual([]);
    expect(types(erasing('2031-04-02T00:00:00.000Z'))).toEqual(['ConversationDeleted']);
  });

  it('takes nothing once it has ended', () => {
    const gone = given(start, queue('a'), claim('a'), remove);
    expect(() => when(gone, queue('b'))).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(() => when(gone, stop('a'))).toThrow(expect.objectContaining({ code: 'not_found' }));
    for (const command of [claim('a'), complete('a'), { type: 'AbandonTurn', turn_id: 'x' } as const]) {
      expect(when(gone, command)).toEqual([]);
    }
  });
});

describe('the events of a conversation', () => {
  it('each keep their contract: all types have been brought forth above', () => {
    expect([...conversation.seen].sort()).toEqual(Object.keys(conversationEvents).sort());
  });
});
