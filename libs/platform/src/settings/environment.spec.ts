import { priceOf } from '#libs/assistant';
import { BadEnvironment, readEnvironment, VARIABLES } from './environment.js';

const LINK_SECRET = 'a secret of thirty-two characters';

describe('the environment', () => {
  it('has the defaults of the contract', () => {
    expect(readEnvironment({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      eventStoreUrl: undefined,
      mongoUrl: undefined,
      shared: false,
      waitForStores: false,
      role: 'all',
      assistant: 'offline',
      turnDeadlineMs: 240_000,
      turnConcurrency: 64,
      conversationTtlMs: 30 * 86_400_000,
      expiryGraceMs: 86_400_000,
      linkTtlMs: 86_400_000,
      webhookTimeoutMs: 10_000,
      webhookRetryMs: [10_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000],
      webhookAllowPrivate: true,
      logLevel: 'info',
    });
  });

  it('forbids private webhook addresses in production unless it is told otherwise', () => {
    expect(readEnvironment({ NODE_ENV: 'production' }).webhookAllowPrivate).toBe(false);
    expect(readEnvironment({ NODE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE: 'true' }).webhookAllowPrivate).toBe(true);
  });

  it.each([
    ['127.0.0.1', true],
    ['127.8.0.1', true],
    ['localhost', true],
    ['::1', true],
    ['[::1]', true],
    ['0.0.0.0', false],
    ['::', false],
    ['10.0.0.1', false],
    ['127.example', false],
  ])('HOST=%s allows private webhook addresses by itself: %s', (HOST, allowed) => {
    expect(readEnvironment({ HOST }).webhookAllowPrivate).toBe(allowed);
    expect(readEnvironment({ HOST, WEBHOOK_ALLOW_PRIVATE: 'true' }).webhookAllowPrivate).toBe(true);
    expect(readEnvironment({ HOST, WEBHOOK_ALLOW_PRIVATE: 'false' }).webhookAllowPrivate).toBe(false);
  });

  it.each(['OPENAI_API_KEY', 'OPENAI_BASE_URL'])('%s stops nothing where no model is asked', (name) => {
    const bad = { OPENAI_API_KEY: 'sk-1', [name]: 'ftp://a b' };
    expect(readEnvironment({ ...bad, ASSISTANT: 'offline' })).toMatchObject({ openai: undefined });
    expect(() => readEnvironment({ ...bad, ASSISTANT: 'openai' })).toThrow(BadEnvironment);
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', '12a'],
    ['PORT', '-1'],
    ['ROLE', 'boss'],
    ['ROLE', 'worker'],
    ['ASSISTANT', 'magic'],
    ['OPENAI_BASE_URL', 'ftp://a.test'],
    ['OPENAI_BASE_URL', 'ftp://me:secret@a.test'],
    ['OPENAI_BASE_URL', 'https://me:secret@a.test/v1'],
    ['OPENAI_API_KEY', 'ключ secret'],
    ['OPENAI_API_KEY', 'secret secret'],
    ['OPENAI_MAX_OUTPUT_TOKENS', '0'],
    ['OPENAI_MAX_OUTPUT_TOKENS', '8k'],
    ['TURN_DEADLINE', '4 minutes'],
    ['TURN_DEADLINE', '0s'],
    ['TURN_DEADLINE', '25d'],
    ['WEBHOOK_TIMEOUT', '60d'],
    ['TURN_CONCURRENCY', '0'],
    ['CONVERSATION_TTL', '30'],
    ['LINK_TTL', 'x'],
    ['WEBHOOK_TIMEOUT', '10'],
    ['WEBHOOK_RETRY', '10s,,5m'],
    ['WEBHOOK_ALLOW_PRIVATE', 'yes'],
    ['PUBLIC_URL', 'ftp://a.test'],
    ['LOG_LEVEL', 'loud'],
    ['LINK_SECRET', 'secret'],
    ['INSTALLATION_KEY', 'secret'],
    ['WAIT_FOR_STORES', 'maybe'],
    ['EVENTSTORE_URL', 'http://user:secret@localhost:2113'],
    ['EVENTSTORE_URL', 'http://user:a@secret@localhost:2113'],
    ['EVENTSTORE_URL', 'esdb://'],
    ['MONGODB_URL', 'localhost:27017'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret=%ff'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ])('%s=%s stops the start with one line that names both', (name, value) => {
    const start = () => readEnvironment({ OPENAI_API_KEY: 'sk-1', [name]: value });
    expect(start).toThrow(BadEnvironment);
    expect(start).toThrow(new RegExp(`^${name}=.*accepted: [^\\n]+$`));
    expect(start).not.toThrow(/secret/);
  });

  const urls = { EVENTSTORE_URL: 'esdb://a:2113', MONGODB_URL: 'mongodb://u:secret@b' };

  it('one URL leaves the node alone, both let nodes share the stores', () => {
    expect(readEnvironment({ EVENTSTORE_URL: urls.EVENTSTORE_URL })).toMatchObject({ shared: false, role: 'all' });
    expect(readEnvironment({ MONGODB_URL: urls.MONGODB_URL })).toMatchObject({ shared: false, role: 'all' });
    expect(readEnvironment({ ...urls, LINK_SECRET, ROLE: 'worker' })).toMatchObject({
      shared: true,
      role: 'worker',
      eventStoreUrl: 'esdb://a:2113',
      mongoUrl: 'mongodb://u:secret@b',
    });
  });

  it.each(['api', 'worker'])('ROLE=%s needs both URLs and the secret of links', (ROLE) => {
    const { EVENTSTORE_URL, MONGODB_URL } = urls;
    expect(() => readEnvironment({ ROLE, EVENTSTORE_URL, LINK_SECRET })).toThrow(/^ROLE=.*MONGODB_URL/);
    expect(() => readEnvironment({ ROLE, MONGODB_URL, LINK_SECRET })).toThrow(/^ROLE=.*EVENTSTORE_URL/);
    expect(() => readEnvironment({ ROLE, ...urls })).toThrow(/^LINK_SECRET=/);
  });

  it('an OpenAI key chooses that assistant, unless another is asked for', () => {
    expect(
      readEnvironment({ OPENAI_API_KEY: 'sk-1', OPENAI_BASE_URL: 'http://a.test/v1/', OPENAI_MODEL: 'm' }),
    ).toMatchObject({
      assistant: 'openai',
      openai: { apiKey: 'sk-1', baseUrl: 'http://a.test/v1', model: 'm', maxOutputTokens: 16_000 },
    });
    expect(readEnvironment({ OPENAI_API_KEY: 'sk-1', ASSISTANT: 'offline' })).toMatchObject({
      assistant: 'offline',
      openai: undefined,
    });
    expect(() => readEnvironment({ ASSISTANT: 'openai' })).toThrow(/^OPENAI_API_KEY=.*accepted/);
  });

  it('the model that answers where none is named has a known price', () => {
    const { openai } = readEnvironment({ OPENAI_API_KEY: 'sk-1' });
    expect(priceOf(openai?.model ?? '')).toBeDefined();
    expect(readEnvironment({ OPENAI_API_KEY: ' sk-1\n' }).openai?.apiKey).toBe('sk-1');
  });

  it("OpenTelemetry's variables say whether, where and what is traced", () => {
    expect(readEnvironment({ OTEL_SERVICE_NAME: 'kitchens' }).tracing).toBeUndefined();
    const given = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    expect(readEnvironment({ ...given, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeUndefined();
    expect(readEnvironment({ ...given, OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined();
    expect(readEnvironment({ OTEL_TRACES_EXPORTER: 'otlp' }).tracing?.endpoint).toBe('http://localhost:4318/v1/traces');
    const resource = { OTEL_SERVICE_NAME: 'kitchens', OTEL_RESOURCE_ATTRIBUTES: 'service.name=other, zone = a%2Cb' };
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b' };
    expect(readEnvironment({ ...given, ...resource, ...headers, OTEL_TRACES_SAMPLER_ARG: '.25' }).tracing).toEqual({
      endpoint: 'http://collector:4318/v1/traces',
      headers: { 'api-key': 'a b' },
      resource: { 'service.name': 'kitchens', zone: 'a,b' },
      sampler: 'parentbased_always_on',
      ratio: 0.25,
    });
    const whole = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.test/otlp' };
    expect(readEnvironment({ ...given, ...whole }).tracing?.endpoint).toBe('https://traces.test/otlp');
  });

  it('the list of variables is what is read', () => {
    const read = new Set<string>();
    const env = { EVENTSTORE_URL: 'esdb://a', MONGODB_URL: 'mongodb://b', LINK_SECRET, OPENAI_API_KEY: 'k' };
    readEnvironment(
      new Proxy(env, {
        get(target, name) {
          if (typeof name === 'string') read.add(name);
          return Reflect.get(target, name);
        },
      }),
    );
    expect([...read].sort()).toEqual([...VARIABLES].sort());
  });
});
