import { goldenOrder } from '../../../furniture/test/golden-order.js';
import type { ConversationEvent, OutcomeStatus } from '../events/conversation-events.js';
import { conversation } from './conversation.js';
import { coinsOf, turnFacts } from './outcome.js';

/** spec.md, Limits, "Coin charging"; contract.md, "Image turns". */
const TABLE: readonly [OutcomeStatus | undefined, number, number][] = [
  ['built', 1, 8],
  ['parsed', 1, 8],
  ['question', 0, 8],
  ['rejected', 0, 8],
  ['failed', 0, 0],
  [undefined, 0, 0],
];

describe('coin charging', () => {
  it.each(TABLE)('%s costs %i coins in words and %i with images', (status, words, images) => {
    expect(coinsOf(status, 0)).toBe(words);
    expect(coinsOf(status, 1)).toBe(images);
    expect(coinsOf(status, 2)).toBe(images);
  });
});

const usage = { model: 'gpt', prompt_tokens: 100, completion_tokens: 10, cost_usd: 0.1, ms: 7 };
const tried = (attempt: number): ConversationEvent => ({
  type: 'AttemptChecked',
  data: { turn_id: 't', attempt, operations: [], findings: [], usage, next: 'retry' },
});

/** A turn of so many tries that ended as it did. */
function factsOf(
  tries: number,
  end: Extract<ConversationEvent, { type: 'TurnCompleted' | 'TurnStopped' | 'TurnFailed' }>,
) {
  const queued: ConversationEvent = {
    type: 'TurnQueued',
    data: {
      turn_id: 't',
      turn: 1,
      text: 'х',
      images: [],
      ledger: 'l',
      coins: 8,
      expires_at: '2031-01-01T00:00:00.000Z',
    },
  };
  const before = [queued, ...Array.from({ length: tries }, (_, index) => tried(index + 1))];
  const state = before.reduce(conversation.evolve, conversation.initial);
  const metadata = { at: '2030-01-01T00:00:00.000Z', schema: 1, hash: '' };
  const id = '01890000-0000-7000-8000-000000000000';
  return turnFacts({ id, stream: 's', revision: 9, position: 9n, metadata, ...end }, state);
}

describe('facts of a turn that came to no result', () => {
  it('count what its recorded tries cost, stopped or failed', () => {
    const spent = { attempts: 2, model: 'gpt', prompt_tokens: 200, completion_tokens: 20, cost_usd: 0.2, ms: 14 };
    const ledger = { turn_id: 't', turn: 1, ledger: 'l' };
    expect(factsOf(2, { type: 'TurnStopped', data: { ...ledger, reason: 'requested' } })).toMatchObject({
      state: 'stopped',
      ...spent,
    });
    const error = { code: 'timeout' as const, message: 'm' };
    expect(factsOf(2, { type: 'TurnFailed', data: { ...ledger, error } })).toMatchObject({ state: 'failed', ...spent });
  });

  it('cost nothing before the first try', () => {
    const facts = factsOf(0, {
      type: 'TurnStopped',
      data: { turn_id: 't', turn: 1, ledger: 'l', reason: 'requested' },
    });
    expect(facts).toMatchObject({ attempts: 0, prompt_tokens: 0, completion_tokens: 0, cost_usd: 0 });
    expect(facts).not.toHaveProperty('model');
  });
});

describe('facts of a turn that came to a result', () => {
  it('tell the codes of its findings, repeats included', () => {
    const finding = (path: string) => ({ code: 'GEO-GAP', severity: 'warning' as const, path, msg: 'щель' });
    const result = {
      status: 'built' as const,
      note: 'Готово.',
      applied: 1,
      turn: 1,
      order_id: 'o',
      findings: [finding('runs[A-base]'), finding('runs[B-base]')],
      usage: { ...usage, attempts: 1, coins: 1 },
    };
    const facts = factsOf(1, {
      type: 'TurnCompleted',
      data: { turn_id: 't', turn: 1, ledger: 'l', result, operations: [] },
    });
    expect(facts.finding_codes).toEqual(['GEO-GAP', 'GEO-GAP']);
  });
});

describe('facts of a turn that changed the kitchen', () => {
  const at = '2030-01-01T00:00:00.000Z';
  const order = goldenOrder();
  const [run] = order.runs;
  const [gone] = run?.nodes ?? [];
  const smaller = {
    ...order,
    runs: order.runs.map((one) => (one === run ? { ...one, nodes: one.nodes.slice(1) } : one)),
  };
  const ended = (turn: number, made?: typeof order): ConversationEvent => ({
    type: 'TurnCompleted',
    data: {
      ...{ turn_id: `t${turn}`, turn, ledger: 'l', operations: [] },
      result: {
        status: 'built',
        note: '',
        applied: 1,
        turn,
        order_id: 'o',
        usage: { ...usage, attempts: 1, coins: 1 },
      },
      ...(made ? { order: made } : {}),
    },
  });
  const expires_at = '2031-01-01T00:00:00.000Z';
  const history = [ended(1), ended(2, order), ended(3), ended(4, smaller), ended(5)].flatMap((end, index) => {
    const turn = index + 1;
    const said = { turn_id: `t${turn}`, turn, text: 'х', images: [], ledger: 'l', coins: 1, expires_at };
    return [{ type: 'TurnQueued' as const, data: said }, end];
  });
  const state = history.reduce(conversation.evolve, conversation.initial);
  const kitchens = history.flatMap((event) => {
    if (event.type !== 'TurnCompleted') return [];
    const metadata = { at, schema: 1, hash: '' };
    return [turnFacts({ id: at, stream: 's', revision: 9, position: 9n, metadata, ...event }, state).kitchen];
  });

  it('tell the first kitchen and its modules, then what there is more and less of, whatever came after', () => {
    const [question, built, untouched, edited, last] = kitchens;
    expect([question, untouched, last]).toEqual([undefined, undefined, undefined]);
    expect(built?.first).toBe(true);
    expect(Object.values(built?.modules ?? {}).reduce((sum, count) => sum + count, 0)).toBe(
      order.runs.flatMap(({ nodes }) => nodes).length,
    );
    expect(edited).toEqual({ first: false, modules: { [gone?.code ?? '']: -1 } });
  });
});
