import { plainly, shapesOf, strictly, traitsOf } from './request.js';

const format = { name: 'kitchen_actions', schema: { type: 'object' } };
const messages = [
  { role: 'system' as const, content: 'rules' },
  { role: 'user' as const, content: 'words' },
];

it.each([
  ['gpt-6.1-terra', { reasons: true, routesCache: true, marksCache: true, cools: false }],
  ['gpt-6-luna', { reasons: true, routesCache: true, marksCache: true, cools: false }],
  ['gpt-5.6-sol', { reasons: true, routesCache: true, marksCache: true, cools: false }],
  ['openai/gpt-5.6-luna', { reasons: true, routesCache: true, marksCache: true, cools: false }],
  ['gpt-5.5-2026-04-23', { reasons: true, routesCache: true, marksCache: false, cools: false }],
  ['gpt-5', { reasons: true, routesCache: true, marksCache: false, cools: false }],
  ['gpt-5-2025-08-07', { reasons: true, routesCache: true, marksCache: false, cools: false }],
  ['gpt-5-chat-latest', { reasons: false, routesCache: true, marksCache: false, cools: true }],
  ['o3', { reasons: true, routesCache: true, marksCache: false, cools: false }],
  ['gpt-4.1-mini', { reasons: false, routesCache: true, marksCache: false, cools: true }],
  ['gpt-4o-mini-2024-07-18', { reasons: false, routesCache: true, marksCache: false, cools: true }],
  ['gpt-oss-120b', { reasons: false, routesCache: false, marksCache: false, cools: false }],
  ['qwen3-32b', { reasons: false, routesCache: false, marksCache: false, cools: false }],
  ['gpt-35-turbo', { reasons: false, routesCache: false, marksCache: false, cools: false }],
  ['claude-opus-4', { reasons: false, routesCache: false, marksCache: false, cools: false }],
])('%s takes %j', (model, traits) => expect(traitsOf(model)).toEqual(traits));

describe('a request', () => {
  it('to a server that nothing is known of says only what every server takes', () => {
    expect(strictly('qwen3-32b', messages, format, 100)).toEqual({
      model: 'qwen3-32b',
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'kitchen_actions', strict: true, schema: { type: 'object' } },
      },
      messages,
      max_completion_tokens: 100,
    });
    const told = plainly('qwen3-32b', messages, format, 100);
    expect(told).toMatchObject({ response_format: { type: 'json_object' }, max_tokens: 100 });
    expect(Object.keys(told)).toHaveLength(4);
  });

  it('has a plainer shape for servers that refuse it: without a family’s fields, then without the schema', () => {
    const shapes = (model: string) => shapesOf(model).map((shape) => shape(model, messages, format, 100));
    expect(shapes('qwen3-32b').map(({ response_format }) => response_format?.type)).toEqual([
      'json_schema',
      'json_object',
    ]);
    const [full = {}, bare = {}, plain = {}] = shapes('gpt-6.1-terra');
    expect(Object.keys(full).length).toBeGreaterThan(Object.keys(bare).length);
    expect(bare).toEqual({ ...shapes('qwen3-32b')[0], model: 'gpt-6.1-terra' });
    expect(plain).toMatchObject({ response_format: { type: 'json_object' }, max_completion_tokens: 100 });
  });

  it('has the instructions alone kept in the prompt cache, where keeping costs money', () => {
    const sent = strictly('gpt-6.1-terra', messages, format, 100);
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

  it('is as cool as it can be where the model takes a temperature', () => {
    expect(strictly('gpt-4o', messages, format, 100)).toMatchObject({ temperature: 0 });
    expect(strictly('gpt-4o', messages, format, 100).reasoning_effort).toBeUndefined();
  });

  it('names its prompt cache by what is asked, never by who asks', () => {
    expect(strictly('gpt-5.4-mini', messages, format, 100).prompt_cache_key).toBe('garnitur-kitchen_actions');
  });
});
