import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import ipaddr from 'ipaddr.js';

export interface ConnectionLimits {
  /** MAX_CONNECTIONS. */
  readonly maxConnections: number;
  /** REQUEST_TIMEOUT. */
  readonly requestTimeoutMs: number;
}

/** For a request's headers to arrive, ms. */
const HEADERS_TIMEOUT_MS = 15_000;
/** For the next request on a connection, ms: above the 60 s of common balancers, which are to be the first to close. */
const KEEP_ALIVE_MS = 72_000;
/** How often requests that are late are looked for, ms. */
const MAX_CHECK_EVERY_MS = 5_000;
/** A request waits for our stores without a byte on its connection, 10 s at most (contract.md). */
const MIN_SILENCE_MS = 30_000;
/** How long a peer has to take its refusal before its connection is destroyed, ms. */
const LINGER_MS = 500;

/** Options of Node's HTTP server. `connectionTimeout` frees what moves nothing: an answer that its peer does not read. */
export function timeoutsOf(requestTimeoutMs: number) {
  return {
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(requestTimeoutMs, HEADERS_TIMEOUT_MS),
    connectionsCheckingInterval: Math.min(requestTimeoutMs / 2, MAX_CHECK_EVERY_MS),
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: Math.max(requestTimeoutMs, MIN_SILENCE_MS),
  };
}

/** The last words to a peer. One that does not close its half, or does not read, holds the connection no longer for that. */
function endAndDestroy(socket: Duplex, words: string): void {
  socket.end(words);
  // Read on: a socket that is closed with bytes unread resets, and the words may be lost.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/**
 * Lets a connection finish the answers that are due before it is refused: requests may follow each other without waiting,
 * and answers come in their order (RFC 9112, section 9.3.2), so a refusal ahead of them would be taken for one of them.
 * A request that is not complete never will be: its answer is the refusal.
 */
export function refuseInTurn(server: Server): (socket: Duplex, words: string) => void {
  const asked = new WeakMap<Duplex, { readonly request: IncomingMessage; readonly response: ServerResponse }[]>();
  server.on('request', (request, response) => {
    const due = asked.get(request.socket) ?? [];
    // Answers come in the order of their requests.
    while (due[0]?.response.closed) due.shift();
    due.push({ request, response });
    asked.set(request.socket, due);
  });
  return (socket, words) => {
    const before = asked.get(socket)?.findLast(({ request, response }) => request.complete && !response.closed);
    if (before) before.response.once('close', () => endAndDestroy(socket, words));
    else endAndDestroy(socket, words);
  };
}

/**
 * At most so many connections, and half as many from one address. One more takes the place of the one (of that address)
 * that has been without a request for longest: whoever opens connections and says nothing keeps nobody out. Where all
 * have requests under way, it is refused.
 */
export function limitConnections(server: Server, maxConnections: number): void {
  const max = Math.min(maxConnections, Math.floor((descriptors() * 3) / 4));
  const open = new Set<Socket>();
  const byNetwork = new Map<string, number>();
  /** Without a request, the oldest first. */
  const idle = new Set<Socket>();

  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const ofNetwork = byNetwork.get(network) ?? 0;
    const isNetworkFull = ofNetwork >= max / 2;
    if (isNetworkFull || open.size >= max) {
      const candidate = idle.values().find((one) => !isNetworkFull || networkOf(one.remoteAddress ?? '') === network);
      if (!candidate) return socket.destroy();
      candidate.destroy();
      idle.delete(candidate);
    }
    open.add(socket);
    idle.add(socket);
    byNetwork.set(network, ofNetwork + 1);
    socket.once('close', () => {
      open.delete(socket);
      idle.delete(socket);
      const left = (byNetwork.get(network) ?? 1) - 1;
      if (left > 0) byNetwork.set(network, left);
      else byNetwork.delete(network);
    });
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.once('close', () => {
      if (open.has(socket)) idle.add(socket);
    });
  });
}

/** What counts as one address: of IPv6 the first 64 bits, since whoever has one address there has all of that network. */
export function networkOf(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : `${parsed.toNormalizedString().split(':', 4).join(':')}::/64`;
}

/** Files and sockets that this process may have open; where the system does not say, as many as it wants. */
function descriptors(): number {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
