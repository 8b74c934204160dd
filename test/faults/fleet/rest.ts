import { systemClock } from '#libs/kernel';
import { storedStatus } from '#libs/processing';
import { projections } from '#projections';
import { openStores, type Stores } from '../../../apps/service/src/composition/stores.js';
import { readEnvironment } from '../../../apps/service/src/config/environment.js';
import { Api, eventually } from '../../support/api.js';
import { TestService } from '../../support/service.js';

/** The last node has so long to take over and tidy up, ms. */
const SETTLED_WITHIN_MS = 40_000;

type Env = Readonly<Record<string, string>>;

/** Opens the stores that an environment names, for whoever looks into them. */
export function storesOf(env: Env): Promise<Stores> {
  return openStores(readEnvironment(env), false);
}

/**
 * The fleet is gone, and one node comes two minutes later: reservations whose callers never came back are released
 * (design rule 6), what was deleted is erased, and the read models are brought up to date.
 * @returns what the balance says then.
 */
export async function twoMinutesLater(env: Env, key: string, coins: number) {
  const clock = { ...systemClock, now: () => new Date(Date.now() + 120_000) };
  const service = await TestService.start({ env, clock });
  const stores = await storesOf(env);
  try {
    const api = new Api(service.url, key);
    const balanced = async () => {
      const { coins_left, coins_used } = await api.usage();
      return coins_left + coins_used === coins;
    };
    const shown = async () => {
      const head = await stores.events.head();
      const places = await storedStatus(stores.readModels, projections, head);
      const erased = (await stores.readModels.checkpoint('saga:erase')) ?? -1n;
      return places.every(({ lag }) => lag === 0) && erased >= head;
    };
    // Not yet, after all this time: the oracle says of what.
    await eventually(async () => (await balanced()) && (await shown()), SETTLED_WITHIN_MS).catch(() => undefined);
    const { coins_left, coins_used } = await api.usage();
    return { left: Number(coins_left), used: Number(coins_used) };
  } finally {
    await stores.close();
    await service.stop();
  }
}
