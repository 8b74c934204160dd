import { Problem } from '#libs/kernel';
import { addressProblem, type WebhookAddresses } from '#libs/webhooks';

const MAX_NAME_LENGTH = 200;

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
 * A partner-wide webhook address as given, trimmed. The rule is the one for a conversation's; what its name resolves to is
 * vetted again for each connection.
 * @throws {Problem} `invalid_request`, without the address: it may hold a password.
 */
export function webhookAddress(text: string, allowed: WebhookAddresses): string {
  const address = text.trim();
  const problem = addressProblem(address, allowed);
  if (problem === undefined) return address;
  throw new Problem('invalid_request', `webhook_url ${problem}`);
}
