import { Inject, Injectable } from '@nestjs/common';
import type { Account, Accounts } from '#libs/coins';
import {
  AGGREGATES,
  type Aggregates,
  type CommandContext,
  type HandleResult,
  type LoadOptions,
  withMetadata,
} from '#libs/event-store';
import { isId, notFound } from '#libs/kernel';
import type { SigningSecrets, WebhookSecrets } from '#libs/webhooks';
import {
  type CompanyCommand,
  type CompanyState,
  company,
  companyStream,
  findSeat,
  periodOf,
  spendable,
} from './domain/company.js';
import { type PartnerCommand, type PartnerState, partner, partnerStream, signingSecrets } from './domain/partner.js';

/** Companies by their streams; what is not there is read again before it is refused (design rule 1). */
@Injectable()
export class Companies implements Accounts {
  constructor(@Inject(AGGREGATES) private readonly aggregates: Aggregates) {}

  /** Undefined where there is no such company. */
  async find(companyId: string, options: { fresh?: boolean } = {}): Promise<CompanyState | undefined> {
    for (const fresh of isId('cmp', companyId) ? [options.fresh ?? false, true] : []) {
      const { state } = await this.aggregates.load(companyStream(companyId), company, { fresh });
      if (state.company_id !== undefined) return state;
    }
    return undefined;
  }

  /** @throws {Problem} `not_found` */
  async registered(companyId: string, options: { fresh?: boolean } = {}): Promise<CompanyState> {
    const state = await this.find(companyId, options);
    if (state) return state;
    throw notFound(`company ${companyId.slice(0, 80)}`);
  }

  /**
   * Decides a command on its company's stream.
   * @throws {Problem} `not_found`, unless it registers the company; what the decision refuses.
   */
  async handle(
    company_id: string,
    command: CompanyCommand,
    context: CommandContext,
  ): Promise<HandleResult<CompanyState>> {
    if (command.type !== 'RegisterCompany') await this.registered(company_id);
    return this.aggregates.handle(companyStream(company_id), company, command, withMetadata(context, { company_id }));
  }

  /** A seat that is there and not revoked, by id, then by title. */
  async findSeat(companyId: string, text: string): Promise<{ seat_id: number; title: string } | undefined> {
    for (const fresh of [false, true]) {
      const seat = findSeat(await this.registered(companyId, { fresh }), text);
      if (seat) return { seat_id: seat.seat_id, title: seat.title };
    }
    return undefined;
  }

  async account(companyId: string, now: Date, options?: { fresh?: boolean }): Promise<Account> {
    const state = await this.registered(companyId, options);
    return {
      company_id: companyId,
      period: periodOf(state),
      coins_included: state.subscription?.coins_included ?? 0,
      change: state.changes,
      refusal: spendable(state, now),
    };
  }
}

/** Partners by their streams, likewise. */
@Injectable()
export class Partners implements WebhookSecrets {
  constructor(@Inject(AGGREGATES) private readonly aggregates: Aggregates) {}

  /** Undefined where there is no such partner. */
  async find(partnerId: string, options: LoadOptions = {}): Promise<PartnerState | undefined> {
    for (const fresh of isId('prt', partnerId) ? [options.fresh ?? false, true] : []) {
      const { state } = await this.aggregates.load(partnerStream(partnerId), partner, { ...options, fresh });
      if (state.partner_id !== undefined) return state;
    }
    return undefined;
  }

  /** @throws {Problem} `not_found` */
  async registered(partnerId: string): Promise<PartnerState> {
    const state = await this.find(partnerId);
    if (state) return state;
    throw notFound(`partner ${partnerId.slice(0, 80)}`);
  }

  /** The partner-wide webhook address; undefined where none is set. */
  async webhookAddress(partnerId: string, options?: Pick<LoadOptions, 'until'>): Promise<string | undefined> {
    return (await this.find(partnerId, options))?.webhook_url;
  }

  async signingSecrets(partnerId: string, now: Date): Promise<SigningSecrets | undefined> {
    const state = await this.find(partnerId);
    return state && signingSecrets(state, now);
  }

  /**
   * Decides a command on its partner's stream.
   * @throws {Problem} `not_found`, unless it registers the partner; what the decision refuses.
   */
  async handle(
    partner_id: string,
    command: PartnerCommand,
    context: CommandContext,
  ): Promise<HandleResult<PartnerState>> {
    const { company_id } = command.type === 'RegisterPartner' ? command : await this.registered(partner_id);
    const owned = withMetadata(context, { company_id, partner_id });
    return this.aggregates.handle(partnerStream(partner_id), partner, command, owned);
  }
}
