import { ACCOUNTS } from '#libs/coins';
import { AddSeatHandler } from './commands/add-seat.js';
import { CreateCompanyHandler } from './commands/create-company.js';
import { CreatePartnerHandler } from './commands/create-partner.js';
import { IssueAccessHandler } from './commands/issue-access.js';
import { IssueKeyHandler } from './commands/issue-key.js';
import { RevokeKeyHandler } from './commands/revoke-key.js';
import { RevokeSeatHandler } from './commands/revoke-seat.js';
import { RotateSecretHandler } from './commands/rotate-secret.js';
import { SubscribeHandler } from './commands/subscribe.js';
import { UpdatePartnerHandler } from './commands/update-partner.js';
import { UseAccessHandler } from './commands/use-access.js';
import { Companies } from './directory/companies.js';
import { Directory } from './directory/directory.js';
import { Partners } from './directory/partners.js';
import { AuthenticateKeyHandler } from './queries/authenticate-key.js';
import { FindPartnerHandler } from './queries/find-partner.js';
import { GetUsageHandler } from './queries/get-usage.js';
import { ListKeysHandler } from './queries/list-keys.js';
import { ListSeatsHandler } from './queries/list-seats.js';

export * from './cabinet.js';
export * from './commands/add-seat.js';
export * from './commands/create-company.js';
export * from './commands/create-partner.js';
export * from './commands/issue-access.js';
export * from './commands/issue-key.js';
export * from './commands/revoke-key.js';
export * from './commands/revoke-seat.js';
export * from './commands/rotate-secret.js';
export * from './commands/subscribe.js';
export * from './commands/update-partner.js';
export * from './commands/use-access.js';
export { type CompanyState, company, companyStream, findSeat, type Seat, spendable } from './company.js';
export { Companies } from './directory/companies.js';
export { Directory } from './directory/directory.js';
export { Partners } from './directory/partners.js';
export * from './events.js';
export { type PartnerState, partner, partnerStream } from './partner.js';
export * from './queries/authenticate-key.js';
export * from './queries/find-partner.js';
export * from './queries/get-usage.js';
export * from './queries/list-keys.js';
export * from './queries/list-seats.js';
export { hashKey } from './secrets.js';
export type { SubscriptionWish } from './subscription.js';

/** Handlers of this context; they need AGGREGATES, CLOCK, READ_MODELS and coins' handlers on the same command bus. */
export const companyProviders = [
  Companies,
  Partners,
  Directory,
  { provide: ACCOUNTS, useExisting: Companies },
  CreateCompanyHandler,
  SubscribeHandler,
  AddSeatHandler,
  RevokeSeatHandler,
  IssueAccessHandler,
  UseAccessHandler,
  CreatePartnerHandler,
  UpdatePartnerHandler,
  RotateSecretHandler,
  IssueKeyHandler,
  RevokeKeyHandler,
  GetUsageHandler,
  AuthenticateKeyHandler,
  FindPartnerHandler,
  ListKeysHandler,
  ListSeatsHandler,
];
