import { isIP } from 'node:net';
import type { WebhookSettings } from '../ports.js';
import { isPublicAddress } from './forbidden-networks.js';

/** Which addresses an installation lets its partners name. */
export type WebhookAddresses = Pick<WebhookSettings, 'allowPrivate' | 'ownHost'>;

/** Characters of a `webhook_url` (contract.md). */
const MAX_LENGTH = 2_048;
/** Ports that a public receiver may listen on. */
const PORTS = new Set(['', '443', '8443']);
const LOCAL_NAMES = new Set(['localhost', 'metadata', 'metadata.google.internal']);

/**
 * Why a webhook address cannot be saved, as one English clause; undefined when it can. What the name resolves to is
 * vetted again for each connection (egress.ts).
 */
export function addressProblem(text: string, settings: WebhookAddresses): string | undefined {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters`;
  if (hasControlOrSpace(text)) return 'must not hold spaces or control characters';
  if (!URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(settings.allowPrivate && url.protocol === 'http:')) {
    return settings.allowPrivate ? 'must be an http or https URL' : 'must be an https URL';
  }
  if (url.username !== '' || url.password !== '') return 'must not hold a user or a password';
  if (url.hostname === '') return 'must name a host';
  if (settings.allowPrivate) return undefined;
  if (!PORTS.has(url.port)) return 'must use port 443 or 8443';
  return hostProblem(url.hostname.replace(/\.$/, ''), settings.ownHost);
}

function hostProblem(host: string, ownHost: string | undefined): string | undefined {
  const bare = host.startsWith('[') ? host.slice(1, -1) : host;
  if (isIP(bare) !== 0) return isPublicAddress(bare) ? undefined : `must not point to the private address ${bare}`;
  if (LOCAL_NAMES.has(host) || host.endsWith('.localhost') || host === ownHost) return `must not point to ${host}`;
  return undefined;
}

function hasControlOrSpace(text: string): boolean {
  for (const character of text) {
    if (character <= ' ' || character === '\u007f') return true;
  }
  return false;
}
