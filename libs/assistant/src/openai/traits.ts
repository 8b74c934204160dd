/** What a request to a family of models may say beyond what every server takes. */
export interface Traits {
  /** Thinks before it answers: takes `reasoning_effort`, and refuses a temperature. */
  readonly reasons: boolean;
  /** Takes a temperature. */
  readonly cools: boolean;
  /** Takes a key that brings calls with the same beginning to the same prompt cache. */
  readonly routesCache: boolean;
  /**
   * Keeps a prompt's beginning only where it is marked, and takes 1.25 times the price for keeping: unmarked, every turn
   * would pay for a copy that no other turn can use.
   */
  readonly marksCache: boolean;
}

/** Also behind a router that puts the provider's name before the model's. */
const GPT = /(?:^|\/)gpt-(\d)(?:\.(\d))?(?!\d)/;
const O_SERIES = /(?:^|\/)o\d/;

/**
 * By the model's name (the provider's guides on reasoning and caching). What is unknown, an alias of any of these maybe,
 * takes what every server takes and no more: one field too many and it would answer nothing at all.
 */
export function traitsOf(model: string): Traits {
  const [, major = '0', minor = '0'] = GPT.exec(model) ?? [];
  const version = Number(major) * 10 + Number(minor);
  const isOSeries = O_SERIES.test(model);
  const reasons = (version >= 50 && !model.includes('-chat')) || isOSeries;
  return {
    reasons,
    cools: version >= 40 && !reasons,
    routesCache: version >= 40 || isOSeries,
    marksCache: version >= 56,
  };
}

/** What is taken for granted of a model that nothing is known of. */
export const UNKNOWN: Traits = { reasons: false, cools: false, routesCache: false, marksCache: false };

export const isPlainest = (traits: Traits): boolean => Object.values(traits).every((has) => !has);
