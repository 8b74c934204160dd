import fc from 'fast-check';
import { oneLine, printable } from './printable.js';

describe('text for a terminal', () => {
  it('shows what a terminal would obey', () => {
    expect(printable('a\u001b[2J\u009b2J\r\t\u0007\u007f\u202e\u2066\u2028é')).toBe(
      'a\\u001b[2J\\u009b2J\\u000d\\u0009\\u0007\\u007f\\u202e\\u2066\\u2028é',
    );
  });

  it('keeps letters, emoji and line feeds, or makes one line of them', () => {
    expect(printable('Кухня 👩‍🍳\n2400')).toBe('Кухня 👩‍🍳\n2400');
    expect(oneLine(' one\n  two\u001b\n')).toBe('one two\\u001b');
  });

  it('is the same value where it was JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
        const json = JSON.stringify([value, text]);
        expect(JSON.parse(printable(json))).toEqual(JSON.parse(json));
      }),
    );
  });
});
