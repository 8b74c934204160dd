import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '#libs/platform';

const EVERYWHERE = ['0.0.0.0', '::', '[::]'];

/**
 * Base of the links that leave a command: PUBLIC_URL, or where the service of this data folder says that it listens, or
 * where one with this environment would.
 */
type Told = Pick<Environment, 'publicUrl' | 'dataDir' | 'host' | 'port'> & Partial<Pick<Environment, 'shared'>>;

export function baseUrl({ publicUrl, dataDir, host, port, shared = false }: Told): string {
  if (publicUrl !== undefined) return publicUrl;
  const told = shared ? undefined : toldBy(dataDir);
  if (told !== undefined) return told;
  const name = EVERYWHERE.includes(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`;
}

/** `service.url`, beside `service.pid`: with `PORT=0`, or another PORT than this shell's, nobody else knows. */
function toldBy(dataDir: string): string | undefined {
  try {
    const url = readFileSync(join(dataDir, 'service.url'), 'utf8').trim();
    return URL.canParse(url) ? url.replace(/\/+$/, '') : undefined;
  } catch {
    return undefined;
  }
}
