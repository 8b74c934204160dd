/**
 * Runs each case on a ground of its own, which goes when the case is over: cases that only wait can then wait together
 * (`it.concurrent`).
 */
export function eachOn<Ground>(make: () => Promise<Ground>, end: (ground: Ground) => Promise<void>) {
  return (run: (ground: Ground) => Promise<void>) => async () => {
    const ground = await make();
    try {
      await run(ground);
    } finally {
      await end(ground);
    }
  };
}
