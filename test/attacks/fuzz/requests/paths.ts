import type { Random } from '../../../faults/random.js';
import { DEAR, escaped, type Ground, type Made, pickOperation, targetOf, write } from './message.js';
import { isOpenQuery, isRightParameter } from './operations.js';
import { hostileString, parameterOf, size } from './values.js';

export function query(random: Random, ground: Ground): Made {
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

export function path(random: Random, ground: Ground): Made {
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

export function method(random: Random, ground: Ground): Made {
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
