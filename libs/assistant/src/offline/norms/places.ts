import { type Finding, type Fuel, isBuiltInFridge, type Order, type RuleCode, wordedFinding } from '#libs/furniture';
import type { Answer } from '../../port.js';
import type { Lex } from '../lexicon/words.js';
import { distanceOf } from '../text/lengths.js';
import { clauses, find, has, is, type Token } from '../text/token.js';

const FUELS: Readonly<Record<Fuel, string>> = { gas: 'газовой ', electric: '', induction: '' };

/** «вплотную», «впритык», «без зазора»: zero distance. «Рядом» leaves the distance to the engine. */
const isTight = (clause: readonly Token[], i: number): boolean =>
  /^(вплотн|впритык|встык|притык)/.test(clause[i]?.text ?? '') ||
  (is(clause[i], 'no') && (is(clause[i + 1], 'gap') || /^отступ/.test(clause[i + 1]?.text ?? '')));

/** The thing that the token names, if a norm keeps it away from the hob. */
function nearOf(clause: readonly Token[], i: number): HobNeighbour | undefined {
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
  readonly to: Exclude<HobNeighbour, 'hob'>;
  readonly mm: number;
}

/** The hob and the thing on the two sides of position `at`, or both on one side. */
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

/** A built-in fridge counts as a tall unit. */
const builtIn = (clause: readonly Token[], order: Order | undefined): boolean =>
  clause.some((token) => is(token, 'builtIn')) ||
  order?.runs.some(({ nodes }) => nodes.some(({ code }) => isBuiltInFridge(code))) === true;

/**
 * «Холодильник вплотную к газовой плите»: an explicit distance below the norm is answered with the norm and what is
 * possible, not silently changed.
 */
export function answerTooClose(
  tokens: readonly Token[],
  fuel: Fuel | undefined,
  order: Order | undefined,
): Answer | undefined {
  for (const clause of clauses(tokens)) {
    const pair = pairOf(clause);
    if (!pair) continue;
    const kinds: HobNeighbour[] = pair.to === 'fridge' && builtIn(clause, order) ? ['fridge', 'tall'] : [pair.to];
    const norm = HOB_DISTANCES.find(
      (one) => kinds.includes(one.to) && (one.fuel === undefined || one.fuel === fuel) && pair.mm < one.minMm,
    );
    if (!norm) continue;
    const name = pair.to === 'fridge' ? 'холодильник' : norm.name;
    const msg = `Между ${FUELS[fuel ?? 'electric']}варочной и ${INSTRUMENTAL[pair.to]} ${pair.mm} мм, нужно не меньше ${norm.minMm}.`;
    const where =
      pair.to === 'wall'
        ? 'Могу отступить от стены тумбой 300 мм'
        : `Могу поставить между ними тумбу 300 мм или перенести: ${name} в другом конце ряда`;
    const finding = wordedFinding(norm.code, 'items[hob]', msg, 'тумба 300 между ними');
    return refused(finding, `${where}. Куда что поставить?`);
  }
  return undefined;
}

/** A question that begins with the reason. */
const refused = (finding: Finding, offer: string): Answer => ({
  kind: 'question',
  reply: `${finding.msg} ${offer}`,
  findings: [finding],
});

const INSTRUMENTAL: Readonly<Record<Exclude<HobNeighbour, 'hob'>, string>> = {
  fridge: 'холодильником',
  sink: 'мойкой',
  tall: 'пеналом',
  wall: 'стеной',
};

/** Does not open in a corner (furniture.ru.md, section 2, COR-DRAWER). */
const NEVER_IN_CORNER: readonly Lex[] = ['drawers', 'oven', 'dishwasher', 'washer', 'stove'];
/** Does not fit under a sink because of the drain and pipes (furniture.ru.md, 1.2, ШНМ). */
const NEVER_UNDER_SINK: readonly Lex[] = ['oven', 'dishwasher', 'washer', 'fridge', 'microwave'];

const NAMES: Partial<Record<Lex, string>> = {
  drawers: 'ящики',
  oven: 'духовку',
  dishwasher: 'посудомойку',
  washer: 'стиральную машину',
  stove: 'плиту',
  fridge: 'холодильник',
  microwave: 'микроволновку',
};

const headBefore = (clause: readonly Token[], at: number, lexes: readonly Lex[]): Lex | undefined =>
  clause.slice(0, at).findLast((token) => is(token, ...lexes, 'sink', 'hob', 'fridge', 'cabinet', 'baseUnit', 'tall'))
    ?.lex;

/** «ящики в угол», «посудомойку прямо в угол». */
function intoCorner(clause: readonly Token[]): Lex | undefined {
  const at = clause.findIndex(
    (token, i) => is(token, 'corner') && clause[i - 1]?.text === 'в' && !is(clause[i - 2], 'left', 'right'),
  );
  if (at < 0 || has(clause, 'left', 'right', 'near')) return undefined;
  const head =
    headBefore(clause, at, NEVER_IN_CORNER) ?? clause.slice(at + 1).find((token) => is(token, ...NEVER_IN_CORNER))?.lex;
  return head && NEVER_IN_CORNER.includes(head) ? head : undefined;
}

/** «духовку под мойку». */
function underSink(clause: readonly Token[]): Lex | undefined {
  const at = clause.findIndex((token, i) => is(token, 'under') && is(clause[i + 1], 'sink'));
  const head = at < 0 ? undefined : headBefore(clause, at, NEVER_UNDER_SINK);
  return head && NEVER_UNDER_SINK.includes(head) ? head : undefined;
}

/** «верхние поверх окна». */
const overWindow = (clause: readonly Token[]): boolean =>
  has(clause, 'top', 'cabinet') &&
  clause.some(({ text }, i) => /^(поверх|перед)$/.test(text) && is(clause[i + 1], 'window'));

/**
 * A place where the thing can never stand is answered with the reason and alternatives; `corner`: the kitchen has one.
 */
export function answerMisplaced(tokens: readonly Token[], corner: boolean): Answer | undefined {
  for (const clause of clauses(tokens)) {
    const cornered = corner ? intoCorner(clause) : undefined;
    if (cornered) {
      const msg = `В угол нельзя ${NAMES[cornered] ?? 'это'}: не откроется. В углу стоит угловой шкаф или мойка.`;
      const finding = wordedFinding('COR-DRAWER', 'runs', msg, 'ШНУ или ШНУМ');
      return refused(finding, 'Могу поставить рядом с углом, на любой из двух стен. На какой?');
    }
    if (overWindow(clause)) {
      const finding = wordedFinding('OBS-WIN', 'runs', 'Верхний шкаф закроет окно.', 'убрать или пропуск у окна');
      return refused(finding, 'Могу повесить шкафы по бокам от окна, над ним ничего. Сделать так или без верхних?');
    }
    const under = underSink(clause);
    if (under)
      return {
        kind: 'question',
        reply: `Под мойку ${NAMES[under] ?? 'это'} не ставим: там слив и трубы. Могу поставить рядом или в другом месте ряда. Куда?`,
      };
  }
  return undefined;
}

/** «Посудомойку под варочную»: never allowed (HOB-DW). */
export function answerUnderHob(tokens: readonly Token[]): Answer | undefined {
  const at = find(tokens, ['under']);
  const machine = find(tokens, ['dishwasher', 'washer']);
  if (at < 0 || machine < 0 || machine > at || !has(tokens.slice(at, at + 4), 'hob', 'stove', 'induction'))
    return undefined;
  const msg = 'Под варочной нельзя ставить посудомоечную и стиральную машину.';
  const finding = wordedFinding('HOB-DW', 'items[hob]', msg, 'соседний узел');
  return refused(finding, 'Могу поставить её рядом с мойкой или с другой стороны от варочной. Где поставить?');
}

export type HobNeighbour = 'hob' | 'fridge' | 'sink' | 'tall' | 'wall';

/** Minimum distances from the hob, mm (furniture.ru.md, section 2). */
export const HOB_DISTANCES: readonly {
  to: Exclude<HobNeighbour, 'hob'>;
  fuel?: Fuel;
  minMm: number;
  code: RuleCode;
  name: string;
}[] = [
  { to: 'fridge', fuel: 'gas', minMm: 300, code: 'HOB-FRIDGE', name: 'холодильник' },
  { to: 'sink', fuel: 'gas', minMm: 300, code: 'HOB-SINK', name: 'мойка' },
  { to: 'tall', minMm: 100, code: 'HOB-TALL', name: 'пенал' },
  { to: 'wall', minMm: 100, code: 'HOB-TALL', name: 'стена' },
];
