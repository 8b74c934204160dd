import { gzipSync } from 'node:zlib';
import type { Random } from '../../../faults/random.js';
import { type Ground, type HeaderLine, type Made, pickOperation, soundHeaders, targetOf, write } from './message.js';
import { jsonFor, size } from './values.js';

type HeaderTrick = readonly [
  what: string,
  change: (lines: HeaderLine[], random: Random) => HeaderLine[],
  refuse?: boolean,
];

const without = (lines: HeaderLine[], name: string) => lines.filter(([each]) => each.toLowerCase() !== name);
const authorization = (what: string, value: (key: string, random: Random) => string): HeaderTrick => [
  `Authorization ${what}`,
  (lines, random) =>
    lines.map(
      ([name, given]): HeaderLine =>
        name === 'Authorization' ? [name, value(given.slice('Bearer '.length), random)] : [name, given],
    ),
];
/** A header's value may hold any byte but the controls. */
const anyValue = (random: Random) =>
  Array.from({ length: size(random, 1, 300) }, () => String.fromCharCode(random.between(0x20, 0x100)))
    .join('')
    .replaceAll('\x7f', '');

const HEADER_TRICKS: readonly HeaderTrick[] = [
  ['no Authorization', (lines) => without(lines, 'authorization')],
  ['Authorization twice', (lines) => [...lines, ['Authorization', 'Bearer pk_x']]],
  ['a wrong Authorization first', (lines) => [['Authorization', 'Bearer pk_x'], ...lines]],
  authorization('empty', () => ''),
  authorization('of another scheme', (key) => `Basic ${Buffer.from(key).toString('base64')}`),
  authorization('in capitals', (key) => `BEARER ${key.toUpperCase()}`),
  authorization('far away', (key, random) => `Bearer${' '.repeat(size(random, 1, 10_000))}${key}`),
  authorization('with more', (key) => `Bearer ${key} ${key}`),
  authorization('of a long key', (_key, random) => `Bearer pk_${'a'.repeat(size(random, 10, 12_000))}`),
  authorization('at random', (_key, random) => anyValue(random)),
  authorization(
    'of another key',
    (key, random) => `Bearer ${key.slice(0, -1)}${random.pick(['A', 'a', '0', '_', ''])}`,
  ),
  [
    'an X-Request-Id',
    (lines, random) => [
      ...lines,
      ['X-Request-Id', random.pick(['a', 'a'.repeat(200), 'a b', '{}', '<script>', anyValue(random)])],
    ],
  ],
  ['two X-Request-Id', (lines) => [...lines, ['X-Request-Id', 'a'], ['X-Request-Id', 'b']]],
  [
    'an Idempotency-Key',
    (lines, random) => [
      ...lines,
      ['Idempotency-Key', random.pick(['', ' ', '\xa0', 'a'.repeat(201), '__proto__', anyValue(random)])],
    ],
  ],
  ['two Idempotency-Keys', (lines) => [...lines, ['Idempotency-Key', 'a'], ['idempotency-key', 'b']]],
  [
    'a Last-Event-ID',
    (lines, random) => [...lines, ['Last-Event-ID', random.pick(['-1', '1e9', '999999999999', 'x', anyValue(random)])]],
  ],
  [
    'a Content-Type',
    (lines, random) => [
      ...without(lines, 'content-type'),
      [
        'Content-Type',
        random.pick([
          '',
          'text/plain',
          'application/jsonx',
          'application/json; charset=utf-16',
          'application/json;;;',
          'APPLICATION/JSON',
          'multipart/form-data; boundary=a',
          'application/x-www-form-urlencoded',
          'application/json, text/plain',
          anyValue(random),
        ]),
      ],
    ],
  ],
  ['two Content-Types', (lines) => [...lines, ['Content-Type', 'text/plain']]],
  [
    'a Content-Encoding',
    (lines, random) => [...lines, ['Content-Encoding', random.pick(['gzip', 'br', 'identity', 'deflate', 'x'])]],
  ],
  [
    'an Accept',
    (lines, random) => [
      ...lines,
      ['Accept', random.pick(['text/html', 'x', '*/*;q=2', `${'a/b,'.repeat(1_000)}`, anyValue(random)])],
    ],
  ],
  [
    'an Accept-Encoding',
    (lines, random) => [...lines, ['Accept-Encoding', random.pick(['gzip', 'br;q=x', '*', 'identity;q=0'])]],
  ],
  [
    'a Range',
    (lines, random) => [
      ...lines,
      ['Range', random.pick(['bytes=0-0', 'bytes=-1', 'bytes=9999999999-', `bytes=${'0-1,'.repeat(1_000)}0-1`])],
    ],
  ],
  [
    'an If-None-Match',
    (lines, random) => [...lines, ['If-None-Match', random.pick(['*', 'x', '""', `W/"a"${',"b"'.repeat(500)}`])]],
  ],
  [
    'an If-Modified-Since',
    (lines, random) => [...lines, ['If-Modified-Since', random.pick(['x', 'Thu, 01 Jan 2099 00:00:00 GMT', '0'])]],
  ],
  ['no Host', (lines) => without(lines, 'host'), true],
  [
    'a Host',
    (lines, random) => [
      ...without(lines, 'host'),
      ['Host', random.pick(['', 'evil.test', 'a b', '[::1', 'a'.repeat(5_000), '127.0.0.1:99999'])],
    ],
  ],
  ['two Hosts', (lines) => [...lines, ['Host', 'evil.test']]],
  [
    'forwarded',
    (lines, random) => [
      ...lines,
      ['X-Forwarded-For', random.pick(['127.0.0.1', 'x', '1,'.repeat(2_000)])],
      ['Forwarded', 'for=evil'],
      ['X-Forwarded-Host', 'evil.test'],
      ['X-HTTP-Method-Override', 'DELETE'],
    ],
  ],
  [
    'many headers',
    (lines, random) => [
      ...lines,
      ...Array.from({ length: size(random, 10, 1_900) }, (_, at): HeaderLine => [`X-${at}`, '1']),
    ],
  ],
  ['a large header', (lines, random) => [...lines, ['X-Long', 'a'.repeat(size(random, 100, 100_000))]]],
  [
    'Cookies',
    (lines, random) => [...lines, ['Cookie', random.pick(['a=b', ';;;', `${'a=b;'.repeat(2_000)}`, anyValue(random)])]],
  ],
  [
    'an Upgrade',
    (lines, random) => [...lines, ['Connection', 'Upgrade'], ['Upgrade', random.pick(['websocket', 'h2c', 'x'])]],
  ],
  [
    'a Connection',
    (lines, random) => [
      ...lines,
      ['Connection', random.pick(['close', 'keep-alive', 'Authorization', 'Content-Length', 'x'])],
    ],
  ],
  ['Expect: 100-continue', (lines) => [...lines, ['Expect', '100-continue']]],
  ['an unknown Expect', (lines) => [...lines, ['Expect', '200-ok']], true],
];

export function header(random: Random, ground: Ground): Made {
  // Whatever is stored costs ten times a refusal, and headers are looked at before.
  const one = pickOperation(random, ground, ({ method, body }) => method !== 'DELETE' && (!body || random.chance(0.3)));
  const [what, change, refuse = false] = HEADER_TRICKS[Math.floor(random.next() * HEADER_TRICKS.length)] ?? [
    '',
    (lines) => lines,
  ];
  const body = one.body && jsonFor(one.body, 'body', 0, random).text;
  const sound = body === undefined ? soundHeaders(ground).slice(0, 2) : soundHeaders(ground);
  const headers = change(sound, random);
  const payload =
    headers.some(([name, value]) => name === 'Content-Encoding' && value === 'gzip') && body ? gzipSync(body) : body;
  const message = { method: one.method, target: targetOf(one, ground, 0, random), headers, body: payload };
  return {
    title: `${one.name}: ${what}`,
    bytes: write(ground, message),
    methods: [one.method],
    refuse,
    drop: /Connection|Upgrade|Expect/.test(what),
  };
}
