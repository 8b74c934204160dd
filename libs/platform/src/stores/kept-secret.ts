import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { InstallationKey } from '#libs/kernel';
import { type Environment, MIN_SECRET_LENGTH } from '../settings/environment.js';
import { codeOf, makeFolder, unusable } from './data-folder.js';
import { StoreUnusable } from './remote-stores.js';

/**
 * A secret of 256 bits that is made once and kept in a file which only its owner may read. Two processes that make it at
 * the same time get the same one: it appears whole under its name, or not at all.
 * @throws {StoreUnusable} where the file is there and holds no secret: what was made with it cannot be made again.
 */
export function keepSecret(path: string): string {
  try {
    return read(path) ?? make(path);
  } catch (error) {
    throw unusable(dirname(path), error);
  }
}

function make(path: string): string {
  makeFolder(dirname(path));
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
    linkSync(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return keepSecret(path);
}

function read(path: string): string | undefined {
  try {
    const kept = readFileSync(path, 'utf8').trim();
    if (kept.length >= MIN_SECRET_LENGTH) return kept;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const found = `${basename(path)} holds fewer than ${MIN_SECRET_LENGTH} characters`;
  throw new StoreUnusable(`DATA_DIR=${dirname(path)}: ${found}: put back what was in it, from a backup`, false);
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
