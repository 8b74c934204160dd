import { readOptions } from './options.js';

describe('the options of npm run attack', () => {
  it('are 200,000 requests at a service of its own by default', () => {
    expect(readOptions([])).toMatchObject({ requests: 200_000, only: undefined, service: undefined });
  });

  it('name a seed, one request of it, a service that runs', () => {
    const args = ['--seed', '7', '--only', '0', '--url', 'http://a', '--key', 'pk_a'];
    expect(readOptions(args)).toMatchObject({ seed: 7, only: 0, service: { url: 'http://a', key: 'pk_a' } });
  });

  it.each([
    ['--requests', 'many'],
    ['--seed', '1.5'],
    ['--url', 'http://a'],
    ['--sede', '7'],
  ])('%s %s is refused in words', (...args) => {
    expect(() => readOptions(args)).toThrow(/--(requests|seed|url|sede)/);
  });
});
