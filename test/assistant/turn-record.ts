import type { Api } from '../support/api.js';
import { eventually } from '../support/api.js';
import type { Traces } from '../support/traces.js';

type Turn = Awaited<ReturnType<Api['outcome']>>;
type Stored = Awaited<ReturnType<Traces['events']>>;

const ENDS = {
  done: { stream: 'TurnCompleted', event: 'turn.completed' },
  stopped: { stream: 'TurnStopped', event: 'turn.stopped' },
  failed: { stream: 'TurnFailed', event: 'turn.failed' },
} as const;
const endOf = (state: string): (typeof ENDS)[keyof typeof ENDS] => {
  if (state === 'done' || state === 'stopped' || state === 'failed') return ENDS[state];
  throw new Error(`a turn that is ${state} has not ended`);
};

/** Coins of an ended turn (contract.md, "Image turns"). */
export function coinsOf({ state, status }: Turn, images: number): number {
  if (state !== 'done') return 0;
  if (images > 0) return status === 'failed' ? 0 : 8;
  return status === 'built' || status === 'parsed' ? 1 : 0;
}

const ofTurn = (events: Stored, turnId: string): Stored => events.filter(({ data }) => data.turn_id === turnId);

/** Server-sent events of an ended turn, attempts with their number of findings. */
async function streamedEvents(api: Api, turnId: string): Promise<unknown[]> {
  const { text } = await api.get(`/v1/turns/${turnId}/events`);
  return [...text.matchAll(/^event: (\w+)\ndata: (.+)$/gm)].map(([, name, data = '{}']) =>
    name === 'attempt' ? [name, JSON.parse(data).attempt, JSON.parse(data).findings] : name,
  );
}

/**
 * Checks everything recorded about an ended turn against its outcome: stream, ledger, server-sent events, outcome
 * events, usage, coins. Returns the stored events.
 */
export async function keepsItsRecord(
  traces: Traces,
  api: Api,
  conversationId: string,
  turn: Turn,
  images = 0,
): Promise<{ attempts: Record<string, unknown>[]; coins: number; events: Stored }> {
  const end = endOf(turn.state);
  const stored = await traces.stream(`conversation-${conversationId}`);
  const events = ofTurn(stored, turn.id);
  const attempts = events.filter(({ type }) => type === 'AttemptChecked').map(({ data }) => data);
  expect(events.map(({ type }) => type)).toEqual([
    ...['TurnQueued', 'TurnStarted'],
    ...attempts.map(() => 'AttemptChecked'),
    end.stream,
  ]);
  expect(await streamedEvents(api, turn.id)).toEqual([
    ...['queued', 'running'],
    ...attempts.map(({ attempt, findings }) => ['attempt', attempt, [findings].flat().length]),
    turn.state,
  ]);
  expect(attempts.map(({ attempt }) => attempt)).toEqual(attempts.map((_, i) => i + 1));
  expect(attempts.slice(0, -1).every(({ next }) => next === 'retry')).toBe(true);

  const coins = coinsOf(turn, images);
  const entries = await eventually(async () => {
    // No coin of a conversation's turns is moved before it is opened.
    const found = ofTurn(await traces.events('coins-', stored[0]?.position), turn.id);
    return found.length > 1 && found;
  });
  expect(entries.map(({ type, data }) => [type, data.coins])).toEqual([
    ['CoinsReserved', images > 0 ? 8 : 1],
    [coins > 0 ? 'CoinsCharged' : 'CoinsReleased', coins > 0 ? coins : images > 0 ? 8 : 1],
  ]);

  const outcomeEvents = await eventually(async () => {
    const { json } = await api.get('/v1/events?limit=100');
    const own = json.events.filter(({ turn_id }: { turn_id: string }) => turn_id === turn.id);
    return own.length > 0 && own;
  });
  const { result, error, state } = turn;
  expect(outcomeEvents).toEqual([
    {
      id: expect.stringMatching(/^evt_/),
      at: expect.any(String),
      external_id: outcomeEvents[0]?.external_id,
      ...{ event: end.event, turn_id: turn.id, conversation_id: conversationId, state },
      ...(result ? { result } : {}),
      ...(error ? { error } : {}),
    },
  ]);

  expect(Object.keys(turn).sort()).toEqual(
    ['id', 'state', ...(state === 'done' ? ['result', 'status'] : state === 'failed' ? ['error'] : [])].sort(),
  );
  if (state === 'done') {
    expect(result.usage).toMatchObject({ attempts: attempts.length, coins, ...sumOf(attempts) });
    expect(result.status).toBe(turn.status);
    if (turn.status !== 'built') expect(result.applied).toBe(0);
    expect('why' in result).toBe(turn.status === 'rejected' || turn.status === 'failed');
  }
  await eventually(async () => {
    const { conversation } = (await api.get(`/v1/conversations/${conversationId}`)).json;
    return conversation.running_turn === null;
  });
  return { attempts, coins, events };
}

function sumOf(attempts: readonly Record<string, unknown>[]): object {
  const list: { prompt_tokens: number; completion_tokens: number; cost_usd: number }[] = attempts.map(({ usage }) =>
    JSON.parse(JSON.stringify(usage)),
  );
  const sum = (key: 'prompt_tokens' | 'completion_tokens' | 'cost_usd'): number =>
    list.reduce((total, usage) => total + usage[key], 0);
  return {
    prompt_tokens: sum('prompt_tokens'),
    completion_tokens: sum('completion_tokens'),
    cost_usd: expect.closeTo(sum('cost_usd'), 12),
  };
}
