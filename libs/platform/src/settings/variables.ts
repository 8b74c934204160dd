export interface Setting {
  readonly name: string;
  /** Its value where it is not set; undefined where there is none, or where it is derived. */
  readonly value?: string;
  /** Where the default comes from, in words, where it is no plain value. */
  readonly derived?: string;
  readonly meaning: string;
}

/** Every variable that the service reads: the one list. docs/operations.md shows it, docker-compose.yml is held to it. */
export const SETTINGS: readonly Setting[] = [
  { name: 'HOST', value: '127.0.0.1', meaning: 'where the service listens; a container needs `0.0.0.0`' },
  { name: 'PORT', value: '3000', meaning: '`0` picks a free one and prints it' },
  { name: 'PUBLIC_URL', derived: 'from host and port', meaning: 'base of the links that leave the service' },
  { name: 'DATA_DIR', value: './data', meaning: 'embedded stores; unused when both URLs are set' },
  { name: 'EVENTSTORE_URL', derived: 'embedded', meaning: 'events in EventStoreDB or KurrentDB: `esdb://…`' },
  { name: 'MONGODB_URL', derived: 'embedded', meaning: 'read models and pictures in MongoDB: `mongodb://…`' },
  { name: 'WAIT_FOR_STORES', value: 'false', meaning: 'wait, answering 503, for a store that is out of reach' },
  { name: 'ROLE', value: 'all', meaning: '`all`, `api` or `worker`; the last two need both URLs' },
  { name: 'ASSISTANT', derived: '`openai` with a key, else `offline`', meaning: 'which assistant answers' },
  { name: 'OPENAI_API_KEY', meaning: 'of any OpenAI-compatible endpoint' },
  { name: 'OPENAI_BASE_URL', derived: "the provider's own", meaning: 'with its version: `https://…/v1`' },
  { name: 'OPENAI_MODEL', derived: 'see docs/assistant-openai.md', meaning: 'the model that is asked' },
  { name: 'TURN_DEADLINE', value: '4m', meaning: 'after it a turn is `failed`' },
  { name: 'TURN_CONCURRENCY', value: '64', meaning: 'turns that one node runs at a time; the rest wait as `queued`' },
  { name: 'CONVERSATION_TTL', value: '30d', meaning: 'life of a conversation after its last accepted turn' },
  { name: 'LINK_TTL', value: '1d', meaning: 'life of a signed render link' },
  { name: 'LINK_SECRET', derived: 'made and kept in `DATA_DIR`', meaning: 'signs render links; the same on all nodes' },
  { name: 'WEBHOOK_TIMEOUT', value: '10s', meaning: 'for the reply of a receiver' },
  { name: 'WEBHOOK_RETRY', value: '10s,1m,5m,30m,2h,6h', meaning: 'each delay counts from the attempt before' },
  {
    name: 'WEBHOOK_ALLOW_PRIVATE',
    derived: '`true` unless `NODE_ENV=production`',
    meaning: 'whether webhooks may go to loopback and private addresses',
  },
  { name: 'METRICS_TOKEN', meaning: 'opens `/metrics` beyond loopback, as a bearer token' },
  { name: 'LOG_LEVEL', value: 'info', meaning: '`fatal` to `trace`, or `silent`; JSON where stdout is no terminal' },
  { name: 'NODE_ENV', meaning: '`production` forbids private webhook addresses' },
];

export const VARIABLES: readonly string[] = SETTINGS.map(({ name }) => name);
