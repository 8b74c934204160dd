import type { Buses } from './buses.js';

type Companies = typeof import('#libs/companies');

/**
 * Carries out a command or a query of companies. What it takes is imported only then: the command line starts without it.
 */
export async function withCompanies<Result>(work: (tools: Companies & Buses) => Promise<Result>): Promise<Result> {
  const [companies, { withBuses }] = await Promise.all([import('#libs/companies'), import('./buses.js')]);
  return withBuses((buses) => work({ ...companies, ...buses }));
}
