import { Problem } from '#libs/kernel';

const MAX_LENGTH = 2_048;

/**
 * A partner-wide webhook address as given. Whether it may be reached is decided when it is called, against the address
 * that its name resolves to then.
 * @throws {Problem} `invalid_request` unless it is an http or https URL of at most 2,048 characters (contract.md)
 */
export function webhookAddress(text: string): string {
  const address = text.trim();
  const protocol = address.length <= MAX_LENGTH && URL.canParse(address) ? new URL(address).protocol : undefined;
  if (protocol === 'http:' || protocol === 'https:') return address;
  throw new Problem(
    'invalid_request',
    `webhook_url is ${JSON.stringify(text.slice(0, 80))}; an http or https URL of at most 2048 characters is needed`,
  );
}
