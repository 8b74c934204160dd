import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { drawKitchen, moduleLine, uncovered } from './draw.js';
import { KITCHENS } from './kitchens.js';
import { galleryFiles } from './page.js';

/** `npm run gallery`: the kitchens of kitchens.ts as drawings and an index page, the same bytes on each run. */
const OUTPUT = resolve('docs/gallery');

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  // All are drawn before any is written: a kitchen that fails leaves the gallery as it was.
  const drawn = KITCHENS.map(drawKitchen);
  const files = galleryFiles(drawn);
  await mkdir(OUTPUT, { recursive: true });
  const stale = (await readdir(OUTPUT)).filter((file) => file.endsWith('.svg') && !files.has(file));
  await Promise.all(stale.map((file) => rm(join(OUTPUT, file))));
  await Promise.all([...files].map(([file, text]) => writeFile(join(OUTPUT, file), text)));
  const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  say(`docs/gallery: ${drawn.length} kitchens, ${files.size} files, ${Math.round(bytes / 1024)} KB`);
  const missing = uncovered(drawn.map(({ order }) => order));
  say(missing.length === 0 ? 'Every module of the catalogue is shown.' : 'Modules that no kitchen shows:');
  for (const code of missing) say(`  ${moduleLine(code)}`);
}

main().catch((error: unknown) => {
  process.stderr.write(`gallery: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
