import { systemClock } from '#libs/kernel';
import { openStores, readEnvironment, type Stores } from '#libs/platform';
import { Api } from '../../support/api.js';
import { TestService } from '../../support/service.js';
import { HELD_RESERVATIONS, settled } from '../settled.js';

type Env = Readonly<Record<string, string>>;

/** Opens the stores that an environment names, for whoever looks into them. */
export function storesOf(env: Env): Promise<Stores> {
  return openStores(readEnvironment(env), false);
}

/** Waits until nothing can move in these stores. @returns what stood still before that. */
export async function settle(env: Env, also: Parameters<typeof settled>[0]['also'] = []): Promise<readonly string[]> {
  const stores = await storesOf(env);
  try {
    return await settled({ ...stores, also });
  } finally {
    await stores.close();
  }
}

/**
 * All nodes are gone, and one comes two minutes later: reservations whose callers never came back are released (design
 * rule 6), what was deleted is erased, and the read models are brought up to date.
 * @returns what the balance says then, and what was never done.
 */
export async function twoMinutesLater(env: Env, key: string) {
  const clock = { ...systemClock, now: () => new Date(Date.now() + 120_000) };
  const service = await TestService.start({ env, clock });
  try {
    const undone = await settle(env, [HELD_RESERVATIONS]);
    const { coins_left, coins_used } = await new Api(service.url, key).usage();
    return { left: Number(coins_left), used: Number(coins_used), undone };
  } finally {
    await service.stop();
  }
}
