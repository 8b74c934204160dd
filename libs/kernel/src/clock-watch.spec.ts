import { ClockWatch } from './clock-watch.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.parse('2031-03-01T00:00:00.000Z');

/** A watch whose two clocks the test moves: both by what passes, wall time alone by a jump. */
function watched(newestAgoMs?: number) {
  let monotonicMs = 5_000;
  let wallMs = START;
  const reading = () => ({ wallMs, monotonicMs });
  const watch = new ClockWatch(DAY, reading(), newestAgoMs === undefined ? undefined : START - newestAgoMs);
  return {
    settled: () => watch.isSettled(reading()),
    pass: (ms: number) => {
      monotonicMs += ms;
      wallMs += ms;
    },
    jump: (ms: number) => {
      wallMs += ms;
    },
  };
}

describe('a watched clock', () => {
  it('is settled while wall time and monotonic time agree, however long nobody looks', () => {
    const clock = watched();
    expect(clock.settled()).toBe(true);
    clock.pass(400 * DAY);
    expect(clock.settled()).toBe(true);
  });

  it.each([
    ['forwards', 40 * DAY],
    ['backwards', -40 * DAY],
    ['by little more than a minute', MINUTE + 1],
  ])('is unsettled after a jump %s, and settled as soon as it is back', (_, ms) => {
    const clock = watched();
    clock.jump(ms);
    expect(clock.settled()).toBe(false);
    clock.pass(12_000);
    expect(clock.settled()).toBe(false);
    clock.jump(-ms);
    expect(clock.settled()).toBe(true);
  });

  it('is settled once it has gone on steadily for long enough after a jump; another jump begins that anew', () => {
    const clock = watched();
    clock.jump(40 * DAY);
    expect(clock.settled()).toBe(false);
    clock.pass(DAY - 1);
    expect(clock.settled()).toBe(false);
    clock.jump(DAY);
    expect(clock.settled()).toBe(false);
    clock.pass(DAY - 1);
    expect(clock.settled()).toBe(false);
    clock.pass(1);
    expect(clock.settled()).toBe(true);
    clock.jump(-41 * DAY);
    expect(clock.settled()).toBe(false);
  });

  it('follows corrections of less than a minute, many of which come to more', () => {
    const clock = watched();
    for (let day = 0; day < 10; day++) {
      clock.pass(DAY);
      clock.jump(30_000);
      expect(clock.settled()).toBe(true);
    }
  });

  it.each([
    ['behind the newest event', -2 * MINUTE, false],
    ['as far as it was off for an hour', 60 * MINUTE, true],
    ['too far ahead of the newest event', 40 * DAY, false],
  ])('starts %s: it is compared with that', (_, newestAgoMs, settled) => {
    const clock = watched(newestAgoMs);
    expect(clock.settled()).toBe(settled);
    clock.jump(-newestAgoMs);
    expect(clock.settled()).toBe(newestAgoMs !== 60 * MINUTE);
  });

  it('that starts far from the newest event, as after weeks off, is settled once it was steady', () => {
    const clock = watched(40 * DAY);
    clock.pass(DAY - 1);
    expect(clock.settled()).toBe(false);
    clock.pass(1);
    expect(clock.settled()).toBe(true);
  });
});
