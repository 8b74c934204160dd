export * from './commands/add-seat.js';
export * from './commands/change-subscription.js';
export * from './commands/close-cabinet-session.js';
export * from './commands/issue-api-key.js';
export * from './commands/issue-cabinet-access.js';
export * from './commands/open-cabinet-session.js';
export * from './commands/register-company.js';
export * from './commands/register-partner.js';
export * from './commands/revoke-api-key.js';
export * from './commands/revoke-seat.js';
export * from './commands/rotate-webhook-secret.js';
export * from './commands/update-partner.js';
export * from './companies.module.js';
export * from './contract.js';
export { Companies, Partners } from './directory.js';
export { type CabinetSession, cabinetUrl } from './domain/cabinet-access.js';
export type { SubscriptionInput } from './domain/company.js';
export {
  type CompanyState,
  company,
  companyStream,
  findSeat,
  type Seat,
  spendable,
} from './domain/company.js';
export { hashKey, type PartnerState, partner, partnerStream } from './domain/partner.js';
export * from './queries/authenticate-key.js';
export * from './queries/authenticate-session.js';
export * from './queries/get-usage.js';
export * from './queries/list-keys.js';
export * from './queries/list-seats.js';
