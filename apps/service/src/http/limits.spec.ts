import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { AdmissionControl, BodyMemory, RequestRates } from './limits.js';

const MIB = 1024 * 1024;

class Answer extends EventEmitter {
  closed = false;
  close() {
    this.closed = true;
    this.emit('close');
  }
}

describe('admission control', () => {
  const control = new AdmissionControl();
  /** At which turn of the event loop each was admitted. */
  const turnsOf = async (partners: readonly string[]) => {
    let turn = 0;
    let left = partners.length;
    const all = partners.map(async (partner) => {
      await control.admission(partner);
      left -= 1;
      return turn;
    });
    for (; left > 0; turn++) await nextTurn();
    return Promise.all(all);
  };

  it('admits those together who came together, a bounded number at each turn of the event loop', async () => {
    const turns = await turnsOf(Array(100).fill('a'));
    expect([...Map.groupBy(turns, (at) => at).values()].map((at) => at.length)).toEqual([32, 32, 32, 4]);
  });

  it('lets partners take turns: one of a thousand requests delays no other', async () => {
    const turns = await turnsOf([...Array(1_000).fill('flood'), 'b', 'c', 'b']);
    const first = Math.min(...turns);
    expect(turns.slice(-3)).toEqual([first, first, first]);
  });

  /** Sends requests at once, and tells which have begun. */
  const sends = (control: AdmissionControl, caller: string, count: number) => {
    const begun: Answer[] = [];
    for (let sent = 0; sent < count; sent++) {
      const answer = new Answer();
      void control.admission(caller, answer).then(() => begun.push(answer));
    }
    return begun;
  };

  it('keeps few requests of a caller under way where there are others, and lets the next go on when one has ended', async () => {
    const control = new AdmissionControl();
    await control.admission('other');
    const begun = sends(control, 'busy', 6);
    await pause(50);
    expect(begun).toHaveLength(4);
    begun[0]?.close();
    begun[1]?.close();
    await pause(50);
    expect(begun).toHaveLength(6);
    await control.admission('other');
  });

  it('keeps fewer under way of one that had more than its share and has a backlog', async () => {
    const control = new AdmissionControl();
    await control.admission('other');
    const begun = sends(control, 'flood', 10);
    await pause(50);
    expect(begun).toHaveLength(2);
    begun[0]?.close();
    begun[1]?.close();
    await pause(50);
    expect(begun).toHaveLength(4);
    const others = sends(control, 'other', 4);
    await pause(50);
    expect(others).toHaveLength(4);
  });

  it('holds nobody back who is alone', async () => {
    const begun = sends(new AdmissionControl(), 'alone', 100);
    await pause(50);
    expect(begun).toHaveLength(100);
  });

  it('does not hold a caller back for long whose requests take long', async () => {
    const control = new AdmissionControl();
    await control.admission('other');
    const begun = sends(control, 'slow', 6);
    await pause(350);
    expect(begun).toHaveLength(6);
  });

  it('goes on with those held back once the others are gone', async () => {
    const control = new AdmissionControl();
    await control.admission('other');
    const begun = sends(control, 'flood', 10);
    await pause(2_100);
    await control.admission('flood');
    await pause(50);
    expect(begun).toHaveLength(10);
  });

  it('begins nothing for whoever has gone', async () => {
    const control = new AdmissionControl();
    await control.admission('other');
    const begun = sends(control, 'flood', 4);
    await pause(20);
    const gone = new Answer();
    const refused = expect(control.admission('flood', gone)).rejects.toMatchObject({ code: 'unavailable' });
    gone.close();
    begun[0]?.close();
    await refused;
  });

  it('keeps nobody who comes later waiting', async () => {
    await control.admission('a');
    await control.admission('a');
  });
});

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
