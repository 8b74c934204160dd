import { BadEnvironment, readEnvironment } from './environment.js';

describe('the environment', () => {
  it('has the defaults of the contract', () => {
    expect(readEnvironment({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      role: 'all',
      assistant: 'offline',
      turnDeadlineMs: 240_000,
      turnConcurrency: 64,
      conversationTtlMs: 30 * 86_400_000,
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
    ['PORT', '70000'],
    ['PORT', '12a'],
    ['PORT', '-1'],
    ['ROLE', 'boss'],
    ['ROLE', 'worker'],
    ['ASSISTANT', 'magic'],
    ['ASSISTANT', 'openai'],
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
    ['EVENTSTORE_URL', 'esdb://user:secret@localhost:2113'],
    ['MONGODB_URL', 'mongodb://localhost'],
  ])('%s=%s stops the start with one line that names both', (name, value) => {
    const start = () => readEnvironment({ [name]: value });
    expect(start).toThrow(BadEnvironment);
    expect(start).toThrow(new RegExp(`^${name}=.*accepted: [^\\n]+$`));
    expect(start).not.toThrow(/secret/);
  });

  it('an OpenAI key stops the start while that assistant is not there', () => {
    expect(() => readEnvironment({ OPENAI_API_KEY: 'sk-1' })).toThrow(/^ASSISTANT=.*offline/);
    expect(readEnvironment({ OPENAI_API_KEY: 'sk-1', ASSISTANT: 'offline' }).assistant).toBe('offline');
  });
});
