import { systemClock } from '#libs/kernel';
import { openStores, readEnvironment, type Stores } from '#libs/platform';
import { storedStatus } from '#libs/processing';
import { projections } from '#projections';
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
 * @returns what the balance says then, and what was still undone after the time.
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
      const places = await storedStatus(stores.readModels, projections, await stores.events.head());
      return places.every(({ lag }) => lag === 0);
    };
    const erased = async () =>
      ((await stores.readModels.checkpoint('saga:erase-conversations')) ?? -1n) >= (await stores.events.head());
    const by = Date.now() + SETTLED_WITHIN_MS;
    const undone: string[] = [];
    for (const [what, done] of Object.entries({ balanced, shown, erased }))
      await eventually(done, Math.max(0, by - Date.now())).catch(() =>
        undone.push(`the last node has not ${what} all`),
      );
    const { coins_left, coins_used } = await api.usage();
    return { left: Number(coins_left), used: Number(coins_used), undone };
  } finally {
    await stores.close();
    await service.stop();
  }
}
