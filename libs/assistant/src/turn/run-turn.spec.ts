import { BudgetExceeded } from '#libs/kernel';
import { direct } from '../../test/computing.js';
import { briefOf3000, goldenOrder } from '../../test/orders.js';
import { type Script, ScriptedAssistant } from '../../test/scripted-assistant.js';
import { OfflineAssistant } from '../offline-assistant.js';
import {
  type Answer,
  type Assistant,
  type AssistantRequest,
  AssistantUnavailable,
  type TurnComputing,
} from '../port.js';
import { type AttemptReport, runTurn, type TurnOutcome } from './run-turn.js';

const request = (change: Partial<AssistantRequest> = {}) => ({
  words: 'прямая 3 м',
  pictures: [],
  history: [],
  order: undefined,
  orderId: 'lead-1',
  ...change,
});
const plan: Answer = {
  kind: 'operations',
  operations: [{ op: 'plan_kitchen', brief: briefOf3000() }],
  reply: 'Собрана прямая кухня.',
};
/** Three metres of appliances on a wall of two. */
const crowded: Answer = {
  kind: 'operations',
  operations: [{ op: 'plan_kitchen', brief: { ...briefOf3000(), walls: [{ length: 1500 }] } }],
  reply: 'Готово!',
};

async function turn(
  script: Script,
  change: Partial<AssistantRequest> = {},
  signal = new AbortController().signal,
): Promise<{ outcome: TurnOutcome; attempts: AttemptReport[]; assistant: ScriptedAssistant }> {
  const assistant = new ScriptedAssistant(script, { promptTokens: 10, completionTokens: 2, costUsd: 0.5 });
  const attempts: AttemptReport[] = [];
  const outcome = await runTurn({
    assistant,
    computing: direct,
    request: request(change),
    signal,
    onAttempt: async (report) => void attempts.push(report),
  });
  return { outcome, attempts, assistant };
}

describe('a turn', () => {
  it('is built at the first attempt, and its note names every default', async () => {
    const { outcome, attempts } = await turn([plan]);
    expect(outcome).toMatchObject({
      status: 'built',
      applied: outcome.order?.runs.flatMap(({ nodes }) => nodes).length,
    });
    expect(outcome.note).toContain('потолок 2700 мм');
    expect(attempts.map(({ attempt, next }) => [attempt, next])).toEqual([[1, 'complete']]);
  });

  it('is retried with the findings and alternatives of the previous attempt', async () => {
    const { outcome, attempts, assistant } = await turn([crowded, plan]);
    expect(attempts.map(({ next }) => next)).toEqual(['retry', 'complete']);
    expect(assistant.requests[0]).toMatchObject({ attempt: 1, findings: [] });
    expect(assistant.requests[1]?.attempt).toBe(2);
    expect(assistant.requests[1]?.findings[0]?.code).toBe('GEO-SUM');
    expect(assistant.requests[1]?.alternatives?.length).toBeGreaterThan(0);
    expect(outcome.usage).toEqual({
      model: 'scripted',
      attempts: 2,
      promptTokens: 20,
      completionTokens: 4,
      costUsd: 1,
    });
  });

  it('that claims «готово» with an order that fails its checks is never built', async () => {
    const { outcome, attempts } = await turn([crowded]);
    expect(outcome.status).toBe('question');
    expect(outcome.order).toBeUndefined();
    expect(outcome.applied).toBe(0);
    expect(outcome.findings?.map(({ code }) => code)).toContain('GEO-SUM');
    expect(outcome.note).not.toContain('Готово');
    expect(attempts).toHaveLength(2);
  });

  it('with unusable answers only fails after four attempts and leaves the order alone', async () => {
    const { outcome, attempts } = await turn([{ kind: 'unusable', detail: 'no JSON' }]);
    expect(attempts.map(({ next }) => next)).toEqual(['retry', 'retry', 'retry', 'give_up']);
    expect(outcome).toMatchObject({ status: 'failed', applied: 0 });
    expect(outcome.order).toBeUndefined();
  });

  it('that is declined is rejected with its reason', async () => {
    const why = 'До вытяжки 400 мм, нужно не меньше 750.';
    const { outcome } = await turn([
      {
        kind: 'decline',
        reply: why,
        why,
        findings: [{ code: 'HOB-HOOD', severity: 'error', path: 'items[hood]', msg: why }],
      },
    ]);
    expect(outcome).toMatchObject({ status: 'rejected', why, applied: 0 });
    expect(outcome.findings).toHaveLength(1);
  });

  it('that asks shows no `info` finding', async () => {
    const info = { code: 'ERG-TRI', severity: 'info', path: 'a', msg: 'Треугольник.' } as const;
    const { outcome } = await turn([{ kind: 'question', reply: 'Что сузить?', findings: [info] }]);
    expect(outcome).toEqual(expect.objectContaining({ status: 'question', note: 'Что сузить?' }));
    expect(outcome.findings).toBeUndefined();
  });

  it('with a picture’s reading is parsed and leaves the order unchanged', async () => {
    const { outcome } = await turn([{ kind: 'reading', reply: 'На плане мойка и плита.' }]);
    expect(outcome).toMatchObject({ status: 'parsed', applied: 0 });
    expect(outcome.order).toBeUndefined();
  });

  it('that changes nothing is a question', async () => {
    const order = goldenOrder();
    const { outcome } = await turn(
      [{ kind: 'operations', operations: [{ op: 'set_ceiling', ceiling: order.ceiling }], reply: 'Готово.' }],
      { order },
    );
    expect(outcome).toMatchObject({ status: 'question', applied: 0 });
  });

  it('restores the order of an earlier turn', async () => {
    const [first, now] = [goldenOrder(), { ...goldenOrder(), ceiling: 2600 }];
    const { outcome } = await turn([{ kind: 'restore', turn: 1, reply: 'Возвращено.' }], {
      order: now,
      history: [
        { turn: 1, words: 'прямая', order: first },
        { turn: 2, words: 'потолок 2,6', order: now },
      ],
    });
    expect(outcome).toMatchObject({ status: 'built', order: first, operations: [{ op: 'restore', turn: 1 }] });
  });
});

it('an earlier order that fails today’s checks is not restored', async () => {
  const { outcome } = await turn([{ kind: 'restore', turn: 1, reply: 'Возвращено.' }], {
    order: goldenOrder(),
    history: [{ turn: 1, words: 'прямая', order: { ...goldenOrder(), ceiling: 1500 } }],
  });
  expect(outcome.status).not.toBe('built');
  expect(outcome.order).toBeUndefined();
  expect(outcome.note).not.toContain('Возвращено');
});

describe('replies are checked against the facts', () => {
  it('a false claim in a question after a refusal is replaced by the checks’ messages', async () => {
    const { outcome } = await turn([crowded, { kind: 'question', reply: 'Готово, всё собрано!' }]);
    expect(outcome).toMatchObject({ status: 'question', applied: 0 });
    expect(outcome.note).toContain('не хватает');
    expect(outcome.note).not.toMatch(/готово|собрано/i);
  });
  it('an unusable fourth attempt keeps the alternatives found before', async () => {
    const unusable: Answer = { kind: 'unusable', detail: 'no JSON' };
    const { outcome } = await turn([crowded, unusable, unusable, unusable]);
    expect(outcome.status).toBe('question');
    expect(outcome.findings?.map(({ code }) => code)).toContain('GEO-SUM');
  });
  it('an empty change after a refusal reports the refusal', async () => {
    const order = goldenOrder();
    const shorter: Answer = {
      kind: 'operations',
      operations: [{ op: 'set_wall', wall: 'A', length: 1000 }],
      reply: 'Готово.',
    };
    const same: Answer = {
      kind: 'operations',
      operations: [{ op: 'set_ceiling', ceiling: order.ceiling }],
      reply: 'Готово.',
    };
    const { outcome } = await turn([shorter, same], { order });
    expect(outcome.status).toBe('question');
    expect(outcome.note).not.toContain('уже так');
    expect(outcome.findings?.length).toBeGreaterThan(0);
  });
  it('confidential texts are never quoted', async () => {
    const secret = 'one two three four five six seven';
    const assistant: Assistant = {
      model: 'x',
      confidential: [secret, 'key-12345'],
      answer: async () => ({
        answer: {
          kind: 'question',
          reply: `Мои слова: два, one two three four five. Ключ у меня key-12345. Какой длины стена?`,
        },
        usage: { model: 'x', promptTokens: 0, completionTokens: 0, costUsd: 0 },
      }),
    };
    const outcome = await runTurn({
      assistant,
      computing: direct,
      request: request(),
      signal: new AbortController().signal,
      onAttempt: () => {},
    });
    expect(outcome.note).toBe('Какой длины стена?');
  });
});

describe('a turn at its caps', () => {
  const capped = (caps: { tokens: number; costUsd: number }): [Assistant, () => number] => {
    const scripted = new ScriptedAssistant([crowded, plan], { promptTokens: 90, completionTokens: 10, costUsd: 0.1 });
    const assistant: Assistant = { model: 'x', caps, answer: (asked, signal) => scripted.answer(asked, signal) };
    return [assistant, () => scripted.requests.length];
  };
  it.each([
    ['tokens', { tokens: 100, costUsd: 9 }, 1, 'question'],
    ['money', { tokens: 1e6, costUsd: 0.1 }, 1, 'question'],
    ['neither', { tokens: 101, costUsd: 0.11 }, 2, 'built'],
  ])('in %s is not retried', async (_what, caps, attempts, status) => {
    const [assistant, asked] = capped(caps);
    const outcome = await runTurn({
      assistant,
      computing: direct,
      request: request(),
      signal: new AbortController().signal,
      onAttempt: () => {},
    });
    expect([asked(), outcome.status]).toEqual([attempts, status]);
  });
  it('has a cost without floating-point noise', async () => {
    const scripted = new ScriptedAssistant([crowded, { kind: 'unusable', detail: '' }, plan], { costUsd: 0.1 });
    const outcome = await runTurn({
      assistant: scripted,
      computing: direct,
      request: request(),
      signal: new AbortController().signal,
      onAttempt: () => {},
    });
    expect(outcome.usage.costUsd).toBe(0.3);
  });
});

describe('a turn beyond its processor budget asks for less, and says what was too much', () => {
  const exceeded = () => Promise.reject(new BudgetExceeded('processor time'));
  const asks = async (script: Script, computing: Partial<TurnComputing>) => {
    const attempts: AttemptReport[] = [];
    const outcome = await runTurn({
      assistant: new ScriptedAssistant(script),
      computing: { ...direct, ...computing },
      request: request(),
      signal: new AbortController().signal,
      onAttempt: (report) => void attempts.push(report),
    });
    expect(outcome).toMatchObject({ status: 'question', applied: 0 });
    expect(attempts.map(({ attempt, next }) => [attempt, next])).toEqual([[1, 'ask']]);
    return { outcome, attempts };
  };

  it('its words', async () => {
    const assistant = new OfflineAssistant();
    const outcome = await runTurn({
      assistant,
      computing: { ...direct, understand: exceeded },
      request: request({ words: 'добавь шкаф. '.repeat(200) }),
      signal: new AbortController().signal,
      onAttempt: () => {},
    });
    expect(outcome).toMatchObject({ status: 'question', usage: { model: 'offline', attempts: 1 } });
    expect(outcome.note).toContain('В сообщении 2600 знаков');
  });

  it('its kitchen', async () => {
    const { outcome } = await asks([plan], { apply: exceeded });
    expect(outcome.note).toContain('слишком много условий сразу');
  });

  it('its changes, which stay in the record', async () => {
    const operations = [{ op: 'set_ceiling', ceiling: 2600 } as const, { op: 'set_ceiling', ceiling: 2700 } as const];
    const { outcome, attempts } = await asks([{ kind: 'operations', operations, reply: 'Готово.' }], {
      apply: exceeded,
    });
    expect(outcome.note).toContain('Изменений в просьбе — 2');
    expect(attempts[0]?.operations).toEqual(operations);
  });
});

describe('a turn ends at once', () => {
  it('when it is stopped, with the reason of the stop', async () => {
    const controller = new AbortController();
    const reason = new Error('stopped');
    const running = turn(['hang'], {}, controller.signal);
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
  });
  it('when the assistant is not available', async () => {
    await expect(turn([new AssistantUnavailable('no answer')])).rejects.toBeInstanceOf(AssistantUnavailable);
  });
});

it('no reply brings links, markup or more than 1,000 characters to the customer', async () => {
  const reply = `**Готово** <b>кухня</b> [тут](https://evil.example/x) https://evil.example/y ${'очень длинно. '.repeat(200)}`;
  for (const answer of [{ kind: 'question', reply } as const, { ...plan, reply }]) {
    const { outcome } = await turn([answer]);
    expect(outcome.note.length).toBeLessThanOrEqual(1000);
    expect(outcome.note).not.toMatch(/https?:|[<>*_`#[\]]/);
  }
});
