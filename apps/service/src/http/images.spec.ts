import fc from 'fast-check';
import { gif, jpeg, png, webp } from '../../../../test/support/images.js';
import { inspectImage, MAX_IMAGE_BYTES } from './images.js';

const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

describe('a picture, by its bytes', () => {
  it.each([
    ['image/png', png(640, 480)],
    ['image/gif', gif(640, 480)],
    ['image/jpeg', jpeg(640, 480)],
    ['image/webp', webp(640, 480)],
  ] as const)('%s: type, size and digest', (mime, bytes) => {
    expect(inspectImage(mime, b64(bytes))).toMatchObject({
      ref: { mime, bytes: bytes.length, width: 640, height: 480, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  it.each([
    ['another type than declared', 'image/jpeg', png(10, 10), /declared as image\/jpeg but holds image\/png/],
    ['text', 'image/png', Buffer.from('hello'), /no complete png/],
    ['nothing', 'image/png', Buffer.alloc(0), /empty/],
    ['a cut header', 'image/png', png(10, 10).subarray(0, 20), /no complete png/],
    ['no pixels', 'image/gif', gif(0, 5), /no pixels/],
    ['a decompression bomb', 'image/webp', webp(16_000_000, 2), /pixels/],
    [
      'more than 5 MB',
      'image/png',
      Buffer.concat([png(10, 10), Buffer.alloc(MAX_IMAGE_BYTES)]),
      /at most 5242880 bytes/,
    ],
  ] as const)('%s is refused', (_name, mime, bytes, problem) => {
    expect(inspectImage(mime, b64(bytes))).toEqual({ problem: expect.stringMatching(problem) });
  });

  it.each(['***', 'AAA', 'AAAA\nAAAA', 'data:image/png;base64,AAAA', ' AAAA', 'AAAA=', '-_-_'])(
    '%j is no base64',
    (text) => {
      expect(inspectImage('image/png', text)).toEqual({ problem: expect.stringMatching(/base64/) });
    },
  );

  it('takes exactly 5 MB', () => {
    const bytes = Buffer.concat([png(10, 10), Buffer.alloc(MAX_IMAGE_BYTES)]).subarray(0, MAX_IMAGE_BYTES);
    expect(inspectImage('image/png', b64(bytes))).toHaveProperty('ref');
  });

  it('never throws, whatever the bytes', () => {
    const heads = [png(9, 9), gif(9, 9), jpeg(9, 9), webp(9, 9), Buffer.alloc(0)];
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.nat(60), fc.uint8Array({ maxLength: 60 }), (head, keep, rest) => {
        expect(inspectImage('image/png', b64(Buffer.concat([head.subarray(0, keep), rest])))).toBeDefined();
      }),
    );
  });
});
