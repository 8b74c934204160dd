import type { Environment } from '../../../service/src/config/environment.js';

const EVERYWHERE = ['0.0.0.0', '::', '[::]'];

/** PUBLIC_URL, or where a service with this environment listens; with `PORT=0` only the service itself knows. */
export function baseUrl({ publicUrl, host, port }: Pick<Environment, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl !== undefined) return publicUrl;
  const name = EVERYWHERE.includes(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`;
}
