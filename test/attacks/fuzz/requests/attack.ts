import { Random } from '../../../faults/random.js';
import { bytes } from './bodies.js';
import { bomb } from './bombs.js';
import { framing, incomplete } from './framing.js';
import { header } from './headers.js';
import type { Attack, Family, Ground } from './message.js';
import { operation, pipeline, repeatedKey } from './operations.js';
import { method, path, query } from './paths.js';

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
