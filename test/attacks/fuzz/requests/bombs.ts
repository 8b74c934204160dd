import type { Random } from '../../../faults/random.js';
import { type Family, write } from './message.js';
import { manyKeys, nested, size } from './values.js';

/** A body that is dear to read: many keys, many members, long, deep. */
interface Bomb {
  readonly title: string;
  readonly path: string;
  readonly body: (random: Random) => string;
  readonly refuse: boolean;
}

const CONVERSATIONS = '/v1/conversations';
const TURNS = '/v1/conversations/{id}/turns';
const HANDOFF = '/v1/conversations/{id}/handoff';

function long(random: Random, letters: string, high: number): string {
  return letters.repeat(Math.ceil(size(random, high / 50, high) / Buffer.byteLength(letters)));
}

function members(random: Random, member: string, high: number): string {
  return `[${Array(size(random, high / 100, high))
    .fill(member)
    .join()}]`;
}

/** Words of a kitchen up to the limit of a text: understood and laid out they must not hold up the others. */
function kitchenWords(): string {
  return 'угловая 3000 на 2000, мойка в углу, посудомойка 60, духовка, холодильник, пеналы. '
    .repeat(60)
    .slice(0, 3_990);
}

const BOMBS: readonly [Bomb, ...Bomb[]] = [
  {
    title: 'unknown fields',
    path: CONVERSATIONS,
    refuse: true,
    body: (random) => manyKeys(size(random, 10_000, 100_000)),
  },
  { title: 'unknown fields', path: TURNS, refuse: true, body: (random) => manyKeys(size(random, 10_000, 100_000)) },
  { title: 'unknown fields', path: HANDOFF, refuse: true, body: (random) => manyKeys(size(random, 10_000, 100_000)) },
  {
    title: 'keys in meta',
    path: CONVERSATIONS,
    refuse: true,
    body: (random) => `{"meta":${manyKeys(size(random, 10_000, 100_000))}}`,
  },
  {
    title: 'empty objects for pictures',
    path: TURNS,
    refuse: true,
    body: (random) => `{"text":"план","images":${members(random, '{}', 200_000)}}`,
  },
  {
    title: 'unknown fields of a picture',
    path: TURNS,
    refuse: true,
    body: (random) => `{"text":"план","images":[${manyKeys(size(random, 10_000, 100_000))}]}`,
  },
  {
    title: 'empty arrays for pictures',
    path: TURNS,
    refuse: true,
    body: (random) => `{"text":"план","images":${members(random, '[]', 1_000_000)}}`,
  },
  {
    title: 'members in meta',
    path: CONVERSATIONS,
    refuse: true,
    body: (random) => `{"meta":${members(random, '[[]]', 1_500_000)}}`,
  },
  {
    title: 'equal keys',
    path: CONVERSATIONS,
    refuse: false,
    body: (random) => `{${members(random, '"order_id":"a"', 100_000).slice(1, -1)}}`,
  },
  { title: 'a long text', path: TURNS, refuse: true, body: (random) => `{"text":"${long(random, 'я', 14_000_000)}"}` },
  {
    title: 'a text of faces',
    path: TURNS,
    refuse: true,
    body: (random) => `{"text":"${long(random, '😀', 14_000_000)}"}`,
  },
  {
    title: 'a text of space',
    path: TURNS,
    refuse: true,
    body: (random) => `{"text":"${long(random, ' ', 14_000_000)}"}`,
  },
  {
    title: 'escaped quotes',
    path: TURNS,
    refuse: true,
    body: (random) => `{"text":"${long(random, '\\"', 14_000_000)}"}`,
  },
  {
    title: 'escapes',
    path: TURNS,
    refuse: true,
    body: (random) => `{"text":"${long(random, '\\u044f', 14_000_000)}"}`,
  },
  {
    title: 'a picture of nothing',
    path: TURNS,
    refuse: true,
    body: (random) => `{"text":"план","images":[{"mime":"image/png","b64":"${long(random, 'AAAA', 14_000_000)}"}]}`,
  },
  {
    title: 'a picture with one wrong letter at its end',
    path: TURNS,
    refuse: true,
    body: (random) => `{"text":"план","images":[{"mime":"image/png","b64":"${long(random, 'AAAA', 7_000_000)}*"}]}`,
  },
  {
    title: 'a long name',
    path: CONVERSATIONS,
    refuse: true,
    body: (random) => `{"external_id":"${long(random, 'я', 2_000_000)}"}`,
  },
  {
    title: 'a long address',
    path: CONVERSATIONS,
    refuse: true,
    body: (random) => `{"webhook_url":"http://127.0.0.1:9/${long(random, 'a', 2_000_000)}"}`,
  },
  { title: 'a long key', path: CONVERSATIONS, refuse: true, body: (random) => `{"${long(random, 'a', 2_000_000)}":1}` },
  {
    title: 'a long number',
    path: CONVERSATIONS,
    refuse: true,
    body: (random) => `{"order_id":${long(random, '9', 1_000_000)}}`,
  },
  { title: 'space', path: CONVERSATIONS, refuse: false, body: (random) => `${long(random, ' ', 14_000_000)}{}` },
  {
    title: 'deep',
    path: CONVERSATIONS,
    refuse: true,
    body: (random) => `{"meta":${nested(random, size(random, 1_000, 1_000_000))}}`,
  },
  { title: 'more than any body', path: TURNS, refuse: true, body: () => `{"text":"${'a'.repeat(16 * 1024 * 1024)}"}` },
  { title: 'words of a kitchen', path: TURNS, refuse: false, body: () => JSON.stringify({ text: kitchenWords() }) },
];

/** The bombs take turns. */
export function bomb(turn: number): Family['make'] {
  const { title, path: place, body, refuse } = BOMBS[turn % BOMBS.length] ?? BOMBS[0];
  return (random, ground) => {
    const target = place.replace('{id}', ground.conversations[0]);
    const text = body(random);
    const bytes = write(ground, { method: 'POST', target, body: text });
    return { title: `bomb: ${title}, ${Buffer.byteLength(text)} bytes`, bytes, methods: ['POST'], refuse };
  };
}
