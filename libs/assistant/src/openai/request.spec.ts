import { jsonMode, strictFull, traitsOf, variantsOf } from './request.js';

const format = { name: 'kitchen_actions', schema: { type: 'object' } };
const messages = [
  { role: 'system' as const, content: 'rules' },
  { role: 'user' as const, content: 'words' },
];

it.each([
  ['gpt-6.1-terra', { reasoning: true, cacheKey: true, explicitCache: true, temperature: false }],
  ['gpt-6-luna', { reasoning: true, cacheKey: true, explicitCache: true, temperature: false }],
  ['gpt-5.6-sol', { reasoning: true, cacheKey: true, explicitCache: true, temperature: false }],
  ['openai/gpt-5.6-luna', { reasoning: true, cacheKey: true, explicitCache: true, temperature: false }],
  ['gpt-5.5-2026-04-23', { reasoning: true, cacheKey: true, explicitCache: false, temperature: false }],
  ['gpt-5', { reasoning: true, cacheKey: true, explicitCache: false, temperature: false }],
  ['gpt-5-2025-08-07', { reasoning: true, cacheKey: true, explicitCache: false, temperature: false }],
  ['gpt-5-chat-latest', { reasoning: false, cacheKey: true, explicitCache: false, temperature: true }],
  ['o3', { reasoning: true, cacheKey: true, explicitCache: false, temperature: false }],
  ['gpt-4.1-mini', { reasoning: false, cacheKey: true, explicitCache: false, temperature: true }],
  ['gpt-4o-mini-2024-07-18', { reasoning: false, cacheKey: true, explicitCache: false, temperature: true }],
  ['gpt-oss-120b', { reasoning: false, cacheKey: false, explicitCache: false, temperature: false }],
  ['qwen3-32b', { reasoning: false, cacheKey: false, explicitCache: false, temperature: false }],
  ['gpt-35-turbo', { reasoning: false, cacheKey: false, explicitCache: false, temperature: false }],
  ['claude-opus-4', { reasoning: false, cacheKey: false, explicitCache: false, temperature: false }],
])('%s takes %j', (model, traits) => expect(traitsOf(model)).toEqual(traits));

describe('a request', () => {
  it('for an unknown model has only fields that every server accepts', () => {
    expect(strictFull('qwen3-32b', messages, format, 100)).toEqual({
      model: 'qwen3-32b',
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'kitchen_actions', strict: true, schema: { type: 'object' } },
      },
      messages,
      max_completion_tokens: 100,
    });
    const params = jsonMode('qwen3-32b', messages, format, 100);
    expect(params).toMatchObject({ response_format: { type: 'json_object' }, max_tokens: 100 });
    expect(Object.keys(params)).toHaveLength(4);
  });

  it('has simpler variants for servers that reject it: without the family’s fields, then without the schema', () => {
    const shapes = (model: string) => variantsOf(model).map((shape) => shape(model, messages, format, 100));
    expect(shapes('qwen3-32b').map(({ response_format }) => response_format?.type)).toEqual([
      'json_schema',
      'json_object',
    ]);
    const [full = {}, bare = {}, plain = {}] = shapes('gpt-6.1-terra');
    expect(Object.keys(full).length).toBeGreaterThan(Object.keys(bare).length);
    expect(bare).toEqual({ ...shapes('qwen3-32b')[0], model: 'gpt-6.1-terra' });
    expect(plain).toMatchObject({ response_format: { type: 'json_object' }, max_completion_tokens: 100 });
  });

  it('caches only the instructions where writing to the cache costs money', () => {
    const sent = strictFull('gpt-6.1-terra', messages, format, 100);
    expect(sent).toMatchObject({ prompt_cache_options: { mode: 'explicit' }, reasoning_effort: 'low' });
    expect(sent.temperature).toBeUndefined();
    expect(sent.messages).toEqual([
      {
        role: 'system',
        content: [{ type: 'text', text: 'rules', prompt_cache_breakpoint: { mode: 'explicit' } }],
      },
      { role: 'user', content: 'words' },
    ]);
  });

  it('has temperature 0 where the model takes one', () => {
    expect(strictFull('gpt-4o', messages, format, 100)).toMatchObject({ temperature: 0 });
    expect(strictFull('gpt-4o', messages, format, 100).reasoning_effort).toBeUndefined();
  });

  it('has a cache key per answer format, not per customer', () => {
    expect(strictFull('gpt-5.4-mini', messages, format, 100).prompt_cache_key).toBe('garnitur-kitchen_actions');
  });
});
