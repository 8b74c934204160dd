import { hash, randomBytes } from 'node:crypto';
import type { Decider, DomainEvent } from '#libs/event-store';
import { notFound } from '#libs/kernel';
import type { SigningSecrets, WebhookAddresses } from '#libs/webhooks';
import type { PartnerEvent } from '../events/partner-events.js';
import { named, webhookAddress } from './operator-input.js';

export interface ApiKey {
  readonly key_id: string;
  readonly key_hash: string;
  readonly revoked: boolean;
}

export interface PreviousSecret {
  readonly webhook_secret: string;
  /** ISO 8601. */
  readonly until: string;
}

export interface PartnerState {
  /** Undefined while the partner is not registered. */
  readonly partner_id?: string;
  readonly company_id: string;
  readonly name: string;
  /** Where outcomes go unless a conversation says otherwise. */
  readonly webhook_url?: string;
  readonly webhook_secret: string;
  /** Secrets that were replaced and sign beside it for a while, newest first. */
  readonly previous: readonly PreviousSecret[];
  readonly keys: readonly ApiKey[];
}

/** Keys arrive as hashes and secrets ready-made: random numbers are drawn by the command handlers. */
export type PartnerCommand =
  | {
      readonly type: 'RegisterPartner';
      readonly partner_id: string;
      readonly company_id: string;
      readonly name: string;
      readonly webhook_url?: string | undefined;
      readonly allowed: WebhookAddresses;
      readonly webhook_secret: string;
      /** The first one. */
      readonly key: { readonly key_id: string; readonly key_hash: string };
    }
  /** What is left out stays; an empty `webhook_url` takes the address away. */
  | {
      readonly type: 'UpdatePartner';
      readonly name?: string | undefined;
      readonly webhook_url?: string | undefined;
      readonly allowed: WebhookAddresses;
    }
  | { readonly type: 'RotateWebhookSecret'; readonly webhook_secret: string; readonly now: Date }
  | { readonly type: 'RetirePreviousSecrets'; readonly now: Date }
  | { readonly type: 'IssueApiKey'; readonly key_id: string; readonly key_hash: string }
  | { readonly type: 'RevokeApiKey'; readonly key_id: string };

export type PartnerDomainEvent = PartnerEvent & Pick<DomainEvent, 'id' | 'metadata'>;

/** For so long a replaced secret signs beside the new one, ms: receivers are changed over without a pause. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60_000;
/** Secrets that sign beside the current one: a verifier looks at no more than eight signatures. */
const MAX_PREVIOUS = 7;

const UNREGISTERED: PartnerState = { company_id: '', name: '', webhook_secret: '', previous: [], keys: [] };

/** A partner: its name, API keys, webhook address and secret. */
export const partner: Decider<PartnerState, PartnerCommand, PartnerDomainEvent> = {
  initial: UNREGISTERED,
  decide,
  evolve,
};

export function partnerStream(partnerId: string): string {
  return `partner-${partnerId}`;
}

/** The key, if it is this partner's and not revoked. */
export function validKey(state: PartnerState, keyHash: string): ApiKey | undefined {
  return state.keys.find(({ key_hash, revoked }) => key_hash === keyHash && !revoked);
}

/** What a webhook that is sent now is signed with. */
export function signingSecrets({ webhook_secret, previous }: PartnerState, now: Date): SigningSecrets {
  const still = previous.filter((one) => !isOver(one, now));
  return { current: webhook_secret, previous: still.map((one) => one.webhook_secret) };
}

function isOver({ until }: PreviousSecret, now: Date): boolean {
  return until <= now.toISOString();
}

function decide(command: PartnerCommand, state: PartnerState): readonly PartnerDomainEvent[] {
  if (command.type === 'RegisterPartner') return register(command, state);
  const { partner_id } = state;
  if (partner_id === undefined) throw notFound('partner');
  switch (command.type) {
    case 'UpdatePartner':
      return [...rename(partner_id, state, command.name), ...move(partner_id, state, command)];
    case 'RotateWebhookSecret':
      return [...retire(partner_id, state, command.now), rotate(partner_id, command)];
    case 'RetirePreviousSecrets':
      return retire(partner_id, state, command.now);
    case 'IssueApiKey': {
      const { key_id, key_hash } = command;
      const known = state.keys.some((key) => key.key_id === key_id);
      return known ? [] : [{ type: 'ApiKeyIssued', data: { partner_id, key_id, key_hash } }];
    }
    case 'RevokeApiKey': {
      const key = state.keys.find(({ key_id }) => key_id === command.key_id);
      if (!key) throw notFound(`key ${command.key_id}`);
      return key.revoked ? [] : [{ type: 'ApiKeyRevoked', data: { partner_id, key_id: key.key_id } }];
    }
  }
}

function register(
  command: Extract<PartnerCommand, { type: 'RegisterPartner' }>,
  state: PartnerState,
): readonly PartnerDomainEvent[] {
  if (state.partner_id !== undefined) return [];
  const { partner_id, company_id, webhook_url, allowed, webhook_secret, key } = command;
  const address = webhook_url ? { webhook_url: webhookAddress(webhook_url, allowed) } : {};
  const name = named('name', command.name);
  return [
    { type: 'PartnerRegistered', data: { partner_id, company_id, name, ...address, webhook_secret } },
    { type: 'ApiKeyIssued', data: { partner_id, ...key } },
  ];
}

function rename(partner_id: string, state: PartnerState, to: string | undefined): readonly PartnerDomainEvent[] {
  if (to === undefined) return [];
  const name = named('name', to);
  return name === state.name ? [] : [{ type: 'PartnerRenamed', data: { partner_id, name } }];
}

function move(
  partner_id: string,
  state: PartnerState,
  { webhook_url: to, allowed }: Extract<PartnerCommand, { type: 'UpdatePartner' }>,
): readonly PartnerDomainEvent[] {
  if (to === undefined) return [];
  const webhook_url = to.trim() === '' ? undefined : webhookAddress(to, allowed);
  if (webhook_url === state.webhook_url) return [];
  return [{ type: 'WebhookAddressChanged', data: { partner_id, ...(webhook_url !== undefined && { webhook_url }) } }];
}

function rotate(
  partner_id: string,
  { webhook_secret, now }: Extract<PartnerCommand, { type: 'RotateWebhookSecret' }>,
): PartnerDomainEvent {
  const previous_until = new Date(now.getTime() + SECRET_OVERLAP_MS).toISOString();
  return { type: 'WebhookSecretRotated', data: { partner_id, webhook_secret, previous_until } };
}

function retire(partner_id: string, { previous }: PartnerState, now: Date): readonly PartnerDomainEvent[] {
  if (!previous.some((one) => isOver(one, now))) return [];
  return [{ type: 'PreviousSecretsRetired', data: { partner_id, until: now.toISOString() } }];
}

function evolve(state: PartnerState, { type, data }: PartnerDomainEvent): PartnerState {
  switch (type) {
    case 'PartnerRegistered':
      return { ...data, previous: [], keys: state.keys };
    case 'PartnerRenamed':
      return { ...state, name: data.name };
    case 'ApiKeyIssued':
      return { ...state, keys: [...state.keys, { key_id: data.key_id, key_hash: data.key_hash, revoked: false }] };
    case 'ApiKeyRevoked':
      return {
        ...state,
        keys: state.keys.map((key) => (key.key_id === data.key_id ? { ...key, revoked: true } : key)),
      };
    case 'WebhookAddressChanged': {
      const { webhook_url: _, ...without } = state;
      return data.webhook_url === undefined ? without : { ...without, webhook_url: data.webhook_url };
    }
    case 'WebhookSecretRotated':
      return { ...state, webhook_secret: data.webhook_secret, previous: withReplaced(state, data.previous_until) };
    case 'PreviousSecretsRetired':
      return { ...state, previous: state.previous.filter(({ until }) => until > data.until) };
  }
}

function withReplaced({ webhook_secret, previous }: PartnerState, until: string | null): readonly PreviousSecret[] {
  return until === null ? [] : [{ webhook_secret, until }, ...previous].slice(0, MAX_PREVIOUS);
}

/** Prefix of every API key (spec.md, Authentication). */
export const keyPrefix = 'pk_';
/** 40 characters of 62: 238 bits. Nobody guesses one, so a plain SHA-256 keeps it as well as a slow hash would. */
const RANDOM_CHARACTERS = 40;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new API key; shown once, kept only as `hashKey` of it. */
export function newApiKey(): string {
  return keyPrefix + randomText();
}

/** A new secret for webhook signatures; kept as it is, because signing needs it. */
export function newWebhookSecret(): string {
  return `whsec_${randomText()}`;
}

/** A new token of a link that signs in to the cabinet once; kept only as `hashKey` of it. */
export function newAccessToken(): string {
  return randomText();
}

/** SHA-256, hexadecimal. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Whether a text can be an API key of ours at all: what cannot costs no look-up. */
export function isApiKey(text: string): boolean {
  return text.length === keyPrefix.length + RANDOM_CHARACTERS && /^pk_[0-9A-Za-z]+$/.test(text);
}

/** Bytes that would favour the first characters of the alphabet are thrown away. */
function randomText(): string {
  let text = '';
  while (text.length < RANDOM_CHARACTERS) {
    for (const byte of randomBytes(RANDOM_CHARACTERS)) {
      if (byte < 248 && text.length < RANDOM_CHARACTERS) text += ALPHABET[byte % 62];
    }
  }
  return text;
}
