import { replayConversation } from '#libs/conversations';
import type { Order } from '#libs/furniture';
import { recorded } from '../../test/recorded.js';
import { replayText } from './text.js';

const order = (length: number): Order => ({
  id: 'lead-7',
  kind: 'kitchen',
  ceiling: 2700,
  room: { walls: [{ id: 'A', turn: 'start', length, ends: { left: 'wall', right: 'wall' } }] },
  runs: [],
  items: [],
  obstacles: [],
  finish: {},
  handles: {},
  lighting: {},
});

const started = recorded('ConversationStarted', {
  conversation_id: 'c',
  partner_id: 'p',
  company_id: 'm',
  external_id: '7',
  order_id: 'lead-7',
  expires_at: '2031-01-31T00:00:00.000Z',
});

const queued = (turn: number, position: number) =>
  recorded(
    'TurnQueued',
    {
      turn_id: `t${turn}`,
      turn,
      text: `слова ${turn}`,
      images: [],
      ledger: 'coins-m-1',
      coins: 1,
      expires_at: `2031-02-0${turn}T00:00:00.000Z`,
    },
    { position },
  );

const usage = { model: 'offline', prompt_tokens: 0, completion_tokens: 0, cost_usd: 0, ms: 5 };

const checked = (turn: number, attempt: number, next: 'retry' | 'complete', position: number) =>
  recorded('AttemptChecked', { turn_id: `t${turn}`, attempt, operations: [], findings: [], usage, next }, { position });

const completed = (turn: number, position: number, changed?: Order) =>
  recorded(
    'TurnCompleted',
    {
      turn_id: `t${turn}`,
      turn,
      result: {
        status: changed ? ('built' as const) : ('question' as const),
        note: `ответ ${turn}`,
        applied: 0,
        turn,
        order_id: 'lead-7',
        usage: { ...usage, attempts: 1, coins: 1 },
      },
      operations: [],
      ledger: 'coins-m-1',
      ...(changed ? { order: changed } : {}),
    },
    { position },
  );

const handedOff = recorded(
  'OrderHandedOff',
  { card_id: 'crd', seat_id: 1, seat_title: 'Цех', order_id: 'lead-7', turn: 1 },
  { position: 7 },
);

const history = [
  started,
  queued(1, 2),
  recorded('TurnStarted', { turn_id: 't1', node_id: 'n', deadline_at: '' }, { position: 3 }),
  checked(1, 1, 'retry', 4),
  checked(1, 2, 'complete', 5),
  completed(1, 6, order(2400)),
  handedOff,
  queued(2, 8),
  completed(2, 9, order(3000)),
  queued(3, 10),
  completed(3, 11),
  recorded(
    'ConversationDeleted',
    { conversation_id: 'c', turn_ids: [], delivery_ids: [], card_ids: [] },
    { position: 12 },
  ),
];

describe('a replay', () => {
  it('tells words, attempts, outcomes and the order as they stood after a turn', () => {
    const replayed = replayConversation(history, 1);
    expect(replayed).toMatchObject({
      turn: 1,
      external_id: '7',
      expires_at: '2031-02-01T00:00:00.000Z',
      order: order(2400),
    });
    expect(replayed?.turns).toHaveLength(1);
    expect(replayed?.turns[0]).toMatchObject({
      text: 'слова 1',
      state: 'done',
      status: 'built',
      order_changed: true,
      queued_at: '2031-01-01T00:00:02.000Z',
      started_at: '2031-01-01T00:00:03.000Z',
      ended_at: '2031-01-01T00:00:06.000Z',
      attempts: [
        { attempt: 1, next: 'retry' },
        { attempt: 2, next: 'complete' },
      ],
    });
  });

  it('counts what came before the next turn to the turn', () => {
    expect(replayConversation(history, 1)?.handoffs).toHaveLength(1);
    expect(replayConversation(history, 1)?.ended).toBeUndefined();
  });

  it('keeps the order of the last turn that changed it', () => {
    expect(replayConversation(history)).toMatchObject({ turn: 3, order: order(3000), ended: { why: 'deleted' } });
    expect(replayConversation(history)?.turns[2]).toMatchObject({ status: 'question', order_changed: false });
  });

  it('begins before the first turn', () => {
    expect(replayConversation(history, 0)).toMatchObject({ turn: 0, turns: [], order: null });
  });

  it('is the same for the last turn as without a turn, as long as nothing follows', () => {
    const live = history.slice(0, -1);
    expect(replayConversation(live, 3)).toEqual(replayConversation(live));
  });

  it('says why a turn has no outcome', () => {
    const stopped = recorded(
      'TurnStopped',
      { turn_id: 't1', turn: 1, ledger: 'l', reason: 'requested' as const },
      { position: 3 },
    );
    const failed = recorded(
      'TurnFailed',
      { turn_id: 't2', turn: 2, ledger: 'l', error: { code: 'internal', message: 'restart' } },
      { position: 5 },
    );
    const replayed = replayConversation([started, queued(1, 2), stopped, queued(2, 4), failed]);
    expect(replayed?.turns).toMatchObject([
      { state: 'stopped', stopped: 'requested' },
      { state: 'failed', error: { code: 'internal', message: 'restart' } },
    ]);
    expect(replayed?.turns[0]?.result).toBeUndefined();
  });

  it('finds no conversation where there is none', () => {
    expect(replayConversation([])).toBeUndefined();
    expect(replayConversation([queued(1, 1)])).toBeUndefined();
  });

  it('reads aloud in order of time', () => {
    const replayed = replayConversation(history, 1);
    const words = replayed ? replayText(replayed) : '';
    const order = ['слова 1', 'попытка 1', 'попытка 2', 'ответ 1', 'передан', 'Заказ после хода 1', '2400'];
    expect(order.map((word) => words.indexOf(word))).toEqual(
      order.map((word) => words.indexOf(word)).toSorted((a, b) => a - b),
    );
    expect(order.every((word) => words.includes(word))).toBe(true);
  });
});
