import type { Random } from '../../../faults/random.js';
import {
  escaped,
  type Ground,
  type HeaderLine,
  type Made,
  type Message,
  pickOperation,
  soundHeaders,
  targetOf,
  write,
} from './message.js';
import type { Operation } from './openapi.js';
import { hostileString, jsonFor, parameterOf, size } from './values.js';

export function operation(random: Random, ground: Ground, odd: number): Made & { readonly message: Message } {
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
export function isOpenQuery(path: string): boolean {
  return path.startsWith('/r/');
}

export function isRightParameter(
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

/** The same Idempotency-Key and the same lead again and again, whatever else they carry. */
export function repeatedKey(random: Random, ground: Ground): Made {
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

/** Several requests in one write: as many answers in their order, and none more. */
export function pipeline(random: Random, ground: Ground): Made {
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
