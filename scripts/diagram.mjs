// `npm run diagram`: draws the import diagram of docs/architecture.md from the code; with --check it only says whether
// the diagram there is still true.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, node, root } from './prepare.mjs';

const FILE = join(root, 'docs', 'architecture.md');
const FROM = '<!-- diagram: npm run diagram -->\n\n```mermaid\n';
const TO = '```\n\n<!-- end of diagram -->';
/** A room of the house is an app, a library, or the projections. */
const ROOM = '^(apps/[^/]+|libs/[^/]+|projections)';
/** Imported by all: its arrows would hide the others. */
const KERNEL = '^libs/kernel';

install();
const drawn = spawnSync(
  node(),
  [
    join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
    ...['--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'mermaid', '--collapse', ROOM],
    ...['--include-only', '^(apps|libs|projections)', '--exclude', `\\.spec\\.ts$|/test/|${KERNEL}`],
    ...['apps', 'libs', 'projections'],
  ],
  { cwd: root, encoding: 'utf8' },
);
if (drawn.status !== 0) {
  console.error(drawn.stderr);
  process.exit(1);
}
const text = readFileSync(FILE, 'utf8');
const [before, rest = ''] = text.split(FROM);
const after = rest.split(TO)[1];
if (after === undefined) {
  console.error(`docs/architecture.md has no place for the diagram (${FROM.trim()})`);
  process.exit(1);
}
const fresh = `${before}${FROM}${drawn.stdout.trim()}\n${TO}${after}`;
if (fresh === text) console.log('docs/architecture.md: the diagram is what the code is');
else if (process.argv.includes('--check')) {
  console.error('docs/architecture.md: the diagram is not what the code is any more: npm run diagram');
  process.exit(1);
} else {
  writeFileSync(FILE, fresh);
  console.log('docs/architecture.md: the diagram is drawn anew');
}
