import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InstallationKey } from '#libs/kernel';
import type { Environment } from '../settings/environment.js';

/**
 * A secret of 256 bits that is made once and kept in a file which only its owner may read. Two processes that make it at
 * the same time get the same one: it appears whole under its name, or not at all.
 * @throws where the file is there and empty: what was made with the secret cannot be made again.
 */
export function keepSecret(path: string): string {
  const kept = read(path);
  if (kept !== undefined) return kept;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return keepSecret(path);
}

function read(path: string): string | undefined {
  try {
    const kept = readFileSync(path, 'utf8').trim();
    if (kept === '') throw new Error(`${path} is empty: put the secret back that was in it, from a backup`);
    return kept;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/**
 * The key of the installation: INSTALLATION_KEY, or one that is kept in the data folder, or, where stores are shared and
 * there is no folder, LINK_SECRET (then it may never be changed).
 */
export function installationKey({
  installationKey: given,
  linkSecret,
  shared,
  dataDir,
}: Pick<Environment, 'installationKey' | 'linkSecret' | 'shared' | 'dataDir'>): InstallationKey {
  return new InstallationKey(
    given ?? (shared ? linkSecret : undefined) ?? keepSecret(join(dataDir, 'installation-key')),
  );
}
