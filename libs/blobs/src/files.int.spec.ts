import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobsContract } from '../test/contract.js';
import { fileBlobs } from './index.js';

blobsContract('files', async () => {
  const root = await mkdtemp(join(tmpdir(), 'blobs-'));
  return { blobs: fileBlobs(root), dispose: () => rm(root, { recursive: true }) };
});

it('a file put many times at once leaves nothing beside it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'blobs-'));
  const blobs = fileBlobs(root);
  await Promise.all([1, 2, 3].map(() => blobs.put('cnv_1', 'aa', Uint8Array.of(7))));
  expect(await readdir(join(root, 'cnv_1'))).toEqual(['aa']);
  await rm(root, { recursive: true });
});
