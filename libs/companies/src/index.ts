import { ACCOUNTS } from '#libs/coins';
import { AddSeatHandler } from './commands/add-seat.js';
import { ChangeSubscriptionHandler } from './commands/change-subscription.js';
import { IssueApiKeyHandler } from './commands/issue-api-key.js';
import { IssueCabinetAccessHandler } from './commands/issue-cabinet-access.js';
import { RegisterCompanyHandler } from './commands/register-company.js';
import { RegisterPartnerHandler } from './commands/register-partner.js';
import { RevokeApiKeyHandler } from './commands/revoke-api-key.js';
import { RevokeSeatHandler } from './commands/revoke-seat.js';
import { RotateWebhookSecretHandler } from './commands/rotate-webhook-secret.js';
import { UpdatePartnerHandler } from './commands/update-partner.js';
import { UseCabinetAccessHandler } from './commands/use-cabinet-access.js';
import { Companies } from './directory/companies.js';
import { Directory } from './directory/directory.js';
import { Partners } from './directory/partners.js';
import { AuthenticateKeyHandler } from './queries/authenticate-key.js';
import { FindPartnerHandler } from './queries/find-partner.js';
import { GetUsageHandler } from './queries/get-usage.js';
import { ListKeysHandler } from './queries/list-keys.js';
import { ListSeatsHandler } from './queries/list-seats.js';

export * from './commands/add-seat.js';
export * from './commands/change-subscription.js';
export * from './commands/issue-api-key.js';
export * from './commands/issue-cabinet-access.js';
export * from './commands/register-company.js';
export * from './commands/register-partner.js';
export * from './commands/revoke-api-key.js';
export * from './commands/revoke-seat.js';
export * from './commands/rotate-webhook-secret.js';
export * from './commands/update-partner.js';
export * from './commands/use-cabinet-access.js';
export { Companies } from './directory/companies.js';
export { Directory } from './directory/directory.js';
export { Partners } from './directory/partners.js';
export * from './domain/cabinet.js';
export { type CompanyState, company, companyStream, findSeat, type Seat, spendable } from './domain/company.js';
export { type PartnerState, partner, partnerStream } from './domain/partner.js';
export { hashKey } from './domain/secrets.js';
export type { SubscriptionInput } from './domain/subscription.js';
export * from './events/events.js';
export * from './queries/authenticate-key.js';
export * from './queries/find-partner.js';
export * from './queries/get-usage.js';
export * from './queries/list-keys.js';
export * from './queries/list-seats.js';

/** Handlers of this context; they need AGGREGATES, CLOCK, READ_MODELS and coins' handlers on the same command bus. */
export const companyProviders = [
  Companies,
  Partners,
  Directory,
  { provide: ACCOUNTS, useExisting: Companies },
  RegisterCompanyHandler,
  ChangeSubscriptionHandler,
  AddSeatHandler,
  RevokeSeatHandler,
  IssueCabinetAccessHandler,
  UseCabinetAccessHandler,
  RegisterPartnerHandler,
  UpdatePartnerHandler,
  RotateWebhookSecretHandler,
  IssueApiKeyHandler,
  RevokeApiKeyHandler,
  GetUsageHandler,
  AuthenticateKeyHandler,
  FindPartnerHandler,
  ListKeysHandler,
  ListSeatsHandler,
];
