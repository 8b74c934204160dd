import fc from 'fast-check';
import { withHash, withoutHash } from './responses.js';

const hash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });

describe('metadata as it is stored', () => {
  it('gives back the exact text that was hashed, and stays JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), hash, (fields, digits) => {
        const metadata = JSON.stringify(fields);
        const stored = withHash(metadata, digits);
        expect(withoutHash(stored)).toEqual({ metadata, hash: digits });
        expect(JSON.parse(stored).hash).toBe(digits);
      }),
    );
  });

  it('without a hash at its end is not taken apart', () => {
    const digits = 'a'.repeat(64);
    for (const text of ['', '{}', '{"at":1}', `{"at":1,"hash":"${digits}","x":1}`, `{"at":1,"hash":"${digits}" }`]) {
      expect(withoutHash(text)).toBeUndefined();
    }
  });
});
