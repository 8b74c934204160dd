import { FaultyEventStore } from '../../../event-store/test/faulty-event-store.js';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { append } from '../../test/fixtures.js';
import { ClockMonitor } from './clock-monitor.js';

const DAY = 24 * 60 * 60 * 1_000;
/** Time of what `append` writes. */
const WRITTEN = Date.parse('2026-01-01T00:00:00.000Z');

describe('the clock monitor', () => {
  let events: MemoryEventStore;
  let store: FaultyEventStore;
  let said: string[];
  const monitors: ClockMonitor[] = [];
  beforeEach(() => {
    events = new MemoryEventStore();
    store = new FaultyEventStore(events);
    said = [];
  });
  afterEach(() => Promise.all(monitors.splice(0).map((monitor) => monitor.stop())));

  /** A monitor that begins at this wall time; its clock goes on by what `pass` is given. */
  async function startedAt(wallMs: number) {
    let now = wallMs;
    let monotonicMs = 0;
    const clock = { now: () => new Date(now), monotonicMs: () => monotonicMs };
    const say = (_facts: object, text: string) => said.push(text);
    const monitor = new ClockMonitor(clock, store, { info: say, warn: say, error: say }, DAY);
    monitors.push(monitor);
    await monitor.start();
    const pass = (ms: number) => {
      now += ms;
      monotonicMs += ms;
    };
    return { monitor, pass };
  }
  const settledAt = async (wallMs: number) => (await startedAt(wallMs)).monitor.isSettled();

  it('trusts a clock at the start that goes on from the newest event', async () => {
    await append(events, 'a', 'Told');
    expect(await settledAt(WRITTEN)).toBe(true);
    expect(await settledAt(WRITTEN + DAY)).toBe(true);
    expect(said).toEqual([]);
  });

  it.each([
    ['behind', WRITTEN - 2 * DAY],
    ['far ahead of', WRITTEN + 2 * DAY],
  ])('trusts none that is %s the newest event until it has gone on steadily', async (_, wallMs) => {
    await append(events, 'a', 'Told');
    const { monitor, pass } = await startedAt(wallMs);
    expect(monitor.isSettled()).toBe(false);
    expect(said).toEqual([expect.stringContaining('the clock jumped')]);
    pass(DAY);
    expect(monitor.isSettled()).toBe(true);
    expect(said.at(-1)).toBe('the clock is settled again');
  });

  it('goes by the newest event that stands, where later ones are deleted', async () => {
    await append(events, 'a', 'Told');
    await append(events, 'gone', 'Told');
    await events.delete('gone');
    expect(await settledAt(WRITTEN + 2 * DAY)).toBe(false);
    expect(await settledAt(WRITTEN)).toBe(true);
  });

  it('takes the clock as it is where there is no event', async () => {
    expect(await settledAt(WRITTEN + 1_000 * DAY)).toBe(true);
    expect(said).toEqual([]);
  });

  it('takes the clock as it is where the store does not answer, and says so', async () => {
    await append(events, 'a', 'Told');
    store.newest = () => Promise.reject(new Error('no answer'));
    expect(await settledAt(WRITTEN + 1_000 * DAY)).toBe(true);
    expect(said).toEqual(['the clock could not be compared with the newest event']);
  });
});
