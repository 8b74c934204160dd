import { type Edit, isOrdinary, type Order, type Spot } from '#libs/furniture';
import { noFacts } from '../brief/facts.js';
import { obstacleQuestion } from '../brief/missing.js';
import { placeOf } from '../brief/place.js';
import { distanceOf } from '../text/lengths.js';
import { has, is, type Token } from '../text/token.js';
import { askWhich, done, type EditInterpretation, labelOf } from './interpretation.js';
import { mentions, type NodeInRun } from './refer.js';
import { endsOf, spotOf } from './spots.js';

/** «поменяй местами мойку и посудомойку». */
export function readSwap(order: Order, clause: readonly Token[]): EditInterpretation | undefined {
  const [a, b] = mentions(order, clause, true);
  if (!a || !b) return has(clause, 'places') ? { question: 'Что с чем поменять местами?' } : undefined;
  for (const { found, i } of [a, b]) if (found.length > 1) return askWhich(order, found, clause[i]);
  const [one, two] = [a.found[0], b.found[0]];
  if (!one || !two) return { question: 'Одного из них в заказе нет. Что с чем поменять местами?' };
  return done(
    [{ op: 'swap', a: one.node.id, b: two.node.id }],
    `Поменялись местами: ${labelOf(order, one)} и ${labelOf(order, two)}.`,
  );
}

/** Id of the neighbour in the same row. */
function neighbour(order: Order, { node, run }: NodeInRun, hand: 'left' | 'right'): string | undefined {
  const row = order.runs
    .filter(
      ({ wall, tier }) =>
        wall === run.wall && (run.tier === 'wall' ? tier === 'wall' : tier === 'base' || tier === 'tall'),
    )
    .flatMap(({ nodes }) => nodes)
    .filter(({ code }) => isOrdinary(code))
    .sort((x, y) => Number(x.at) - Number(y.at));
  const at = row.findIndex(({ id }) => id === node.id);
  return row[hand === 'left' ? at - 1 : at + 1]?.id;
}

/** «передвинь мойку влево», «холодильник в начало», «поставь посудомойку справа от мойки», «мойку под окно». */
export function readMove(
  order: Order,
  clause: readonly Token[],
  last: NodeInRun | undefined,
): EditInterpretation | undefined {
  const unseen = !order.obstacles.some(({ kind }) => kind === 'window');
  if (unseen && clause.some((token, i) => is(token, 'window') && is(clause[i - 1], 'at', 'under', 'near')))
    return { question: obstacleQuestion({ kind: 'window' }, noFacts()).text };
  const target = mentions(order, clause, true).find(
    ({ i }) => !is(clause[i - 1], 'from', 'near', 'of', 'under', 'above', 'and'),
  );
  if (target && target.found.length > 1) return askWhich(order, target.found, clause[target.i]);
  const one = target ? target.found[0] : last;
  if (!one) return undefined;
  const words = target ? [...clause.slice(0, target.i), ...clause.slice(target.i + 1)] : clause;
  const edit = moved(order, one, words);
  return edit && done([edit], `Переставлено: ${labelOf(order, one)}.`);
}

const isStep = (token: Token | undefined): boolean => /^(влево|вправо|левее|правее)$/.test(token?.text ?? '');

function moved(order: Order, one: NodeInRun, words: readonly Token[]): Edit | undefined {
  const { node } = one;
  const place = placeOf(words, undefined);
  const shift = words.findIndex((token, i) => token.quantity && is(words[i - 1], 'on'));
  const hand = has(words, 'left', 'lefter') ? 'left' : has(words, 'right', 'righter') ? 'right' : undefined;
  const beside = words.findIndex((token, i) => token.quantity && isStep(words[i + 1]));
  const quantity = words[shift]?.quantity ?? words[beside]?.quantity;
  if (quantity && hand) {
    const mm = distanceOf(quantity);
    return { op: 'move', node: node.id, at: Math.max(0, Number(node.at) + (hand === 'left' ? -mm : mm)) };
  }
  const step = words.some(({ text }) => /^(влево|левее|полевее|налево)$/.test(text))
    ? 'left'
    : words.some(({ text }) => /^(вправо|правее|поправее|направо)$/.test(text))
      ? 'right'
      : undefined;
  if (step && !place.side && place.where === undefined) {
    const next = neighbour(order, one, step);
    return next === undefined
      ? undefined
      : { op: 'move', node: node.id, ...(step === 'left' ? { before: next } : { after: next }) };
  }
  const away = words.some(({ text }) => /^(по)?дальше$/.test(text)) ? awayFrom(order, one, words) : undefined;
  const spot = away ?? spotOf(order, place, node.w);
  if (!spot || spot.after === node.id || spot.before === node.id) return undefined;
  return { op: 'move', node: node.id, ...spot };
}

/** «подальше от холодильника»: the other end of the row. */
function awayFrom(order: Order, { run, node }: NodeInRun, words: readonly Token[]): Spot | undefined {
  const from = words.findIndex((token) => is(token, 'from'));
  const other = from < 0 ? undefined : mentions(order, words.slice(from + 1))[0]?.found[0];
  const [first, last] = endsOf(order, run.wall);
  if (!other || other.run.wall !== run.wall) return undefined;
  if (Number(other.node.at) < Number(node.at)) return last === undefined ? undefined : { after: last };
  return first === undefined ? undefined : { before: first };
}
