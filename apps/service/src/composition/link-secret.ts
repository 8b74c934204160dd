import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/** The secret of signed links, made once and kept in the data folder; only its owner may read it. */
export function keepLinkSecret(path: string): string {
  try {
    const kept = readFileSync(path, 'utf8').trim();
    if (kept !== '') return kept;
  } catch {
    // Not there yet: the first start makes it.
  }
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(path, `${secret}\n`, { mode: 0o600 });
  return secret;
}
