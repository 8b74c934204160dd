import prices from '../../data/prices.json' with { type: 'json' };

/** US dollars per million tokens. */
export interface Price {
  readonly input: number;
  /** Input read from the provider's prompt cache. */
  readonly cached: number;
  /** Input written to the prompt cache; absent: as `input`. */
  readonly written?: number;
  readonly output: number;
}

/** List prices by model. An unlisted model counts as 0 in `cost_usd`, which the service logs at start. */
export const PRICES: Readonly<Record<string, Price>> = prices.models;

/** Tokens of one call; `cached` and `written` are parts of `prompt`. */
export interface Tokens {
  readonly prompt: number;
  readonly cached: number;
  readonly written: number;
  readonly completion: number;
}

/** `gpt-4o-2024-11-20` is priced as `gpt-4o` unless listed itself. */
export function priceOf(model: string, list: Readonly<Record<string, Price>> = PRICES): Price | undefined {
  const own = Object.hasOwn(list, model) ? list[model] : undefined;
  const family = model.replace(/-\d{4}-\d{2}-\d{2}$/, '');
  return own ?? (Object.hasOwn(list, family) ? list[family] : undefined);
}

const MILLION = 1e6;

/** US dollars, exact: prices are whole millionths of a dollar, so integers are added and divided once. */
export function costOf({ prompt, cached, written, completion }: Tokens, price: Price | undefined): number {
  if (!price) return 0;
  const read = Math.min(cached, prompt);
  const kept = Math.min(written, prompt - read);
  const micro = (tokens: number, usd: number): number => tokens * Math.round(usd * MILLION);
  const spent =
    micro(prompt - read - kept, price.input) +
    micro(read, price.cached) +
    micro(kept, price.written ?? price.input) +
    micro(completion, price.output);
  return spent / MILLION ** 2;
}
