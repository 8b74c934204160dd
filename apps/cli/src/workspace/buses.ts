import type { Command, Query } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import type { Environment } from '#libs/platform';

type Companies = typeof import('#libs/companies');

/** The service's own command and query buses, for one command line. */
export interface Buses {
  readonly environment: Environment;
  /** Carries out a command as `cli`; resolves once the read models show what it stored. */
  write<Result extends { position: bigint | undefined }>(
    make: (context: CommandContext) => Command<Result>,
  ): Promise<Result>;
  ask<Result>(query: Query<Result>): Promise<Result>;
}

/**
 * Carries out a command or a query of companies. What it takes is imported only then: the command line starts without it.
 */
export async function withCompanies<Result>(work: (tools: Companies & Buses) => Promise<Result>): Promise<Result> {
  const [companies, { withBuses }] = await Promise.all([import('#libs/companies'), import('./application.js')]);
  return withBuses((buses) => work({ ...companies, ...buses }));
}
