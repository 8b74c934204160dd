import { ANY, EventStoreDBClient } from '@eventstore/db-client';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Client, ClientDuplexStream, ClientReadableStream } from '@grpc/grpc-js';
import { StoreUnavailable } from '../errors.js';
import type { Connection } from './connection-string.js';

export type ReadCall = ClientReadableStream<ReadResp>;
export type BatchCall = ClientDuplexStream<BatchAppendReq, BatchAppendResp>;

/** Tries of a cluster's discovery within one call; our own repeats come on top. */
const DISCOVER_TRIES = 3;
const GOSSIP_SECONDS = 2;
const UNAVAILABLE = 14;

/**
 * The maker's client with its messages as they are on the wire. The client finds the cluster's nodes, follows a change of
 * leader, carries the credentials and deletes streams. Its reads, subscriptions and appends are not used; why stands in
 * docs/decisions/0005-eventstoredb-below-the-client.md.
 */
export class Wire extends EventStoreDBClient {
  private readonly requiresLeader: boolean;
  private readonly clients: Set<Client>;
  private readonly calls: Set<ReadCall | BatchCall>;
  private latest: Client | undefined;
  private closed: boolean;

  constructor({ discover, hosts, user, tls, rootCertificate, nodePreference, ...keepAlive }: Connection) {
    const settings = { ...keepAlive, connectionName: 'garnitur' };
    const credentials = { insecure: !tls, rootCertificate };
    const [first = { address: 'localhost', port: 2113 }] = hosts;
    if (discover || hosts.length > 1) {
      const search = { nodePreference, maxDiscoverAttempts: DISCOVER_TRIES, gossipTimeout: GOSSIP_SECONDS };
      super({ endpoints: [...hosts], ...search, ...settings }, credentials, user);
    } else {
      super({ endpoint: first, ...settings }, credentials, user);
    }
    this.clients = new Set();
    this.calls = new Set();
    this.closed = false;
    this.requiresLeader = nodePreference === 'leader';
    const follow = this.handleError;
    // It waits for the next connection and is itself awaited by nobody: a failed discovery would end the process.
    this.handleError = (client, error) => follow(client, error).catch(() => {});
    const { execute, GRPCStreamCreator: create } = this;
    this.execute = (Service, name, action) => execute(Service, name, (client) => action(this.tracked(client)));
    this.GRPCStreamCreator = (Service, name, start, cache) =>
      create(Service, name, (client) => start(this.tracked(client)), cache);
  }

  /** Version that the server reports, and whether it takes batches. One that does not know this call is too old. */
  serverFeatures(limitMs: number): Promise<{ version: string; batchAppend: boolean }> {
    return this.execute(features.ServerFeaturesClient, 'features', (client) => {
      return new Promise((resolve, reject) => {
        const [metadata, options] = this.callArguments({ deadline: limitMs });
        client.getSupportedMethods(new shared.Empty(), metadata, options, (error, answer) => {
          if (error) return reject(error);
          const methods = answer.getMethodsList().map((method) => method.getMethodName().toLowerCase());
          resolve({ version: answer.getEventStoreServerVersion(), batchAppend: methods.includes('batchappend') });
        });
      });
    });
  }

  read(request: ReadReq): Promise<ReadCall> {
    return this.open('read', (client) => client.read(request, ...this.endless()));
  }

  batches(): Promise<BatchCall> {
    return this.open('append', (client) => client.batchAppend(...this.endless()));
  }

  /** Ends a stream for good, where its last event has the expected revision. */
  async tombstone(stream: string, expected: number | undefined, limitMs: number): Promise<void> {
    const expectedRevision = expected === undefined ? ANY : BigInt(expected);
    await this.tombstoneStream(stream, { requiresLeader: this.requiresLeader, deadline: limitMs, expectedRevision });
  }

  /** The next call gets a new connection: for one that is silent while it looks alive. */
  async reconnect(): Promise<void> {
    if (!this.latest) return;
    await this.handleError(this.latest, Object.assign(new Error('no answer'), { code: UNAVAILABLE, details: '' }));
  }

  /** Cancels what is under way and lets go of the sockets. The client's own `dispose` waits for calls that never end. */
  close(): void {
    this.closed = true;
    for (const call of this.calls) call.cancel();
    for (const client of this.clients) client.close();
    this.clients.clear();
  }

  private open<Call extends ReadCall | BatchCall>(name: string, start: (client: StreamsClient) => Call): Promise<Call> {
    return this.GRPCStreamCreator(streams.StreamsClient, name, (client) => {
      const call = start(client);
      this.calls.add(call);
      call.on('status', () => this.calls.delete(call));
      return call;
    })();
  }

  private endless() {
    return this.callArguments({ requiresLeader: this.requiresLeader }, { deadline: Number.POSITIVE_INFINITY });
  }

  /** Every connection is closed with the store, also one that was opened for a call that was under way meanwhile. */
  private tracked<Used extends Client>(client: Used): Used {
    if (this.closed) {
      client.close();
      throw new StoreUnavailable('event store is closed', { kind: 'closed' });
    }
    this.latest = client;
    this.clients.add(client);
    return client;
  }
}
