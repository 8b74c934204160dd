import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseUrl } from './base-url.js';

describe('the base of links', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'garnitur-url-'));
  const environment = { publicUrl: undefined, dataDir, host: '127.0.0.1', port: 3000 };
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('is where a service with this environment would listen', () => {
    expect(baseUrl(environment)).toBe('http://127.0.0.1:3000');
    expect(baseUrl({ ...environment, host: '0.0.0.0', port: 80 })).toBe('http://127.0.0.1:80');
    expect(baseUrl({ ...environment, host: '::1' })).toBe('http://[::1]:3000');
  });

  it('is rather where the service says that it listens, and PUBLIC_URL before all', () => {
    writeFileSync(join(dataDir, 'service.url'), 'http://127.0.0.1:41233\n');
    expect(baseUrl(environment)).toBe('http://127.0.0.1:41233');
    expect(baseUrl({ ...environment, publicUrl: 'https://g.example' })).toBe('https://g.example');
  });
});
