import { createHmac, hash } from 'node:crypto';
import type { Decider, DomainEvent } from '#libs/event-store';
import { derivedUuid } from '#libs/kernel';
import type { LeadClaim, LeadEvent } from '../events/lead-and-card-events.js';

/**
 * Uniqueness of `external_id` within a partner. A claim names the conversation before it is there: whoever meets a claim
 * without its conversation starts it, so a crash between the two is completed by the next caller.
 */
export interface LeadState {
  readonly claim?: LeadClaim;
  /** Claims so far: a restored conversation may claim and free its lead a second time. */
  readonly claims: number;
}

export type LeadCommand =
  | { readonly type: 'ClaimLead'; readonly claim: LeadClaim }
  | { readonly type: 'FreeLead'; readonly conversation_id: string };

export const lead: Decider<LeadState, LeadCommand, LeadEvent & DomainEvent> = {
  initial: { claims: 0 },
  decide(command, state) {
    if (command.type === 'ClaimLead') return state.claim ? [] : [{ type: 'LeadClaimed', data: command.claim }];
    if (state.claim?.conversation_id !== command.conversation_id) return [];
    return [
      {
        type: 'LeadFreed',
        data: { conversation_id: command.conversation_id },
        id: derivedUuid(command.conversation_id, `lead-freed:${state.claims}`),
      },
    ];
  },
  evolve({ claims }, event) {
    switch (event.type) {
      case 'LeadClaimed':
        return { claim: event.data, claims: claims + 1 };
      case 'LeadFreed':
        return { claims };
    }
  },
};

/**
 * Stream of a lead. A lead id is often a telephone number, and a plain hash of one is found by trying them all: so the name
 * is an HMAC under a key of the installation (`InstallationKey`, purpose `lead-streams`).
 */
export function leadStream(key: Uint8Array, partnerId: string, externalId: string): string {
  const code = createHmac('sha256', key).update(externalId).digest('hex');
  return `lead-${partnerId}-${code.slice(0, 40)}`;
}

/** The name that a lead's stream had before names were keyed. */
export function unkeyedLeadStream(partnerId: string, externalId: string): string {
  return `lead-${partnerId}-${hash('sha256', externalId, 'hex').slice(0, 32)}`;
}

export function isKeyedLeadStream(stream: string): boolean {
  return /-[0-9a-f]{40}$/.test(stream);
}
