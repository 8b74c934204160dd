import { Inject, Injectable } from '@nestjs/common';
import { AGGREGATES, type Aggregates } from '#libs/event-store';
import { isId, notFound } from '#libs/kernel';
import { type PartnerState, partner, partnerStream } from '../domain/partner.js';

/** Reads partners from their streams, as `Companies` reads companies. */
@Injectable()
export class Partners {
  constructor(@Inject(AGGREGATES) private readonly aggregates: Aggregates) {}

  /** Undefined where there is no such partner. */
  async find(partnerId: string, options: { fresh?: boolean } = {}): Promise<PartnerState | undefined> {
    for (const fresh of isId('prt', partnerId) ? [options.fresh ?? false, true] : []) {
      const { state } = await this.aggregates.load(partnerStream(partnerId), partner, { fresh });
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
}
