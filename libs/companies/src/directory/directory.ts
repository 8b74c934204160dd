import { Inject, Injectable } from '@nestjs/common';
import type { LoadOptions } from '#libs/event-store';
import { findSeat } from '../domain/company.js';
import { Companies } from './companies.js';
import { Partners } from './partners.js';

/** What other contexts ask of companies and partners, decided on their streams (design rule 1). */
@Injectable()
export class Directory {
  constructor(
    @Inject(Companies) private readonly companies: Companies,
    @Inject(Partners) private readonly partners: Partners,
  ) {}

  /** The partner-wide webhook address, undefined where none is set. */
  async webhookAddress(partnerId: string, options?: Pick<LoadOptions, 'until'>): Promise<string | undefined> {
    return (await this.partners.find(partnerId, options))?.webhook_url;
  }

  /** What the partner's webhooks are signed with. */
  async webhookSecret(partnerId: string): Promise<string | undefined> {
    return (await this.partners.find(partnerId))?.webhook_secret;
  }

  /** A seat that is there and not revoked, by id, then by title; the company is read again before it is refused. */
  async findSeat(companyId: string, text: string): Promise<{ seat_id: number; title: string } | undefined> {
    for (const fresh of [false, true]) {
      const seat = findSeat(await this.companies.registered(companyId, { fresh }), text);
      if (seat) return { seat_id: seat.seat_id, title: seat.title };
    }
    return undefined;
  }
}
