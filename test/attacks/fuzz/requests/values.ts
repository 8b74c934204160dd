import type { Random } from '../../../faults/random.js';
import { gif, image, jpeg, png, webp } from '../../../support/images.js';
import type { Schema } from './openapi.js';

/** A JSON text, and whether a service that keeps its schema must refuse it. */
export interface JsonText {
  readonly text: string;
  readonly refuse: boolean;
}

/** Right words, short: the assistant is not what is attacked. */
const WORDS = ['кухня', 'прямая 2400', 'мойка слева', 'а дешевле?', 'спасибо'] as const;

const HOSTILE_STRINGS = [
  ...[
    '',
    ' ',
    '\t\r\n',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    '\ufeff',
    '\u200b',
    '\u2028',
    '\u202eeurt',
    '\u0007\u001b[31m',
  ],
  ...['😀', '👨‍👩‍👧‍👦', '𝕜𝕦𝕙𝕟𝕪𝕒', 'ﷺ', 'e\u0301'.repeat(50), 'ß', 'İ', 'ё', '\u{10ffff}', '\uffff'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'prototype',
    'hasOwnProperty',
    'then',
    'null',
    'undefined',
    'NaN',
    'true',
    '0',
  ],
  ...['../../../etc/passwd', '..\\..\\', '%00', '%2e%2e', 'file:///etc/passwd', 'C:\\boot.ini'],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE events; --',
    '{"$gt":""}',
    '$where',
    '{{7*7}}',
    `\${7*7}`,
    '%s%s%n',
    '<script>alert(1)</script>',
  ],
  ...[
    'javascript:alert(1)',
    'http://127.0.0.1:9/',
    'http://[::1]/',
    'http://user:pw@127.0.0.1:9/',
    'ftp://a',
    '//a',
    'a\r\nSet-Cookie: a=b',
  ],
] as const;

const HOSTILE_JSON = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-0',
    '-1',
    '7',
    '0.1',
    '1e308',
    '1e309',
    '-1e999',
    '1e-999',
    '9'.repeat(400),
    '123456789012345678901234567890',
  ],
  ...[
    '{}',
    '[]',
    '[[]]',
    '[{}]',
    '[null]',
    '{"":null}',
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"a":1,"a":2}',
  ],
] as const;

const ALPHABETS = ['a', 'я', '😀', '\u0301', '\n', '"', '\\', '\u202e', ' ', '\u001f'] as const;

export function hostileString(random: Random): string {
  if (random.chance(0.6)) return random.pick(HOSTILE_STRINGS);
  if (random.chance(0.5)) return random.pick(ALPHABETS).repeat(size(random, 1, 20_000));
  let text = '';
  for (let left = Math.floor(random.between(1, 40)); left > 0; left--)
    text += random.chance(0.7) ? String.fromCharCode(random.between(0, 0xffff)) : random.pick(HOSTILE_STRINGS);
  return text;
}

/** Any JSON that nobody expects; small, the large ones are bombs. */
export function hostileJson(random: Random): string {
  const kind = random.next();
  if (kind < 0.4) return random.pick(HOSTILE_JSON);
  if (kind < 0.7) return JSON.stringify(hostileString(random));
  if (kind < 0.8) return nested(random, size(random, 2, 200));
  if (kind < 0.9)
    return `[${Array(size(random, 1, 200))
      .fill(random.pick(HOSTILE_JSON))
      .join()}]`;
  return manyKeys(size(random, 1, 200), random.pick(HOSTILE_JSON));
}

/** So many levels of arrays or objects in each other. */
export function nested(random: Random, depth: number): string {
  return random.chance(0.5)
    ? `${'['.repeat(depth)}${']'.repeat(depth)}`
    : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

export function manyKeys(count: number, value = '1'): string {
  const keys: string[] = [];
  for (let at = 0; at < count; at++) keys.push(`"k${at}":${value}`);
  return `{${keys.join()}}`;
}

/** Small more often than large: evenly spread over the logarithm. */
export function size(random: Random, low: number, high: number): number {
  return Math.floor(low * (high / low) ** random.next());
}

/** A value for a schema. @param odd how often, at each place, it is something else. */
export function jsonFor(schema: Schema, name: string, odd: number, random: Random): JsonText {
  if (random.chance(odd)) {
    const text = hostileJson(random);
    return { text, refuse: isMismatch(schema, text) };
  }
  if (schema.enum) return quoted(random.pick([schema.enum[0] ?? '', ...schema.enum]));
  if (schema.type === 'array') return arrayOf(schema, name, odd, random);
  if (schema.properties) return objectOf(schema, schema.properties, odd, random);
  if (schema.type === 'string') return stringOf(schema, name, odd, random);
  return { text: random.pick(['{}', '{"source":"site"}', '[1,"два",null]', '7', manyKeys(20)]), refuse: false };
}

function objectOf(schema: Schema, properties: Readonly<Record<string, Schema>>, odd: number, random: Random): JsonText {
  const members: JsonText[] = [];
  for (const [name, inner] of Object.entries(properties)) {
    const required = schema.required?.includes(name) ?? false;
    const missing = random.chance(required ? odd / 4 : 0.5);
    if (missing && required) members.push({ text: '', refuse: true });
    if (missing) continue;
    const { text, refuse } = jsonFor(inner, name, odd, random);
    members.push({ text: `"${name}":${text}`, refuse });
    // The last of equal keys counts in JSON.parse; whatever counts, it must be looked at.
    if (random.chance(odd / 4)) members.push({ text: `"${name}":${hostileJson(random)}`, refuse: false });
  }
  if (random.chance(odd / 2)) {
    const name = random.pick([
      'imagse',
      'Text',
      'constructor',
      '__proto__',
      'toString',
      '',
      '$ref',
      'ok',
      'я'.repeat(300),
    ]);
    members.push({ text: `${JSON.stringify(name)}:${hostileJson(random)}`, refuse: true });
  }
  // With two members of one name the earlier one's fault may be hidden by the later.
  const names = members.map(({ text }) => text.split(':')[0]);
  const isPlain = new Set(names).size === names.length;
  const text = members.flatMap((member) => (member.text === '' ? [] : member.text)).join();
  return { text: `{${text}}`, refuse: isPlain && members.some(({ refuse }) => refuse) };
}

function arrayOf(schema: Schema, name: string, odd: number, random: Random): JsonText {
  const { items = {}, maxItems = 3 } = schema;
  const count = random.chance(odd) ? maxItems + 1 : Math.floor(random.between(0, maxItems + 1));
  const all = Array.from({ length: count }, () =>
    name === 'images' ? picture(odd, random) : jsonFor(items, name, odd, random),
  );
  return {
    text: `[${all.map(({ text }) => text).join()}]`,
    refuse: count > maxItems || all.some(({ refuse }) => refuse),
  };
}

function stringOf({ maxLength }: Schema, name: string, odd: number, random: Random): JsonText {
  if (maxLength !== undefined && random.chance(odd)) {
    const length = maxLength + Math.floor(random.between(-1, 3));
    return { text: JSON.stringify('я'.repeat(length)), refuse: length > maxLength };
  }
  return { text: JSON.stringify(rightString(name, random)), refuse: false };
}

function rightString(name: string, random: Random): string {
  switch (name) {
    case 'text':
      return random.pick(WORDS);
    // Nobody listens there: no request may leave this machine.
    case 'webhook_url':
      return 'http://127.0.0.1:9/hook';
    case 'seat':
      return '1';
    default:
      return `${name}-${size(random, 1, 1_000)}`;
  }
}

const PICTURES = [
  image(png(9, 9)),
  image(gif(9, 9), 'image/gif'),
  image(jpeg(9, 9), 'image/jpeg'),
  image(webp(9, 9), 'image/webp'),
] as const;
const DAMAGED = [
  ...['', '=', '====', 'A', 'AAAA', '_-__', 'не base64', 'data:image/png;base64,AAAA', '\0', 'JVBERi0xLjcK'],
  ...[png(0, 9), gif(65_535, 65_535), png(9, 9).subarray(0, 20), jpeg(9, 9).subarray(0, 12)].map((bytes) =>
    bytes.toString('base64'),
  ),
  // A JPEG whose segments have no length, or one that leads on and on.
  Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.from('ffe00000'.repeat(5_000), 'hex')]).toString('base64'),
  Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(20_000, 0xff)]).toString('base64'),
] as const;

function picture(odd: number, random: Random): JsonText {
  const right = random.pick(PICTURES);
  if (!random.chance(odd * 4)) return { text: JSON.stringify(right), refuse: false };
  if (random.chance(0.3)) {
    const text = hostileJson(random);
    return { text, refuse: !text.startsWith('{') };
  }
  const b64 = random.chance(0.7) ? random.pick(DAMAGED) : right.b64.slice(0, random.between(0, right.b64.length));
  return {
    text: JSON.stringify({ ...right, b64 }),
    refuse: !PICTURES.some((one) => one.b64 === b64) && b64.length < 20,
  };
}

/** Right or wrong for a query parameter, not escaped yet. */
export function parameterOf({ enum: allowed, minimum, maximum }: Schema, odd: number, random: Random): string {
  if (random.chance(odd)) return hostileString(random);
  if (allowed) return random.pick([allowed[0] ?? '', ...allowed]);
  if (maximum !== undefined) {
    const bounds = [(minimum ?? 0) - 1, minimum ?? 0, maximum, maximum + 1];
    return random.chance(odd)
      ? String(random.pick([bounds[0] ?? 0, ...bounds]))
      : String(Math.floor(random.between(1, maximum)));
  }
  return random.pick(['x', '1', '0', '-1', 'eyJ', '999999999999999999999', '0'.repeat(300)]);
}

function quoted(value: string): JsonText {
  return { text: JSON.stringify(value), refuse: false };
}

/** Whether the JSON is surely of another type than the schema's; free-form data has none. */
function isMismatch({ type, properties }: Schema, text: string): boolean {
  if (type === 'string') return !text.startsWith('"');
  if (type === 'array') return !text.startsWith('[');
  return properties !== undefined && !text.startsWith('{');
}
