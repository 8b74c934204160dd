import { hash, randomBytes } from 'node:crypto';

/** What a link of access lets its bearer see. */
export const cabinetRoles = ['owner', 'auditor', 'workplace'] as const;
export type CabinetRole = (typeof cabinetRoles)[number];

/** The bare address of a company's cabinet: it carries no credential (contract.md). `base`: PUBLIC_URL. */
export function cabinetUrl(base: string, companyId: string): string {
  return `${base.replace(/\/+$/, '')}/cabinet/${companyId}`;
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
