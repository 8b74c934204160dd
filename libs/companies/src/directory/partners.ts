import { Inject, Injectable } from '@nestjs/common';
import {
  AGGREGATES,
  type Aggregates,
  type CommandContext,
  type HandleResult,
  type LoadOptions,
} from '#libs/event-store';
import { isId, notFound } from '#libs/kernel';
import { type PartnerCommand, type PartnerState, partner, partnerStream } from '../domain/partner.js';

/** Partners by their streams, as `Companies` has companies. */
@Injectable()
export class Partners {
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
    const owned = { ...context, metadata: { ...context.metadata, company_id, partner_id } };
    return this.aggregates.handle(partnerStream(partner_id), partner, command, owned);
  }
}
