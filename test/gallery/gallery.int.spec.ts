import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { drawKitchen } from './draw.js';
import { KITCHENS } from './kitchens.js';
import { galleryFiles } from './page.js';

const SHOWN = resolve('docs/gallery');

describe('docs/gallery', () => {
  it('holds what `npm run gallery` would write now, and nothing else', async () => {
    const files = galleryFiles(KITCHENS.map(drawKitchen));
    expect((await readdir(SHOWN)).sort()).toEqual([...files.keys()].sort());
    const stale = await Promise.all(
      [...files].map(async ([file, text]) => ((await readFile(join(SHOWN, file), 'utf8')) === text ? [] : [file])),
    );
    expect(stale.flat()).toEqual([]);
  });
});
