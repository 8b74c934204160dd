import { readFileSync } from 'node:fs';
import { readEnvironment, SETTINGS, type Setting } from './environment.js';

const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');

/** Cells of the page's first table. */
function settingsTable(): readonly (readonly string[])[] {
  const lines = page.split('\n');
  const from = lines.findIndex((line) => /^\| Variable +\|/.test(line));
  const rows = lines.slice(from + 2);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

const row = ({ name, value, derived = '', meaning }: Setting) => [
  `\`${name}\``,
  value === undefined ? derived : `\`${value}\``,
  meaning,
];

describe('the list of settings', () => {
  it('is the table of docs/operations.md, row by row', () => {
    expect(settingsTable()).toEqual(SETTINGS.map(row));
  });

  it('tells the defaults that are used', () => {
    const told = SETTINGS.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]));
    expect(readEnvironment(Object.fromEntries(told))).toEqual(readEnvironment({}));
  });

  it('gives each variable one default, or none', () => {
    expect(SETTINGS.filter(({ value, derived }) => value !== undefined && derived !== undefined)).toEqual([]);
    expect(new Set(SETTINGS.map(({ name }) => name)).size).toBe(SETTINGS.length);
  });
});
