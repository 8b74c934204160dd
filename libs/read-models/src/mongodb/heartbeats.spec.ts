import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import type { MongoClient } from 'mongodb';
import { watchHeartbeats } from './heartbeats.js';

const MAX_MS = 8_000;

/** A client that is told to close and connect, and how often. */
class Client extends EventEmitter {
  readonly calls: string[] = [];
  refusals = 0;

  async close(): Promise<void> {
    this.calls.push('close');
  }

  async connect(): Promise<void> {
    this.calls.push('connect');
    if (this.refusals-- > 0) throw new Error('nobody there');
  }

  heartbeat(kind: 'Started' | 'Succeeded' | 'Failed'): void {
    this.emit(`serverHeartbeat${kind}`, { connectionId: 'a:27017' });
  }
}

describe('a client whose heartbeat was sent', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  const watched = () => {
    const client = new Client();
    const watch = watchHeartbeats(client as unknown as MongoClient, MAX_MS);
    client.heartbeat('Started');
    return { client, watch };
  };

  it.each(['Succeeded', 'Failed'] as const)('is left alone where it %s', async (end) => {
    const { client, watch } = watched();
    client.heartbeat(end);
    await jest.advanceTimersByTimeAsync(10 * MAX_MS);
    expect(client.calls).toEqual([]);
    await watch.stop();
  });

  it('is connected anew where no answer comes, once', async () => {
    const { client, watch } = watched();
    await jest.advanceTimersByTimeAsync(MAX_MS);
    expect(client.calls).toEqual([]);
    await jest.advanceTimersByTimeAsync(10 * MAX_MS);
    expect(client.calls).toEqual(['close', 'connect']);
    await watch.stop();
  });

  it('is connected until its server is there', async () => {
    const { client, watch } = watched();
    client.refusals = 2;
    await jest.advanceTimersByTimeAsync(10 * MAX_MS);
    expect(client.calls).toEqual(['close', 'connect', 'connect', 'connect']);
    await watch.stop();
  });

  it('is left alone once the watch is over', async () => {
    const { client, watch } = watched();
    await watch.stop();
    await jest.advanceTimersByTimeAsync(10 * MAX_MS);
    expect(client.calls).toEqual([]);
  });
});
