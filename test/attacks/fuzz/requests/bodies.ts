import type { Random } from '../../../faults/random.js';
import { type Ground, type Made, pickOperation, targetOf, write } from './message.js';
import { hostileJson, hostileString, jsonFor, nested, size } from './values.js';

/** Bodies that are no JSON, or JSON that nobody writes. */
export function bytes(random: Random, ground: Ground): Made {
  const one = pickOperation(random, ground, ({ body }) => body !== undefined || random.chance(0.05));
  const right = one.body ? jsonFor(one.body, 'body', 0, random).text : '{}';
  const cut = Math.floor(random.between(1, right.length - 1));
  const kinds: readonly [string, string | Uint8Array, refuse: boolean][] = [
    ['cut off', right.slice(0, cut), true],
    ['followed by something', `${right}${random.pick(['{}', ',', ']', 'x', '\0', '//'])}`, true],
    ['after a byte order mark', `\ufeff${right}`, false],
    ['in UTF-16', Buffer.from(right, 'utf16le'), true],
    ['not UTF-8', Buffer.concat([Buffer.from('{"text":"'), invalidUtf8(random), Buffer.from('"}')]), true],
    [
      'no JSON',
      random.pick([
        "{'text':1}",
        '{text:1}',
        '{"text":NaN}',
        '{"text":1,}',
        '{"text":undefined}',
        '/**/{}',
        'text=1',
        '<a/>',
      ]),
      true,
    ],
    ['no object', random.pick(['[]', '1', '"text"', 'null', 'true', `[${right}]`]), true],
    [
      'bytes at random',
      Uint8Array.from([0xff, ...Array.from({ length: size(random, 1, 300) }, () => random.between(0, 256))]),
      true,
    ],
    ['deeply nested', `{"meta":${nested(random, size(random, 2, 5_000))}}`, false],
    ['hostile', `{"meta":${hostileJson(random)}}`, false],
    ['a hostile name', `{${JSON.stringify(hostileString(random) || 'x')}:${hostileJson(random)}}`, false],
    ['behind much space', `${random.pick([' ', '\n', '\t']).repeat(size(random, 1, 20_000))}${right}`, false],
    ['a byte flipped', flipped(right, random), false],
  ];
  const [what, body, refuse] = kinds[Math.floor(random.next() * kinds.length)] ?? kinds[0] ?? ['', '', false];
  const message = { method: one.method, target: targetOf(one, ground, 0, random), body };
  return {
    title: `${one.name}: a body that is ${what}`,
    bytes: write(ground, message),
    methods: [one.method],
    // What comes with a GET is not read.
    refuse: refuse && one.method === 'POST',
  };
}

/** Lone continuations, overlong forms, encoded surrogates, beyond U+10FFFF, cut sequences. */
function invalidUtf8(random: Random): Buffer {
  return Buffer.from(
    random.pick([
      '80',
      'c0af',
      'e08080',
      'f0808080',
      'eda080',
      'edbfbf',
      'f4908080',
      'f8888080',
      'ff',
      'fe',
      'd0',
      'f09f98',
    ]),
    'hex',
  );
}

function flipped(text: string, random: Random): Uint8Array {
  const flippedBytes = Buffer.from(text);
  const at = Math.floor(random.next() * flippedBytes.length);
  flippedBytes[at] = (flippedBytes[at] ?? 0) ^ (1 << random.between(0, 8));
  return flippedBytes;
}
