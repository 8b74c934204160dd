import fc from 'fast-check';
import { goldenOrder } from '../../test/orders.js';
import type { AssistantRequest, Picture } from '../port.js';
import { answerOf, readingAnswer, tokensOf } from './answer.js';

const request: AssistantRequest = {
  words: 'прямая 3 м',
  pictures: [],
  history: [{ turn: 1, words: 'прямая', order: goldenOrder() }],
  order: goldenOrder(),
  orderId: 'lead-1',
  findings: [],
  attempt: 1,
};
const picture: Picture = {
  ...{ mime: 'image/png', bytes: new Uint8Array(), width: 900, height: 700, from: 'this_turn' },
};
const saying = (content: unknown, choice: object = {}): object => ({
  choices: [{ finish_reason: 'stop', message: { content }, ...choice }],
});
const ask = JSON.stringify({ reply: 'Какой длины стена?', actions: [{ op: 'ask' }] });

describe('an answer', () => {
  it.each([
    ['fenced', `Вот:\n\`\`\`json\n${ask}\n\`\`\``],
    ['between words with braces', `{итак} ${ask} {конец}`],
    ['with commas too many', '{"reply":"Какой длины, стена?,}",\n"actions":[{"op":"ask",},],\n}'],
    ['with quotes and braces in its words', '{"reply":"Стена \\"A\\" {какой} длины?","actions":[{"op":"ask"}]}'],
    ['after thoughts', `<think>${ask}</think>${ask}`],
  ])('may be %s', (_name, content) =>
    expect(answerOf(saying(content), request)).toMatchObject({ kind: 'question', written: content }),
  );

  it('may have null, an empty list or nothing where nothing was said', () => {
    const plan = { op: 'plan_kitchen', walls: [{ length: '3 м' }], ordered: false };
    const nothing = { ceiling: null, obstacles: [], fixtures: null, upper: null, wall_units: null };
    const answers = [plan, { ...plan, ...nothing }].map((action) =>
      answerOf(saying(JSON.stringify({ understood: null, actions: [action], reply: 'Кухня.' })), request),
    );
    expect(answers.map(({ kind }) => kind)).toEqual(['operations', 'operations']);
    expect(answers.map((answer) => 'operations' in answer && answer.operations)[1]).toEqual(
      answers.map((answer) => 'operations' in answer && answer.operations)[0],
    );
  });

  it('says what it understood and what it did not do, in the customer’s words', () => {
    const said = { understood: ['прямая 3 м'], not_done: ['остров'] };
    const answer = JSON.stringify({ ...said, actions: [{ op: 'mirror' }], reply: 'Кухня.' });
    expect(answerOf(saying(answer), request).said).toEqual({ understood: ['прямая 3 м'], notDone: ['остров'] });
    expect(answerOf(saying(ask), request).said).toEqual({ understood: [], notDone: [] });
  });

  it('that does not fit the schema is refused by the fields at fault, and kept for the next attempt', () => {
    const content = '{"reply":"x","actions":[{"op":"mirror","price":1},{"op":"resize","node":"n1","change":"to"}]}';
    expect(answerOf(saying(content), request)).toMatchObject({
      kind: 'unusable',
      written: content,
      findings: [
        { code: 'OP-READ', path: 'actions[0].price' },
        { code: 'OP-READ', path: 'actions[1].size' },
      ],
    });
  });

  it.each([
    ['a refusal', saying(null, { message: { content: ask, refusal: 'no' } })],
    ['a filter', saying(ask, { finish_reason: 'content_filter' })],
    ['the limit of length', saying(ask, { finish_reason: 'length' })],
    ['a tool call', saying(null, { message: { content: ask, tool_calls: [{}] } })],
    ['an old function call', saying(null, { message: { content: ask, function_call: {} } })],
    ['a question without words', saying('{"reply":" ","actions":[{"op":"ask"}]}')],
    ['two objects', saying(`${ask}${ask}`)],
    ['an error in a body of success', { error: { message: 'busy' } }],
  ])('that is %s cannot be used', (_name, completion) => {
    expect(answerOf(completion, request)).toMatchObject({ kind: 'unusable' });
    expect(readingAnswer(completion, [picture])).toMatchObject({ kind: 'unusable' });
  });
});

describe('whatever a server sends', () => {
  const content = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.constantFrom(
      ask,
      '{"a":'.repeat(50_000),
      `{"reply":"${'\\"'.repeat(50_000)}`,
      '{"a":"\\',
      '{}',
      '[]',
      'null',
      '{"__proto__":{"reply":"x"}}',
      '{"reply":"","actions":[]}',
    ),
  );
  const shaped = fc
    .tuple(content, fc.constantFrom('stop', 'length', 'tool_calls', 'content_filter', 'x', null), fc.anything())
    .map(([text, finish_reason, more]) => saying(text, { finish_reason, more }));
  const sent = fc.oneof(shaped, fc.anything(), fc.jsonValue());

  it('becomes an answer, maybe an unusable one, and never throws', () => {
    const kinds = ['operations', 'restore', 'question', 'decline', 'reading', 'unusable'];
    fc.assert(
      fc.property(sent, (completion) => {
        expect(kinds).toContain(answerOf(completion, request).kind);
        expect(kinds).toContain(readingAnswer(completion, [picture]).kind);
      }),
      { numRuns: 1_000 },
    );
  });

  it('has whole, non-negative token counts', () => {
    const count = fc.oneof(fc.nat(), fc.constantFrom(-1, 1.5, Number.NaN, '7', null, undefined, 1e308));
    const usage = fc.record({
      prompt_tokens: count,
      completion_tokens: count,
      prompt_tokens_details: fc.oneof(
        fc.record({ cached_tokens: count, cache_write_tokens: count }, { requiredKeys: [] }),
        fc.constantFrom(null, undefined, 3),
      ),
    });
    fc.assert(
      fc.property(fc.oneof(usage, fc.anything()), (reported) => {
        for (const number of Object.values(tokensOf({ usage: reported })))
          expect(Number.isSafeInteger(number) && number >= 0).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    const counted = { prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } };
    expect(tokensOf({ usage: counted })).toEqual({ prompt: 9, cached: 4, written: 0, completion: 2 });
  });
});
