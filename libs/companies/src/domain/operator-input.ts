import { Problem } from '#libs/kernel';

const MAX_NAME_LENGTH = 200;
const MAX_ADDRESS_LENGTH = 2_048;

/**
 * A name, title or plan as an operator gave it, trimmed.
 * @throws {Problem} `invalid_request` unless it has 1 to 200 characters.
 */
export function named(what: string, text: string): string {
  const name = text.trim();
  if (name.length >= 1 && name.length <= MAX_NAME_LENGTH) return name;
  throw new Problem(
    'invalid_request',
    `${what} is ${JSON.stringify(text.slice(0, 80))}; 1 to 200 characters, not blank, are needed`,
  );
}

/**
 * A partner-wide webhook address as given. Whether it may be reached is decided when it is called, against the address
 * that its name resolves to then.
 * @throws {Problem} `invalid_request` unless it is an http or https URL of at most 2,048 characters (contract.md)
 */
export function webhookAddress(text: string): string {
  const address = text.trim();
  const protocol =
    address.length <= MAX_ADDRESS_LENGTH && URL.canParse(address) ? new URL(address).protocol : undefined;
  if (protocol === 'http:' || protocol === 'https:') return address;
  throw new Problem(
    'invalid_request',
    `webhook_url is ${JSON.stringify(text.slice(0, 80))}; an http or https URL of at most 2048 characters is needed`,
  );
}
