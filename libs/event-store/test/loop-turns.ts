/** What work came to, how often the event loop had its turn meanwhile, and how long it waited for one at most, ms. */
export async function turnsDuring<Result>(
  work: Promise<Result>,
): Promise<{ result: Result; turns: number; longestMs: number }> {
  let [turns, longestMs, lastMs, done] = [0, 0, performance.now(), false];
  const took = () => {
    longestMs = Math.max(longestMs, performance.now() - lastMs);
    lastMs = performance.now();
  };
  const turn = () => {
    if (done) return;
    turns += 1;
    took();
    setImmediate(turn);
  };
  setImmediate(turn);
  const result = await work;
  done = true;
  took();
  return { result, turns, longestMs };
}
