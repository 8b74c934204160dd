import fc from 'fast-check';
import { type Dialect, dialectOf, isObjection, narrowed, requestOf } from './request.js';

const format = { name: 'kitchen_actions', schema: { type: 'object' }, notation: 'answer = {reply:string}' };
const messages = [
  { role: 'system' as const, content: 'rules' },
  { role: 'user' as const, content: 'words' },
];
const sent = (model: string, change: Partial<Dialect> = {}) =>
  requestOf({ ...dialectOf(model, 100), ...change }, model, messages, format);

const cached = ['prompt_cache_key', 'prompt_cache_options', 'reasoning_effort'];
const reasoning = ['prompt_cache_key', 'reasoning_effort'];
const sampled = ['prompt_cache_key', 'temperature', 'seed'];
const unknown = ['temperature', 'seed'];

it.each([
  ['gpt-6.1-terra', cached],
  ['gpt-6-luna', cached],
  ['gpt-5.6-sol', cached],
  ['openai/gpt-5.6-luna', cached],
  ['gpt-5.5-2026-04-23', reasoning],
  ['gpt-5', reasoning],
  ['gpt-5-2025-08-07', reasoning],
  ['gpt-5-chat-latest', sampled],
  ['o3', reasoning],
  ['gpt-4.1-mini', sampled],
  ['gpt-4o-mini-2024-07-18', sampled],
  ['gpt-oss-120b', unknown],
  ['qwen3-32b', unknown],
  ['gpt-35-turbo', unknown],
  ['claude-opus-4', unknown],
])('%s takes %j', (model, options) => expect(dialectOf(model, 100).options).toEqual(options));

describe('a request', () => {
  it('for a model of an unknown family has the limit by its old name, temperature 0, a seed, and the types in words', () => {
    expect(sent('qwen3-32b')).toEqual({
      model: 'qwen3-32b',
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'kitchen_actions', strict: true, schema: { type: 'object' } },
      },
      temperature: 0,
      seed: 1,
      messages: [
        { role: 'system', content: expect.stringMatching(/^rules\n[\s\S]*answer = \{reply:string}$/) },
        messages[1],
      ],
      max_tokens: 100,
    });
  });

  it('has temperature 0 and a seed wherever the model does not reason', () => {
    for (const model of ['gpt-4o', 'gpt-4.1-mini', 'gpt-5-chat-latest', 'mistral-small', 'gemma3:27b'])
      expect(sent(model)).toMatchObject({ temperature: 0, seed: 1 });
    for (const model of ['gpt-6.1-terra', 'o3']) {
      const { temperature, seed, reasoning_effort } = sent(model);
      expect([temperature, seed, reasoning_effort]).toEqual([undefined, undefined, 'low']);
    }
  });

  it('shows the types where no provider shows the schema, and nowhere else', () => {
    expect(JSON.stringify(sent('gpt-4o').messages)).not.toContain('answer =');
    expect(JSON.stringify(sent('gpt-4o', { format: 'json_object' }).messages)).toContain('answer =');
    expect(JSON.stringify(sent('gpt-4o', { format: 'none' }).messages)).toContain('answer =');
  });

  it('in JSON mode, or without any format, has none of the schema', () => {
    expect(sent('qwen3-32b', { format: 'json_object' }).response_format).toEqual({ type: 'json_object' });
    expect(sent('qwen3-32b', { format: 'none' })).not.toHaveProperty('response_format');
  });

  it('for a template without a system role has the instructions before the words of the user', () => {
    expect(sent('gemma2', { system: false }).messages).toEqual([
      { role: 'user', content: expect.stringMatching(/^rules\n[\s\S]*}\n\nwords$/) },
    ]);
    const picture = { type: 'image_url' as const, image_url: { url: 'data:,' } };
    const shown = [
      { role: 'system' as const, content: 'rules' },
      { role: 'user' as const, content: [picture] },
    ];
    expect(requestOf({ ...dialectOf('gpt-4o', 9), system: false }, 'gpt-4o', shown, format).messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'rules' }, picture] },
    ]);
  });

  it('caches only the instructions where writing to the cache costs money', () => {
    const terra = sent('gpt-6.1-terra');
    expect(terra).toMatchObject({ prompt_cache_options: { mode: 'explicit' }, reasoning_effort: 'low' });
    expect(terra.messages).toEqual([
      {
        role: 'system',
        content: [{ type: 'text', text: 'rules', prompt_cache_breakpoint: { mode: 'explicit' } }],
      },
      { role: 'user', content: 'words' },
    ]);
  });

  it('has a cache key per answer format, not per customer', () =>
    expect(sent('gpt-5.4-mini').prompt_cache_key).toBe('garnitur-kitchen_actions'));
});

describe('a refusal', () => {
  const local = dialectOf('qwen3-32b', 16_000);
  const mini = dialectOf('gpt-4o-mini', 16_000);
  const terra = dialectOf('gpt-6.1-terra', 16_000);
  const lowered = { tokens: 8_000 };

  it.each<[string, string, Dialect, Partial<Dialect>]>([
    ['vLLM', 'This model’s maximum context length is 8192 tokens. However, you requested 20000 tokens', local, lowered],
    ['vLLM', "'max_tokens' or 'max_completion_tokens' is too large: 16000. (16000 > 8192 - 5000).", local, lowered],
    ['OpenAI', 'max_tokens is too large: 16000. This model supports at most 4096 completion tokens', mini, lowered],
    ['DeepSeek', 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', local, lowered],
    ['llama.cpp', 'the request exceeds the available context size, try increasing it', local, lowered],
    [
      'OpenAI',
      "max_tokens Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      local,
      { limits: ['max_completion_tokens'] },
    ],
    [
      'Mistral',
      "[{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens'), 'msg': 'Extra inputs are not permitted'}]",
      mini,
      { limits: ['max_tokens'] },
    ],
    ['OpenAI', "temperature Unsupported value: 'temperature' does not support 0", local, { options: ['seed'] }],
    [
      'a gateway',
      '{"detail":[{"loc":["body","seed"],"msg":"extra fields not permitted"}]}',
      local,
      { options: ['temperature'] },
    ],
    ['a gateway', 'Unrecognized request argument supplied: reasoning_effort', terra, { options: [] }],
    ['a gateway', "Unknown parameter: 'prompt_cache_options'", terra, { options: [] }],
    [
      'LM Studio',
      "'response_format.type' must be 'json_schema'",
      { ...local, format: 'json_object' },
      { format: 'none' },
    ],
    ['DeepSeek', 'This response_format type is unavailable now', local, { format: 'json_object' }],
    ['vLLM', 'The provided JSON schema contains features not supported by xgrammar.', local, { format: 'json_object' }],
    ['llama.cpp', 'Failed to initialize samplers: failed to parse grammar', local, { format: 'json_object' }],
    ['Gemma', 'Jinja Exception: System role not supported', local, { system: false }],
    ['nobody', 'no', local, { format: 'json_object' }],
    ['nobody', 'no', mini, { options: ['temperature', 'seed'] }],
  ])('of %s, «%s», is answered by leaving that out and nothing else', (_server, error, dialect, change) =>
    expect(narrowed(dialect, error)).toEqual({ ...dialect, ...change }),
  );

  it('that says nothing comes at last to the barest request', () => {
    const steps: Dialect[] = [];
    for (let next = narrowed(terra, ''); next; next = narrowed(next, '')) steps.push(next);
    expect(steps.map(({ format, tokens }) => `${format} ${tokens}`)).toEqual([
      ...['json_schema 16000', 'json_object 16000', 'none 16000'],
      ...['none 8000', 'none 4000', 'none 2000', 'none 1000'],
    ]);
  });

  it('whatever it says, is answered by a request not made before, and not for ever', () => {
    const words = fc.constantFrom(
      ...['seed', 'temperature', 'max_tokens', "use 'max_completion_tokens'", 'unknown max_completion_tokens', 'no'],
      ...['context length', 'system role', 'json_schema', 'prompt_cache_key', 'grammar', 'reasoning_effort'],
    );
    const models = fc.constantFrom('gpt-6.1-terra', 'gpt-4o-mini', 'qwen3-32b');
    fc.assert(
      fc.property(models, fc.array(words, { minLength: 40, maxLength: 40 }), (model, errors) => {
        const made = new Set<string>();
        let dialect: Dialect | undefined = dialectOf(model, 16_000);
        for (const error of errors) {
          if (!dialect) break;
          const request = JSON.stringify(requestOf(dialect, model, messages, format));
          expect(made.has(request)).toBe(false);
          made.add(request);
          dialect = narrowed(dialect, error);
        }
        expect(dialect).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('of a broken server is told from one that a narrower request may mend', () => {
    expect(['Jinja Exception: System role not supported', 'failed to parse grammar'].filter(isObjection)).toHaveLength(
      2,
    );
    expect(
      ['500 no', 'CUDA out of memory', 'The server had an error', '500 status code (no body)'].filter(isObjection),
    ).toEqual([]);
  });
});
