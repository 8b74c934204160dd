import type { Blobs } from '../src/port.js';

export interface BlobsUnderTest {
  readonly blobs: Blobs;
  dispose(): Promise<void>;
}

/** What every store of blobs promises. */
export function blobsContract(name: string, factory: () => Promise<BlobsUnderTest>): void {
  describe(`blobs: ${name}`, () => {
    let under: BlobsUnderTest;
    let blobs: Blobs;

    beforeEach(async () => {
      under = await factory();
      blobs = under.blobs;
    });
    afterEach(() => under.dispose());

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

    it.each([0, 1, 261_119, 261_120, 261_121, 10 * 1024 * 1024])('gives back %d bytes as they were', async (length) => {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) & 255);
      await blobs.put('cnv_1', 'aa', bytes);
      const back = await blobs.get('cnv_1', 'aa');
      expect(back?.length).toBe(length);
      expect(Buffer.compare(back ?? new Uint8Array(), bytes)).toBe(0);
    });

    it('puts the same name twice, and many times at once, as one', async () => {
      const bytes = Uint8Array.from({ length: 600_000 }, (_, at) => at & 255);
      await Promise.all([1, 2, 3, 4].map(() => blobs.put('cnv_1', 'aa', bytes)));
      await blobs.put('cnv_1', 'aa', bytes);
      expect(await listed()).toEqual(['cnv_1/aa']);
      expect(Buffer.compare((await blobs.get('cnv_1', 'aa')) ?? new Uint8Array(), bytes)).toBe(0);
    });

    it('says when it was put, for the sweep', async () => {
      await blobs.put('cnv_1', 'aa', Uint8Array.of(1));
      for await (const { modified } of blobs.list()) {
        expect(Math.abs(modified.getTime() - Date.now())).toBeLessThan(60_000);
      }
      expect(await listed()).toHaveLength(1);
    });

    it('dies with its conversation and leaves the others', async () => {
      await blobs.put('cnv_1', 'aa', Uint8Array.of(1));
      await blobs.put('cnv_1', 'bb', Uint8Array.of(2));
      await blobs.put('cnv_11', 'aa', Uint8Array.of(2));
      await blobs.put('cnv_2', 'aa', Uint8Array.of(3));
      await blobs.remove('cnv_1', 'bb');
      expect(await listed()).toEqual(['cnv_1/aa', 'cnv_11/aa', 'cnv_2/aa']);
      await blobs.removeAll('cnv_1');
      await blobs.removeAll('cnv_9');
      expect(await listed()).toEqual(['cnv_11/aa', 'cnv_2/aa']);
      expect(await blobs.get('cnv_1', 'aa')).toBeUndefined();
      expect([...((await blobs.get('cnv_11', 'aa')) ?? [])]).toEqual([2]);
    });

    it('takes no name that could leave its place', async () => {
      await expect(async () => blobs.put('..', 'aa', Uint8Array.of(1))).rejects.toThrow('characters');
      await expect(async () => blobs.get('cnv_1', '../../etc')).rejects.toThrow('characters');
      await expect(async () => blobs.removeAll('cnv_1/aa')).rejects.toThrow('characters');
    });
  });
}
