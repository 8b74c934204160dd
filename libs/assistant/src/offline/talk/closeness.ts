import type { Finding, Fuel, Order } from '#libs/furniture';
import type { Answer } from '../../port.js';
import { CLOSEST, type Near } from '../lexicon/norms.js';
import { distanceOf } from '../text/lengths.js';
import { clauses, has, is, type Token } from '../text/token.js';

const FUELS: Readonly<Record<Fuel, string>> = { gas: 'газовой ', electric: '', induction: '' };

/** «вплотную», «впритык», «без зазора»: no distance at all. «Рядом» leaves the distance to the rules. */
const isTight = (clause: readonly Token[], i: number): boolean =>
  /^(вплотн|впритык|встык|притык)/.test(clause[i]?.text ?? '') ||
  (is(clause[i], 'no') && (is(clause[i + 1], 'gap') || /^отступ/.test(clause[i + 1]?.text ?? '')));

/** What the word names of the things that a hob keeps a distance from. */
function nearOf(clause: readonly Token[], i: number): Near | undefined {
  const token = clause[i];
  if (is(token, 'hob', 'stove')) return 'hob';
  if (is(token, 'gas', 'induction') && !is(clause[i + 1], 'hob', 'stove')) return 'hob';
  if (is(token, 'fridge')) return 'fridge';
  if (is(token, 'sink')) return 'sink';
  if (is(token, 'tall')) return 'tall';
  const lead = clause.slice(Math.max(0, i - 2), i);
  return is(token, 'wall') && has(lead, 'at', 'from') ? 'wall' : undefined;
}

interface Pair {
  readonly to: Exclude<Near, 'hob'>;
  readonly mm: number;
}

/** The two things that stand on the two sides of position `at`, or both on one of them. */
function around(clause: readonly Token[], at: number, mm: number): Pair | undefined {
  const things = clause.flatMap((_, i) => {
    const near = nearOf(clause, i);
    return near ? [{ near, i }] : [];
  });
  const before = things.filter(({ i }) => i < at);
  const after = things.filter(({ i }) => i > at);
  const pair =
    after.length > 0 && before.length > 0
      ? [before.at(-1), after[0]]
      : (after.length > 1 ? after : before.slice(-2)).slice(0, 2);
  const [one, two] = pair.map((thing) => thing?.near);
  if (!one || !two || one === two || (one !== 'hob' && two !== 'hob')) return undefined;
  const to = one === 'hob' ? two : one;
  return to === 'hob' ? undefined : { to, mm };
}

function pairOf(clause: readonly Token[]): Pair | undefined {
  const tight = clause.findIndex((_, i) => isTight(clause, i));
  if (tight >= 0) return around(clause, tight, 0);
  // «холодильник в 10 см от плиты»
  const at = clause.findIndex(
    (token, i) =>
      token.quantity &&
      is(clause[i + 1], 'from') &&
      clause.slice(i + 2, i + 4).some((_, k) => nearOf(clause, i + 2 + k)),
  );
  const quantity = clause[at]?.quantity;
  return quantity && around(clause, at, distanceOf(quantity));
}

/** A built-in fridge is a tall unit: its side may not stand at any hob. */
const builtIn = (clause: readonly Token[], order: Order | undefined): boolean =>
  clause.some((token) => is(token, 'builtIn')) ||
  order?.runs.some(({ nodes }) => nodes.some(({ code }) => code === 'TF')) === true;

/**
 * «Холодильник вплотную к газовой плите»: a closeness that a norm forbids, named outright, is answered with the norm and
 * what is lawful; nothing is built otherwise than it was asked for in silence.
 */
export function answerClose(
  tokens: readonly Token[],
  fuel: Fuel | undefined,
  order: Order | undefined,
): Answer | undefined {
  for (const clause of clauses(tokens)) {
    const pair = pairOf(clause);
    if (!pair) continue;
    const kinds: Near[] = pair.to === 'fridge' && builtIn(clause, order) ? ['fridge', 'tall'] : [pair.to];
    const norm = CLOSEST.find(
      (one) => kinds.includes(one.to) && (one.fuel === undefined || one.fuel === fuel) && pair.mm < one.least,
    );
    if (!norm) continue;
    const name = pair.to === 'fridge' ? 'холодильник' : norm.name;
    const finding: Finding = {
      code: norm.code,
      severity: 'error',
      path: 'items[hob]',
      msg: `Между ${FUELS[fuel ?? 'electric']}варочной и ${INSTRUMENTAL[pair.to]} ${pair.mm} мм, нужно не меньше ${norm.least}.`,
      fixHint: 'тумба 300 между ними',
    };
    const where =
      pair.to === 'wall'
        ? 'Могу отступить от стены тумбой 300 мм'
        : `Могу поставить между ними тумбу 300 мм или перенести: ${name} в другом конце ряда`;
    return { kind: 'question', reply: `${finding.msg} ${where}. Куда что поставить?`, findings: [finding] };
  }
  return undefined;
}

const INSTRUMENTAL: Readonly<Record<Exclude<Near, 'hob'>, string>> = {
  fridge: 'холодильником',
  sink: 'мойкой',
  tall: 'пеналом',
  wall: 'стеной',
};
