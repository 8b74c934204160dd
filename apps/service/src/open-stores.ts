import { createServer, type Server } from 'node:http';
import { type Backoff, backoffMs, type Clock, Problem, sleep } from '#libs/kernel';
import type { Environment, Log } from '#libs/platform';
import { openStores, type Stores, StoreUnusable } from '#libs/platform';
import { errorAnswer } from './http/problems.js';

const BACKOFF: Backoff = { initialMs: 500, maxMs: 5_000 };

/**
 * Opens the stores of a service. With WAIT_FOR_STORES one that is out of reach is waited for, with a log line a try,
 * and every request is answered 503 meanwhile; one that refuses us (a wrong password, too old) stops the start.
 * @throws {StoreUnusable}
 */
export async function openInTime(environment: Environment, clock: Clock, log: Log): Promise<Stores> {
  if (!environment.waitForStores) return openStores(environment, true, clock);
  let waiting: Server | undefined;
  try {
    for (let failed = 0; ; failed++) {
      try {
        return await openStores(environment, true, clock);
      } catch (error) {
        if (!(error instanceof StoreUnusable) || !error.outOfReach) throw error;
        const ms = backoffMs(failed, BACKOFF);
        log.warn({ error: error.message, again_in_ms: Math.round(ms) }, 'waiting for a store');
        waiting ??= await answerUnavailable(environment);
        await sleep(ms);
      }
    }
  } finally {
    await close(waiting);
  }
}

async function answerUnavailable({ host, port }: Environment): Promise<Server> {
  const problem = new Problem('unavailable', 'the service waits for its stores: come again');
  const { status, headers, body } = errorAnswer(problem);
  const server = createServer((_request, response) => {
    response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8', connection: 'close' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

function close(server: Server | undefined): Promise<void> {
  if (!server) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
