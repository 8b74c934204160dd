/** US dollars per million tokens. */
export interface Price {
  readonly input: number;
  /** Input read from the provider's prompt cache. */
  readonly cached: number;
  /** Input written to the prompt cache; absent: as `input`. */
  readonly written?: number;
  readonly output: number;
}

/**
 * List prices by model (standard tier, prompts up to 272,000 tokens) from the provider's model pages and price list of
 * November 2026; for models older than gpt-5 only the input price was checked again. A comment gives the announced end
 * of a model. An unlisted model counts as 0 in `cost_usd`, which the service logs at start.
 */
export const PRICES: Readonly<Record<string, Price>> = {
  'gpt-6.1-sol': { input: 2, cached: 0.1, written: 2.5, output: 10 },
  'gpt-6.1-terra': { input: 1, cached: 0.05, written: 1.25, output: 5 },
  'gpt-6-astra': { input: 10, cached: 1, written: 12.5, output: 50 },
  'gpt-6-sol': { input: 2, cached: 0.2, written: 2.5, output: 10 },
  'gpt-6-luna': { input: 0.1, cached: 0.01, written: 0.125, output: 0.5 },
  'gpt-5.6-sol': { input: 4, cached: 0.4, written: 5, output: 20 },
  'gpt-5.6-terra': { input: 2, cached: 0.2, written: 2.5, output: 12 },
  'gpt-5.6-luna': { input: 0.2, cached: 0.02, written: 0.25, output: 1.2 },
  'gpt-5.5': { input: 5, cached: 0.5, output: 30 },
  'gpt-5.4': { input: 2.5, cached: 0.25, output: 15 },
  'gpt-5.4-mini': { input: 0.75, cached: 0.075, output: 4.5 },
  'gpt-5.4-nano': { input: 0.2, cached: 0.02, output: 1.25 }, // 2027-04-01
  'gpt-5.2': { input: 1.75, cached: 0.175, output: 14 },
  'gpt-5.1': { input: 1.25, cached: 0.125, output: 10 }, // 2027-04-01
  'gpt-5': { input: 1.25, cached: 0.125, output: 10 }, // 2026-12-11
  'gpt-5-mini': { input: 0.25, cached: 0.025, output: 2 }, // 2026-12-11
  'gpt-5-nano': { input: 0.05, cached: 0.005, output: 0.4 }, // 2026-12-11
  'gpt-4.1': { input: 2, cached: 0.5, output: 8 }, // 2027-01-14
  'gpt-4.1-mini': { input: 0.4, cached: 0.1, output: 1.6 }, // 2027-01-14
  'gpt-4o': { input: 2.5, cached: 1.25, output: 10 }, // 2027-01-14
  'gpt-4o-mini': { input: 0.15, cached: 0.075, output: 0.6 }, // 2027-01-14
};

/** Tokens of one call; `cached` and `written` are parts of `prompt`. */
export interface Tokens {
  readonly prompt: number;
  readonly cached: number;
  readonly written: number;
  readonly completion: number;
}

/** `gpt-4o-2024-11-20` is priced as `gpt-4o` unless listed itself. */
export function priceOf(model: string, prices: Readonly<Record<string, Price>> = PRICES): Price | undefined {
  const own = Object.hasOwn(prices, model) ? prices[model] : undefined;
  const family = model.replace(/-\d{4}-\d{2}-\d{2}$/, '');
  return own ?? (Object.hasOwn(prices, family) ? prices[family] : undefined);
}

/** Prices are whole millionths of a dollar per million tokens. */
const MICRO = 1e6;
const PER_MILLION = 1e6;

/** US dollars, exact: integers are added and divided once. */
export function costOf({ prompt, cached, written, completion }: Tokens, price: Price | undefined): number {
  if (!price) return 0;
  const read = Math.min(cached, prompt);
  const kept = Math.min(written, prompt - read);
  const micro = (tokens: number, usd: number): number => tokens * Math.round(usd * MICRO);
  const spent =
    micro(prompt - read - kept, price.input) +
    micro(read, price.cached) +
    micro(kept, price.written ?? price.input) +
    micro(completion, price.output);
  return spent / (MICRO * PER_MILLION);
}
