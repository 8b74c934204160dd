import { EventEmitter } from 'node:events';
import { BodyMemory, RequestRates } from './limits.js';

const MIB = 1024 * 1024;

describe('request rates', () => {
  it('refuse a partner what is beyond its requests a second, and nobody else', async () => {
    const rates = new RequestRates(3);
    for (let request = 0; request < 3; request++) await rates.countPartner('a');
    await expect(rates.countPartner('a')).rejects.toMatchObject({
      code: 'rate_limited',
      details: { policy: 'requests', limit: 3, window_s: 1, retry_after_s: 1 },
    });
    await rates.countPartner('b');
  });

  it('refuse a signed link what is beyond 20 requests a second', async () => {
    const rates = new RequestRates(5_000);
    for (let request = 0; request < 20; request++) await rates.countLink('a');
    await expect(rates.countLink('a')).rejects.toMatchObject({ code: 'rate_limited', details: { limit: 20 } });
    await rates.countLink('b');
  });

  it('refuse an address that fails a fifth as often', async () => {
    const rates = new RequestRates(5);
    await rates.countFailure('10.0.0.1');
    await expect(rates.countFailure('10.0.0.1')).rejects.toMatchObject({ code: 'rate_limited' });
    await rates.countFailure('10.0.0.2');
  });
});

describe('the memory of bodies', () => {
  class Answer extends EventEmitter {
    closed = false;
    close() {
      this.closed = true;
      this.emit('close');
    }
  }

  it('is shared: half of it for one partner, and given back with the answer', () => {
    const memory = new BodyMemory();
    const answers = [new Answer(), new Answer()];
    const [first = memory.hold('a', new Answer()), second = first] = answers.map((answer) => memory.hold('a', answer));
    first(90 * MIB);
    expect(() => second(7 * MIB)).toThrow(expect.objectContaining({ code: 'unavailable' }));
    memory.hold('b', new Answer())(96 * MIB);
    expect(() => memory.hold('c', new Answer())(7 * MIB)).toThrow(expect.objectContaining({ code: 'unavailable' }));
    answers[0]?.close();
    second(90 * MIB);
    expect(() => first(1)).toThrow();
  });
});
