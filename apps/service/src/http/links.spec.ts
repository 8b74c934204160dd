import fc from 'fast-check';
import { createLinkSigner, type LinkContent } from './links.js';

const content: LinkContent = {
  conversation_id: 'cnv_0192',
  turn: 3,
  format: 'html',
  view: 'iso',
  carcass: 'white',
  facade: 'oak',
  expires: 1_000_000,
};

describe('signed render links', () => {
  const signer = createLinkSigner('a secret');
  const token = signer.sign(content);

  it('open to what was signed until they expire', () => {
    expect(signer.open(token, 999_999)).toEqual(content);
    expect(signer.open(token, 1_000_000)).toBeUndefined();
  });

  it('are worth nothing under another secret', () => {
    expect(createLinkSigner('another').open(token, 0)).toBeUndefined();
  });

  it('a token changed in any character is forged', () => {
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'ABab01-_.=%'), (at, character) => {
        fc.pre(token[at] !== character);
        expect(signer.open(token.slice(0, at) + character + token.slice(at + 1), 0)).toBeUndefined();
      }),
    );
    for (const forged of ['', '.', 'a.b', `${token}.`, `${token}x`, token.slice(0, -1)])
      expect(signer.open(forged, 0)).toBeUndefined();
  });
});
