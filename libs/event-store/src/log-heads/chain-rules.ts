import type { InstallationKey } from '#libs/kernel';
import { type ChainRules, chainKey } from '../chain.js';
import type { EventStore } from '../port.js';
import { LOG_HEADS } from './log-events.js';

/** What one stream's events are verified against: the log's first head decides whether events without a key may be. */
export async function chainRulesOf(store: Pick<EventStore, 'load'>, key: InstallationKey): Promise<ChainRules> {
  const heads = await store.load(LOG_HEADS, 0, 1);
  return { key: chainKey(key.derive(EVENT_CHAIN)), keyedAfter: heads[0]?.position };
}

/** What the installation's key is derived for. */
const EVENT_CHAIN = 'event-chain';
