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

/** @throws by the time limit of the test. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(5);
}

/** Gives the event loop no pause. @returns what ends it. */
function keepBusy(): () => void {
  let busy = true;
  const spin = () => {
    for (const end = performance.now() + 2; performance.now() < end; );
    if (busy) setImmediate(spin);
  };
  setImmediate(spin);
  return () => {
    busy = false;
  };
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

  describe('while the event loop is busy', () => {
    let control: AdmissionControl;
    let stop: () => void;
    beforeEach(async () => {
      control = new AdmissionControl();
      stop = keepBusy();
      await pause(200);
    });
    afterEach(() => stop());

    /** Sends requests at once that are answered as soon as they begin, and tells when each has begun, ms. */
    const answersAtOnce = (caller: string, count: number) => {
      const begunAt: number[] = [];
      for (let sent = 0; sent < count; sent++) {
        const answer = new Answer();
        void control.admission(caller, answer).then(() => {
          begunAt.push(performance.now());
          answer.close();
        });
      }
      return begunAt;
    };
    /** Of the pauses between them the middle one: a timer may be early, and a busy machine late. */
    const usualPause = (times: readonly number[]) =>
      times
        .slice(1)
        .map((at, index) => at - (times[index] ?? 0))
        .sort((a, b) => a - b)[Math.floor((times.length - 1) / 2)] ?? 0;

    it('begins one request in 10 ms of whoever asks most, and keeps nobody else waiting', async () => {
      await control.admission('other');
      const flood = answersAtOnce('flood', 40);
      await until(() => flood.length >= 5);
      const asked = performance.now();
      const other = answersAtOnce('other', 4);
      await until(() => other.length === 4 && flood.length >= 10);
      expect(usualPause(flood)).toBeGreaterThan(9);
      const [last = 0] = other.slice(-1);
      expect(flood.filter((at) => at > asked && at < last).length).toBeLessThanOrEqual(1);
    });

    it('holds back nobody who asks no more than the others, and nobody who is alone', async () => {
      const alone = answersAtOnce('a', 40);
      await until(() => alone.length === 40);
      expect(usualPause(alone)).toBeLessThan(5);
      await pause(2_100);
      const both = [answersAtOnce('one', 20), answersAtOnce('two', 20)];
      await until(() => both.every(({ length }) => length === 20));
      for (const times of both) expect(usualPause(times)).toBeLessThan(5);
    });

    it('begins the rest of them at once when there is time to spare again', async () => {
      stop();
      let used = 1;
      // Said, because a busy machine lets the loop have no time to spare either.
      control = new (class extends AdmissionControl {
        protected override readonly utilization = { now: () => used };
      })();
      await control.admission('other');
      const flood = answersAtOnce('flood', 40);
      await until(() => flood.length >= 3);
      used = 0;
      await until(() => flood.length === 40);
      expect(usualPause(flood.slice(3))).toBeLessThan(5);
    });
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
