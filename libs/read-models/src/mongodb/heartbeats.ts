import type { MongoClient, ServerClosedEvent, ServerHeartbeatStartedEvent } from 'mongodb';

/** Longer than any answer takes that a time limit of connection.ts ends, ms. */
const MAX_HEARTBEAT_MS = 8_000;
const CHECK_EVERY_MS = 1_000;
const RETRY_EVERY_MS = 500;

export interface HeartbeatWatch {
  /** Resolves when a reconnection that was under way has ended; there is none after it. */
  stop(): Promise<void>;
}

/**
 * Connects a client anew whose heartbeat is never answered. The driver (7.8) waits for ever for the answer to a command that
 * it wrote to a socket which is destroyed and has not said so yet. A heartbeat is such a command where all connections of a
 * client break at once, as when a server restarts: after it, the client takes its server for lost until the process ends.
 */
export function watchHeartbeats(client: MongoClient, maxMs: number = MAX_HEARTBEAT_MS): HeartbeatWatch {
  const begun = new Map<string, number>();
  let overdue = 0;
  let stopped = false;
  let reconnecting: Promise<void> | undefined;
  const answered = ({ connectionId }: { connectionId: string }): void => {
    begun.delete(connectionId);
  };
  client.on('serverHeartbeatStarted', ({ connectionId }: ServerHeartbeatStartedEvent) => {
    begun.set(connectionId, performance.now());
  });
  client.on('serverHeartbeatSucceeded', answered);
  client.on('serverHeartbeatFailed', answered);
  client.on('serverClosed', ({ address }: ServerClosedEvent) => answered({ connectionId: address }));

  const reconnect = async (): Promise<void> => {
    await client.close().catch(() => undefined);
    begun.clear();
    while (!stopped) {
      const connected = await client.connect().then(
        () => true,
        () => false,
      );
      if (connected) return;
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS));
    }
  };
  const check = (): void => {
    const isOverdue = [...begun.values()].some((at) => performance.now() - at > maxMs);
    // Twice: after a pause of the whole process the answer may be waiting to be read.
    overdue = isOverdue ? overdue + 1 : 0;
    if (overdue < 2 || reconnecting) return;
    overdue = 0;
    reconnecting = reconnect().finally(() => {
      reconnecting = undefined;
    });
  };
  const timer = setInterval(check, CHECK_EVERY_MS).unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await reconnecting;
    },
  };
}
