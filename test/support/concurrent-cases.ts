/**
 * Gives each case something of its own, made before it and ended after it, for `it.concurrent`: jest runs `beforeEach`
 * and `afterEach` around all concurrent cases at once. Cases that mostly wait then wait together.
 *
 *     const on = eachOn(() => TestService.start(), (service) => service.stop());
 *     it.concurrent('…', on(async (service) => { … }));
 */
export function eachOn<Own>(make: () => Promise<Own>, end: (own: Own) => Promise<void>) {
  return (run: (own: Own) => Promise<void>) => async () => {
    const own = await make();
    try {
      await run(own);
    } finally {
      await end(own);
    }
  };
}
