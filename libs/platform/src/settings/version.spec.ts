import { readFileSync } from 'node:fs';
import { VERSION } from './version.js';

it('the version that nodes tell each other is the package’s', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));
  expect(VERSION).toBe(version);
});
