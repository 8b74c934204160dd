import { readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);
const CLAIM = /^\| (?<claim>[^|]+?) +\| `(?<file>[^`]+\.spec\.ts)`: (?<title>[^|]+?) +\|$/;

describe('docs/security.md', () => {
  const [, section = ''] = readFileSync(new URL('docs/security.md', ROOT), 'utf8').split('## Claims and their tests');
  const rows = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);

  it('makes claims', () => expect(rows.length).toBeGreaterThan(20));

  it.each(rows)('has a test behind: %s', (row) => {
    const { file = '', title = '' } = CLAIM.exec(row)?.groups ?? {};
    expect(readFileSync(new URL(file, ROOT), 'utf8')).toContain(title);
  });
});
