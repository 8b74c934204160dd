/** US dollars for a million tokens. `cached` is input that the provider had in its prompt cache. */
export interface Price {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/**
 * List prices of models by name (source: the provider's public price list, standard tier). A model that is not here costs
 * nothing in `cost_usd` until `prices` of the assistant's options names it.
 */
export const PRICES: Readonly<Record<string, Price>> = {
  'gpt-4o': { input: 2.5, cached: 1.25, output: 10 },
  'gpt-4o-mini': { input: 0.15, cached: 0.075, output: 0.6 },
  'gpt-4.1': { input: 2, cached: 0.5, output: 8 },
  'gpt-4.1-mini': { input: 0.4, cached: 0.1, output: 1.6 },
  'gpt-4.1-nano': { input: 0.1, cached: 0.025, output: 0.4 },
  'gpt-5': { input: 1.25, cached: 0.125, output: 10 },
  'gpt-5-mini': { input: 0.25, cached: 0.025, output: 2 },
  'gpt-5-nano': { input: 0.05, cached: 0.005, output: 0.4 },
  'o4-mini': { input: 1.1, cached: 0.275, output: 4.4 },
};

/** Tokens of one call; `cached` is a part of `prompt`. */
export interface Tokens {
  readonly prompt: number;
  readonly cached: number;
  readonly completion: number;
}

/** `gpt-4o-2024-11-20` is priced as `gpt-4o` unless it has a price of its own. */
export function priceOf(model: string, prices: Readonly<Record<string, Price>> = PRICES): Price | undefined {
  const own = Object.hasOwn(prices, model) ? prices[model] : undefined;
  const family = model.replace(/-\d{4}-\d{2}-\d{2}$/, '');
  return own ?? (Object.hasOwn(prices, family) ? prices[family] : undefined);
}

/** Prices are whole millionths of a dollar for a million tokens. */
const MICRO = 1e6;
const PER_MILLION = 1e6;

/** US dollars, exact: whole numbers are added and divided once. */
export function costOf({ prompt, cached, completion }: Tokens, price: Price | undefined): number {
  if (!price) return 0;
  const known = Math.min(cached, prompt);
  const micro = (usd: number): number => Math.round(usd * MICRO);
  const spent = (prompt - known) * micro(price.input) + known * micro(price.cached) + completion * micro(price.output);
  return spent / (MICRO * PER_MILLION);
}
