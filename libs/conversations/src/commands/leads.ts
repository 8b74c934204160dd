import { Inject, Injectable } from '@nestjs/common';
import { AGGREGATES, type Aggregates, type CommandContext, EVENT_STORE, type EventStore } from '#libs/event-store';
import { INSTALLATION_KEY, type InstallationKey } from '#libs/kernel';
import { isKeyedLeadStream, lead, leadStream, unkeyedLeadStream } from '../domain/lead.js';
import type { LeadClaim } from '../events/lead-and-card-events.js';

/**
 * Whose a lead is: claims by a partner's `external_id`. A store of before names were keyed has claims under their old
 * names; those hold until they are freed, and new claims are made under keyed names alone.
 */
@Injectable()
export class Leads {
  private readonly key: Uint8Array;
  private unkeyed: Promise<boolean> | undefined;

  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'readAll'>,
    @Inject(INSTALLATION_KEY) installationKey: InstallationKey,
  ) {
    this.key = installationKey.derive('lead-streams');
  }

  /** The claim that stands: this one, or an earlier one. Undefined where it was freed at that moment. */
  async claim(externalId: string, claim: LeadClaim, context: CommandContext): Promise<LeadClaim | undefined> {
    const earlier = await this.unkeyedClaim(claim.partner_id, externalId);
    if (earlier) return earlier;
    const stream = leadStream(this.key, claim.partner_id, externalId);
    return (await this.aggregates.handle(stream, lead, { type: 'ClaimLead', claim }, context)).state.claim;
  }

  /** Does nothing where another conversation has claimed it since. */
  async free(partnerId: string, externalId: string, conversationId: string, context: CommandContext): Promise<void> {
    const earlier = await this.unkeyedClaim(partnerId, externalId);
    const stream =
      earlier?.conversation_id === conversationId
        ? unkeyedLeadStream(partnerId, externalId)
        : leadStream(this.key, partnerId, externalId);
    await this.aggregates.handle(stream, lead, { type: 'FreeLead', conversation_id: conversationId }, context);
  }

  private async unkeyedClaim(partnerId: string, externalId: string): Promise<LeadClaim | undefined> {
    this.unkeyed ??= this.hasUnkeyed();
    if (!(await this.unkeyed)) return undefined;
    return (await this.aggregates.load(unkeyedLeadStream(partnerId, externalId), lead)).state.claim;
  }

  /** Names are keyed from some event on, so the first claim of the store tells. */
  private async hasUnkeyed(): Promise<boolean> {
    try {
      for await (const { stream } of this.events.readAll({ filter: { types: ['LeadClaimed'] } })) {
        return !isKeyedLeadStream(stream);
      }
      return false;
    } catch (error) {
      this.unkeyed = undefined;
      throw error;
    }
  }
}
