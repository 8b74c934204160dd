import { gzipSync } from 'node:zlib';
import { Random } from '../../faults/random.js';
import { BOMBS } from './bombs.js';
import type { Operation } from './openapi.js';
import { hostileJson, hostileString, jsonFor, nested, parameterOf, size } from './values.js';

/** What requests are made of that the service itself has given out. */
export interface Ground {
  readonly host: string;
  readonly key: string;
  readonly operations: readonly Operation[];
  /** The first holds a kitchen, the others nothing. */
  readonly conversations: readonly [string, ...string[]];
  readonly turns: readonly [string, ...string[]];
  readonly tokens: readonly [string, ...string[]];
}

/** One attack: what goes over the wire, and what must come back. */
export interface Attack {
  readonly number: number;
  readonly family: string;
  /** The operation, or the trick: `POST /v1/conversations`, `a length and chunks`. */
  readonly title: string;
  readonly bytes: Buffer;
  /** One answer is due for each; none where the request is left incomplete. */
  readonly methods: readonly string[];
  /** No answer below 400 is right. */
  readonly refuse: boolean;
  /** Whether nothing that follows on the connection could be understood. */
  readonly drop: boolean;
}

type Made = Pick<Attack, 'title' | 'bytes'> & Partial<Attack>;
type Family = { readonly name: string; readonly share: number; make(random: Random, ground: Ground): Made };

const FAMILIES: readonly [Family, ...Family[]] = [
  { name: 'operation', share: 446, make: (random, ground) => operation(random, ground, 0.1) },
  { name: 'bytes', share: 130, make: bytes },
  { name: 'query', share: 110, make: query },
  { name: 'path', share: 110, make: path },
  { name: 'header', share: 130, make: header },
  { name: 'method', share: 30, make: method },
  { name: 'repeated key', share: 12, make: repeatedKey },
  { name: 'framing', share: 20, make: framing },
  { name: 'pipeline', share: 5, make: pipeline },
  { name: 'incomplete', share: 3, make: incomplete },
];
const SHARES = FAMILIES.reduce((sum, { share }) => sum + share, 0);

/** Requests between two bombs: few at first, so that a short run meets each of them. */
const DENSE = { upTo: 1_500, every: 50 };
const SPARSE_EVERY = 500;

/** The request of this number: the same for the same seed and ground, whatever came before it. */
export function attackOf(seed: number, number: number, ground: Ground): Attack {
  const random = new Random((seed + Math.imul(number, 0x9e3779b1)) | 0);
  const turn = bombTurn(number);
  const { name, make } = turn === undefined ? pickFamily(random.next() * SHARES) : { name: 'bomb', make: bomb(turn) };
  return { methods: ['GET'], refuse: false, drop: false, ...make(random, ground), number, family: name };
}

/** How many bombs came before, where this is one: they take turns. */
function bombTurn(number: number): number | undefined {
  const { upTo, every } = DENSE;
  const [stride, before, since] = number < upTo ? [every, 0, number] : [SPARSE_EVERY, upTo / every, number - upTo];
  return since % stride === stride - 1 ? before + Math.floor(since / stride) : undefined;
}

function pickFamily(at: number): Family {
  let upTo = 0;
  for (const family of FAMILIES) {
    upTo += family.share;
    if (at < upTo) return family;
  }
  return FAMILIES[0];
}

type HeaderLine = readonly [name: string, value: string];

interface Message {
  readonly method: string;
  readonly target: string;
  readonly headers?: readonly HeaderLine[];
  readonly body?: string | Uint8Array | undefined;
}

const JSON_TYPE: HeaderLine = ['Content-Type', 'application/json'];

function write({ host, key }: Ground, { method, target, headers, body }: Message): Buffer {
  const lines = headers ?? [
    ['Host', host],
    ['Authorization', `Bearer ${key}`],
    ...(body === undefined ? [] : [JSON_TYPE]),
  ];
  const payload = body === undefined ? undefined : Buffer.from(body);
  const length = payload && !lines.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  let head = `${method} ${target} HTTP/1.1\r\n`;
  for (const [name, value] of lines) head += `${name}: ${value}\r\n`;
  if (length) head += `Content-Length: ${payload.length}\r\n`;
  const first = Buffer.from(`${head}\r\n`, 'latin1');
  return payload ? Buffer.concat([first, payload]) : first;
}

/** Headers of a sound request with a body of JSON. */
function soundHeaders({ host, key }: Ground): HeaderLine[] {
  return [['Host', host], ['Authorization', `Bearer ${key}`], JSON_TYPE];
}

/** Drawings and lists of parts cost a thousand times a refusal. */
const DEAR = /render$|bom$|parts$|project$|\{token\}$/;
const DEAR_SHARE = 0.06;

function pickOperation(
  random: Random,
  { operations }: Ground,
  wanted: (one: Operation) => boolean = () => true,
): Operation {
  for (;;) {
    const one = operations[Math.floor(random.next() * operations.length)];
    if (!one) throw new Error('the service publishes no operation');
    if (wanted(one) && (!DEAR.test(one.path) || random.chance(DEAR_SHARE))) return one;
  }
}

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The path with what stands for its parameters. */
function targetOf({ path, method }: Operation, ground: Ground, odd: number, random: Random): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name) => {
    if (random.chance(odd)) return escaped(hostileString(random)) || '%20';
    if (name === 'token') return random.pick(ground.tokens);
    if (path.includes('/turns/{')) return random.pick(ground.turns);
    if (DEAR.test(path)) return ground.conversations[0];
    // What is deleted is gone for all that follow.
    if (method === 'DELETE') return ground.conversations.at(-1) ?? '';
    return random.pick(ground.conversations);
  });
}

function operation(random: Random, ground: Ground, odd: number): Made & { readonly message: Message } {
  const one = pickOperation(random, ground);
  const { body, method } = one;
  const parameters = one.query
    .filter(() => random.chance(0.4))
    .map(({ name, schema }) => {
      const value = parameterOf(schema, odd, random);
      return { text: `${name}=${escaped(value)}`, refuse: !isRightParameter(name, schema, value) };
    });
  const target = targetOf(one, ground, odd / 2, random);
  const json = body && jsonFor(body, 'body', odd, random);
  const message = {
    method,
    target: parameters.length === 0 ? target : `${target}?${parameters.map(({ text }) => text).join('&')}`,
    body: json?.text,
  };
  const refuse =
    (json?.refuse ?? false) || (!isOpenQuery(one.path) && parameters.some((parameter) => parameter.refuse));
  return { title: one.name, bytes: write(ground, message), methods: [method], refuse, message };
}

/** contract.md: on `/r/` parameters are ignored. */
function isOpenQuery(path: string): boolean {
  return path.startsWith('/r/');
}

function isRightParameter(
  name: string,
  { enum: allowed, maximum }: Operation['query'][number]['schema'],
  value: string,
): boolean {
  // `png` is understood, and answered 501.
  if (allowed) return allowed.includes(value) || value === 'png';
  if (maximum !== undefined) return /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= maximum;
  // Of cursors nothing is known but that one letter, or what is no plain text, is none.
  return name !== 'after' || (value !== 'x' && /^[\w=+/.:-]+$/.test(value));
}

function bytes(random: Random, ground: Ground): Made {
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

function query(random: Random, ground: Ground): Made {
  const one = pickOperation(random, ground, (each) => each.method === 'GET');
  const known = one.query.map(({ name }) => name);
  const pairs: { readonly text: string; readonly refuse: boolean }[] = [];
  for (let left = Math.floor(random.between(1, 4)); left > 0; left--) {
    const name = random.chance(0.6) && known[0] !== undefined ? random.pick([known[0], ...known]) : strangeName(random);
    const schema = one.query.find((each) => each.name === name)?.schema;
    const value = schema ? parameterOf(schema, 0.5, random) : hostileString(random).slice(0, 2_000);
    // A name may be hidden behind escapes, or another bracket: only a plain one is surely unknown.
    const refuse = schema ? !isRightParameter(name, schema, value) : /^\w+$/.test(name);
    pairs.push({
      text: `${name}=${random.chance(0.9) ? escaped(value) : rawValue(random)}`,
      refuse: refuse && !/%/.test(name),
    });
  }
  const separator = random.pick(['&', '&', '&', ';', '&&']);
  const plain = separator === '&' && !pairs.some(({ text }) => /=[^=]*[^\w%.!~*'()=-]/.test(text));
  const names = pairs.map(({ text }) => text.split('=')[0]);
  const refuse =
    plain && !isOpenQuery(one.path) && (pairs.some((pair) => pair.refuse) || new Set(names).size < names.length);
  const target = `${targetOf(one, ground, 0, random)}?${pairs.map(({ text }) => text).join(separator)}`;
  return {
    title: `${one.name}: a query`,
    bytes: write(ground, { method: one.method, target }),
    methods: [one.method],
    refuse,
  };
}

function strangeName(random: Random): string {
  return random.pick([
    'a',
    'after[]',
    'limit[a]',
    '%61fter',
    'AFTER',
    '__proto__',
    'constructor',
    'toString',
    '',
    '%00',
    'a'.repeat(3_000),
    'link[$ne]',
  ]);
}

/** As it may not stand in a URL, or as escapes that name no character. */
function rawValue(random: Random): string {
  return random.pick([
    '%',
    '%z',
    '%ff',
    '%c0%af',
    '%ed%a0%80',
    '%00',
    '+',
    '"',
    '<>',
    '[]',
    '{}',
    '|',
    '\\',
    '^',
    '`',
    '%u0041',
    '\u00ff',
    '?',
    '#',
    '=',
  ]);
}

function path(random: Random, ground: Ground): Made {
  const one = pickOperation(random, ground, ({ method, path: known }) => method === 'GET' && !DEAR.test(known));
  const right = targetOf(one, ground, 0, random);
  const segments = right.split('/');
  const at = Math.floor(random.between(1, segments.length));
  const swapped = (text: string) => [...segments.slice(0, at), text, ...segments.slice(at)].join('/');
  const tricks: readonly string[] = [
    swapped('%00'),
    `${right}%00`,
    swapped(random.pick(['.', '..', '%2e%2e', '%2e%2e%2f', '..%2f..%2fetc%2fpasswd', '..;', '%252e%252e'])),
    `/docs/${random.pick(['%00', '..%2f', '%2e%2e%2fpackage.json', '..%5c', 'swagger-ui.css%00', 'x'.repeat(5_000), '%ff', 'swagger-ui-init.js', '.', ''])}`,
    swapped(''),
    `/${right}`,
    `${right}/`,
    right.toUpperCase(),
    swapped(escaped(hostileString(random)).slice(0, 6_000)),
    swapped(rawValue(random)),
    `/${'a/'.repeat(size(random, 1, 4_000))}`,
    `/v1/conversations/${'a'.repeat(size(random, 10, 12_000))}`,
    `/r/${random.pick([escaped(hostileString(random)), '.', 'a.b', random.pick(ground.tokens).slice(0, -2)]).slice(0, 6_000)}`,
    random.pick([
      '*',
      'http://evil.test/v1/health',
      `http://${ground.host}/v1/health`,
      '//evil.test',
      '/\\evil',
      '?',
      '#',
      'v1/health',
      '/v1/health#x',
    ]),
    random.pick([
      '/metrics',
      '/docs',
      '/docs-json',
      '/docs-yaml',
      '/favicon.ico',
      '/.env',
      '/cabinet/',
      '/cabinet/%00',
      '/v2/usage',
      '/v1',
    ]),
  ];
  const target = tricks[Math.floor(random.next() * tricks.length)] ?? right;
  return { title: 'a path', bytes: write(ground, { method: 'GET', target }), methods: ['GET'] };
}

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

function header(random: Random, ground: Ground): Made {
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

function method(random: Random, ground: Ground): Made {
  const { path: known, name } = pickOperation(random, ground, (one) => !DEAR.test(one.path));
  const verb = random.pick([
    'HEAD',
    'PUT',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'PURGE',
    'QUERY',
    'M-SEARCH',
    'get',
    'BREW',
    'CONNECT',
    'POST',
    'GET',
  ]);
  const target = targetOf({ path: known, method: 'GET', name, query: [], body: undefined }, ground, 0, random);
  const body = random.chance(0.3) ? '{}' : undefined;
  return {
    title: `${verb} ${known}`,
    bytes: write(ground, { method: verb, target, body }),
    methods: [verb],
    drop: verb === 'CONNECT' || verb === 'BREW' || verb === 'get',
  };
}

/** The same Idempotency-Key and the same lead again and again, whatever else they carry. */
function repeatedKey(random: Random, ground: Ground): Made {
  if (random.chance(0.5)) {
    const body = `{"external_id":"repeated-${Math.floor(random.between(0, 20))}","order_id":${JSON.stringify(hostileString(random) || 'x')}}`;
    return {
      title: 'POST /v1/conversations: a lead again',
      bytes: write(ground, { method: 'POST', target: '/v1/conversations', body }),
      methods: ['POST'],
    };
  }
  const headers: HeaderLine[] = [
    ...soundHeaders(ground),
    ['Idempotency-Key', `key-${Math.floor(random.between(0, 20))}`],
  ];
  const target = `/v1/conversations/${random.pick(ground.conversations)}/turns`;
  const body = JSON.stringify({ text: random.pick(['кухня', 'другое']) });
  return {
    title: 'POST turns: a key again',
    bytes: write(ground, { method: 'POST', target, headers, body }),
    methods: ['POST'],
  };
}

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

function framing(random: Random, ground: Ground): Made {
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
  return { title: `framing: ${what}`, bytes: write(ground, message), methods: ['POST'], refuse, drop: true };
}

/** Several requests in one write: as many answers in their order, and none more. */
function pipeline(random: Random, ground: Ground): Made {
  const made = Array.from({ length: size(random, 2, 40) }, () => operation(random, ground, 0.02));
  const several = made.filter(({ message }) => !message.target.includes('/events'));
  const [first = operation(random, ground, 0)] = several;
  const all = several.length === 0 ? [first] : several;
  return {
    title: `${all.length} requests in one write`,
    bytes: Buffer.concat(all.map((one) => one.bytes)),
    methods: all.map(({ message }) => message.method),
  };
}

function bomb(turn: number): Family['make'] {
  const { title, path: place, body, refuse } = BOMBS[turn % BOMBS.length] ?? BOMBS[0];
  return (random, ground) => {
    const target = place.replace('{id}', ground.conversations[0]);
    const text = body(random);
    const bytes = write(ground, { method: 'POST', target, body: text });
    return { title: `bomb: ${title}, ${Buffer.byteLength(text)} bytes`, bytes, methods: ['POST'], refuse };
  };
}

/** Left in the middle: whoever waits for the rest must not wait with more than the socket. */
function incomplete(random: Random, ground: Ground): Made {
  const body = JSON.stringify({ external_id: 'half', meta: 'a'.repeat(size(random, 1, 50_000)) });
  const whole = write(ground, { method: 'POST', target: '/v1/conversations', body });
  return {
    title: 'a request that breaks off',
    bytes: whole.subarray(0, random.between(1, whole.length - 1)),
    methods: [],
    drop: true,
  };
}
