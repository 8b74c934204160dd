import fc from 'fast-check';
import { MAX_DEPTH, readJson } from './json-body.js';

const read = (text: string) => readJson(Buffer.from(text));

describe('a JSON body', () => {
  it('reads what JSON.parse reads, but for names that every object inherits', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        fc.pre(
          ![...Object.getOwnPropertyNames(Object.prototype), 'prototype'].some((name) =>
            JSON.stringify(value).includes(`"${name}":`),
          ),
        );
        const text = JSON.stringify(value);
        fc.pre(
          !text.includes('__proto__') && !text.includes('\\u0000') && text.isWellFormed() && !/\\ud[89a-f]/.test(text),
        );
        expect(read(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('counts no bracket inside a string, however it is escaped', () => {
    const brackets = '['.repeat(1000);
    expect(read(JSON.stringify({ a: brackets, b: `\\"${brackets}\\\\`, c: '"' }))).toMatchObject({ a: brackets });
  });

  it('refuses 100,000 nested arrays without touching the stack', () => {
    expect(() => read('['.repeat(100_000) + ']'.repeat(100_000))).toThrow(/nested deeper/);
    expect(() => read('{"a":'.repeat(100_000))).toThrow(/nested deeper/);
    expect(read('['.repeat(MAX_DEPTH) + ']'.repeat(MAX_DEPTH))).toBeDefined();
  });

  it.each([
    ['broken JSON', Buffer.from('{"text": "a"'), /not valid JSON/],
    ['an empty body', Buffer.alloc(0), /body is empty/],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), /not valid UTF-8/],
    ['an overlong sequence', Buffer.from([0x22, 0xc0, 0x80, 0x22]), /not valid UTF-8/],
    ['a lone surrogate', Buffer.from('{"text": "\\ud800"}'), /text holds a lone surrogate/],
    ['a lone surrogate in a key', Buffer.from('{"meta": {"\\udc00": 1}}'), /meta holds a lone surrogate/],
    ['a NUL', Buffer.from('{"images": [{"name": "a\\u0000b"}]}'), /images\[0\]\.name holds a NUL/],
    ['__proto__', Buffer.from('{"meta": {"__proto__": {"x": 1}}}'), /meta\.__proto__ is not an allowed name/],
    ['a number beyond range', Buffer.from('{"meta": 1e999}'), /meta holds a number/],
  ])('refuses %s and says where', (_name, bytes, message) => {
    expect(() => readJson(bytes)).toThrow(message);
    expect(() => readJson(bytes)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
