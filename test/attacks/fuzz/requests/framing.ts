import type { Random } from '../../../faults/random.js';
import { type Ground, type HeaderLine, type Made, soundHeaders, write } from './message.js';
import { size } from './values.js';

const FRAMING: readonly (readonly [what: string, lines: readonly HeaderLine[], body: string, refuse: boolean])[] = [
  [
    'two lengths',
    [
      ['Content-Length', '2'],
      ['Content-Length', '3'],
    ],
    '{} ',
    true,
  ],
  ['two lengths in one', [['Content-Length', '2, 2']], '{}', true],
  ['a signed length', [['Content-Length', '+2']], '{}', true],
  ['a negative length', [['Content-Length', '-2']], '{}', true],
  ['a length in hex', [['Content-Length', '0x2']], '{}', true],
  ['a length that no number holds', [['Content-Length', '9'.repeat(40)]], '{}', true],
  ['a length beyond every limit', [['Content-Length', '999999999']], '{}', true],
  ['an empty length', [['Content-Length', '']], '{}', false],
  ['a length that is short', [['Content-Length', '1']], '{}', true],
  [
    'a length and chunks',
    [
      ['Content-Length', '2'],
      ['Transfer-Encoding', 'chunked'],
    ],
    '2\r\n{}\r\n0\r\n\r\n',
    true,
  ],
  ['chunks', [['Transfer-Encoding', 'chunked']], '2\r\n{}\r\n0\r\n\r\n', false],
  [
    'chunks of a byte with extensions',
    [['Transfer-Encoding', 'chunked']],
    '1;a=b\r\n{\r\n1;c\r\n}\r\n0\r\nX-Trailer: a\r\n\r\n',
    false,
  ],
  [
    'an extension of 20,000 letters',
    [['Transfer-Encoding', 'chunked']],
    `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    false,
  ],
  ['a broken chunk', [['Transfer-Encoding', 'chunked']], 'zz\r\n{}\r\n0\r\n\r\n', true],
  ['a chunk beyond every number', [['Transfer-Encoding', 'chunked']], `${'f'.repeat(20)}\r\n{}\r\n0\r\n\r\n`, true],
  ['chunks twice', [['Transfer-Encoding', 'chunked, chunked']], '2\r\n{}\r\n0\r\n\r\n', false],
  ['chunks, misspelt', [['Transfer-Encoding', 'xchunked']], '2\r\n{}\r\n0\r\n\r\n', true],
  ['chunks under a tab', [['Transfer-Encoding', '\tchunked']], '2\r\n{}\r\n0\r\n\r\n', false],
  ['another coding', [['Transfer-Encoding', 'gzip']], '{}', true],
  ['a header name with a space', [['Content-Length ', '2']], '{}', true],
  [
    'a header name of nothing',
    [
      ['', 'a'],
      ['Content-Length', '2'],
    ],
    '{}',
    true,
  ],
  [
    'a folded header',
    [
      ['X-A', 'a\r\n b'],
      ['Content-Length', '2'],
    ],
    '{}',
    false,
  ],
  [
    'a bare line feed',
    [
      ['X-A', 'a\nX-B: b'],
      ['Content-Length', '2'],
    ],
    '{}',
    false,
  ],
  [
    'a NUL in a header',
    [
      ['X-A', 'a\0b'],
      ['Content-Length', '2'],
    ],
    '{}',
    true,
  ],
  [
    'a carriage return in a header',
    [
      ['X-A', 'a\rb'],
      ['Content-Length', '2'],
    ],
    '{}',
    true,
  ],
];
const NO_HTTP = [
  'hello there\r\n\r\n',
  '\r\n\r\n\r\nx\r\n\r\n',
  '\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET /\r\n\r\n',
  '\0\0\0\0\r\n\r\n',
  'GET  /v1/health  HTTP/1.1\r\n\r\n',
] as const;

export function framing(random: Random, ground: Ground): Made {
  if (random.chance(0.2)) {
    const text = random.pick(NO_HTTP);
    return {
      title: `what is no HTTP: ${JSON.stringify(text.slice(0, 20))}`,
      bytes: Buffer.from(text, 'latin1'),
      refuse: true,
      drop: true,
    };
  }
  const [what, lines, body, refuse] = FRAMING[Math.floor(random.next() * FRAMING.length)] ?? ['', [], '', false];
  const message = { method: 'POST', target: '/v1/conversations', headers: [...soundHeaders(ground), ...lines], body };
  // What is left of a body is a request of its own, and no HTTP.
  const methods = what === 'a length that is short' ? ['POST', 'POST'] : ['POST'];
  return { title: `framing: ${what}`, bytes: write(ground, message), methods, refuse, drop: true };
}

/** Left in the middle: whoever waits for the rest must not wait with more than the socket. */
export function incomplete(random: Random, ground: Ground): Made {
  const body = JSON.stringify({ external_id: 'half', meta: 'a'.repeat(size(random, 1, 50_000)) });
  const whole = write(ground, { method: 'POST', target: '/v1/conversations', body });
  return {
    title: 'a request that breaks off',
    bytes: whole.subarray(0, random.between(1, whole.length - 1)),
    methods: [],
    drop: true,
  };
}
