import { hash } from 'node:crypto';
import type { Decider, DomainEvent } from '#libs/event-store';
import { derivedUuid } from '#libs/kernel';
import type { LeadClaim, LeadEvent } from '../events/lead-and-card-events.js';

/**
 * Uniqueness of `external_id` within a partner. A claim names the conversation before it is there: whoever meets a claim
 * without its conversation starts it, so a crash between the two is completed by the next caller.
 */
export interface LeadState {
  readonly claim?: LeadClaim;
}

export type LeadCommand =
  | { readonly type: 'ClaimLead'; readonly claim: LeadClaim }
  | { readonly type: 'FreeLead'; readonly conversation_id: string };

export const lead: Decider<LeadState, LeadCommand, LeadEvent & DomainEvent> = {
  initial: {},
  decide(command, state) {
    if (command.type === 'ClaimLead') return state.claim ? [] : [{ type: 'LeadClaimed', data: command.claim }];
    if (state.claim?.conversation_id !== command.conversation_id) return [];
    return [
      {
        type: 'LeadFreed',
        data: { conversation_id: command.conversation_id },
        id: derivedUuid(command.conversation_id, 'lead-freed'),
      },
    ];
  },
  evolve(_state, event) {
    switch (event.type) {
      case 'LeadClaimed':
        return { claim: event.data };
      case 'LeadFreed':
        return {};
    }
  },
};

/** Stream of a lead: the partner's id and a hash, so that no lead id stands in a stream's name. */
export function leadStream(partnerId: string, externalId: string): string {
  return `lead-${partnerId}-${hash('sha256', externalId, 'hex').slice(0, 32)}`;
}
