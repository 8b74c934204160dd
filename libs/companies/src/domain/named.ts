import { Problem } from '#libs/kernel';

/**
 * A name, title or plan as an operator gave it, trimmed.
 * @throws {Problem} `invalid_request` unless it has 1 to 200 characters
 */
export function named(what: string, text: string): string {
  const name = text.trim();
  if (name.length >= 1 && name.length <= 200) return name;
  throw new Problem(
    'invalid_request',
    `${what} is ${JSON.stringify(text.slice(0, 80))}; 1 to 200 characters, not blank, are needed`,
  );
}
