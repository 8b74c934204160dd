import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepSecret } from './kept-secret.js';

describe('a secret that is kept in a file', () => {
  const path = () => join(mkdtempSync(join(tmpdir(), 'kept-')), 'data', 'secret');

  it('is made once, and only its owner may read it', () => {
    const file = path();
    const secret = keepSecret(file);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(keepSecret(file)).toBe(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is not made anew where its file was emptied', () => {
    const file = path();
    keepSecret(file);
    writeFileSync(file, '');
    expect(() => keepSecret(file)).toThrow(/fewer than 32 characters: put back/);
  });
});
