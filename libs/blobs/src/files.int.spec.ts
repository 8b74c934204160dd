import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Blobs, fileBlobs } from './index.js';

describe('blobs as files', () => {
  let root: string;
  let blobs: Blobs;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'blobs-'));
    blobs = fileBlobs(root);
  });
  afterEach(() => rm(root, { recursive: true }));

  const listed = async () => {
    const names: string[] = [];
    for await (const { owner, name } of blobs.list()) names.push(`${owner}/${name}`);
    return names.sort();
  };

  it('gives back the bytes that were put', async () => {
    await blobs.put('cnv_1', 'aa', Uint8Array.of(1, 2, 255));
    expect([...((await blobs.get('cnv_1', 'aa')) ?? [])]).toEqual([1, 2, 255]);
    expect(await blobs.get('cnv_1', 'bb')).toBeUndefined();
    expect(await blobs.get('cnv_2', 'aa')).toBeUndefined();
  });

  it('puts the same name twice, and twice at once, as one file and nothing beside it', async () => {
    await Promise.all([1, 2, 3].map(() => blobs.put('cnv_1', 'aa', Uint8Array.of(7))));
    await blobs.put('cnv_1', 'aa', Uint8Array.of(7));
    expect(await readdir(join(root, 'cnv_1'))).toEqual(['aa']);
  });

  it('dies with its conversation and leaves the others', async () => {
    await blobs.put('cnv_1', 'aa', Uint8Array.of(1));
    await blobs.put('cnv_1', 'bb', Uint8Array.of(2));
    await blobs.put('cnv_2', 'aa', Uint8Array.of(3));
    await blobs.remove('cnv_1', 'bb');
    expect(await listed()).toEqual(['cnv_1/aa', 'cnv_2/aa']);
    await blobs.removeAll('cnv_1');
    await blobs.removeAll('cnv_9');
    expect(await listed()).toEqual(['cnv_2/aa']);
  });

  it('takes no name that could leave its folder', async () => {
    await expect(blobs.put('..', 'aa', Uint8Array.of(1))).rejects.toThrow('characters');
    await expect(blobs.get('cnv_1', '../../etc')).rejects.toThrow('characters');
  });
});
