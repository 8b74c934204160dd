import { Global, Module } from '@nestjs/common';
import { ACCOUNTS } from '#libs/coins';
import { AddSeatHandler } from './commands/add-seat.js';
import { ChangeSubscriptionHandler } from './commands/change-subscription.js';
import { CloseCabinetSessionHandler } from './commands/close-cabinet-session.js';
import { IssueApiKeyHandler } from './commands/issue-api-key.js';
import { IssueCabinetAccessHandler } from './commands/issue-cabinet-access.js';
import { OpenCabinetSessionHandler } from './commands/open-cabinet-session.js';
import { RegisterCompanyHandler } from './commands/register-company.js';
import { RegisterPartnerHandler } from './commands/register-partner.js';
import { RenameSeatHandler } from './commands/rename-seat.js';
import { RevokeApiKeyHandler } from './commands/revoke-api-key.js';
import { RevokeSeatHandler } from './commands/revoke-seat.js';
import { RotateWebhookSecretHandler } from './commands/rotate-webhook-secret.js';
import { UpdatePartnerHandler } from './commands/update-partner.js';
import { Companies, Partners } from './directory.js';
import { RetirePreviousSecrets } from './processes/retire-previous-secrets.js';
import { AuthenticateKeyHandler, IsKeyValidHandler } from './queries/authenticate-key.js';
import { AuthenticateSessionHandler } from './queries/authenticate-session.js';
import { GetBalanceHandler } from './queries/get-balance.js';
import { GetUsageHandler } from './queries/get-usage.js';
import { ListDaysHandler } from './queries/list-days.js';
import { ListKeysHandler } from './queries/list-keys.js';
import { ListPartnersHandler } from './queries/list-partners.js';
import { ListSeatsHandler } from './queries/list-seats.js';

/** Companies, their partners and keys. Global, because it implements ACCOUNTS for coins, which may not import it. */
@Global()
@Module({
  providers: [
    Companies,
    Partners,
    { provide: ACCOUNTS, useExisting: Companies },
    AddSeatHandler,
    ChangeSubscriptionHandler,
    CloseCabinetSessionHandler,
    IssueApiKeyHandler,
    IssueCabinetAccessHandler,
    OpenCabinetSessionHandler,
    RegisterCompanyHandler,
    RegisterPartnerHandler,
    RenameSeatHandler,
    RevokeApiKeyHandler,
    RevokeSeatHandler,
    RotateWebhookSecretHandler,
    UpdatePartnerHandler,
    AuthenticateKeyHandler,
    AuthenticateSessionHandler,
    IsKeyValidHandler,
    GetBalanceHandler,
    GetUsageHandler,
    ListDaysHandler,
    ListKeysHandler,
    ListPartnersHandler,
    ListSeatsHandler,
    RetirePreviousSecrets,
  ],
  exports: [ACCOUNTS, Companies, Partners],
})
export class CompaniesModule {}
