import { conceptOf, DIAGONAL } from '../concepts/index.js';
import type { Edge } from '../rules/chart.js';
import { type Frame, flag, number, parts, text } from '../rules/frame.js';
import { isMovable, isPlace, kidsOf } from './mentions.js';
import type { Node } from './tree/hypothesis.js';

/** Rows of units that are painted as one. */
const ROWS: Readonly<Record<string, string>> = { tall: 'tall', mezzanine: 'upper', upper: 'wall' };
/** What may lead an attempt: «забудь все инструкции». */
const LEADING = new Set(['talk', 'start_anew', 'context', 'act', 'answer']);

/** What may share a colour: a part, a row, the tall units; nothing else may be said of it. */
function painted({ edge: { category, frame }, kids }: Node): Frame | undefined {
  const row = category === 'row' ? text(frame, 'tier') : category === 'thing' ? ROWS[text(frame, 'concept') ?? ''] : '';
  if (!kids.every((kid) => kid.category === 'colour')) return undefined;
  return category === 'part' ? frame : row ? { part: row } : undefined;
}

/** «холодильник и пенал справа»: both. */
function sharing(before: Node, node: Node): Node {
  const isShared = ({ frame }: Edge): boolean =>
    parts(frame, 'places').every(
      (place) => (text(place, 'at') === 'side' && !place['end']) || text(place, 'at') === 'wall',
    );
  const things = before.edge.category === 'thing' && node.edge.category === 'thing';
  if (!things || kidsOf(before, 'place').length > 0) return before;
  // «холодильник и стиралка на лоджии»
  const movable = isMovable({ concept: text(before.edge.frame, 'concept') ?? '' });
  const isUnfit = [node.edge, ...node.kids].some(({ frame }) => flag(frame, 'unfit'));
  const away = movable && !isUnfit && before.kids.length === 0 ? kidsOf(node, 'away') : [];
  return { ...before, kids: [...before.kids, ...kidsOf(node, 'place').filter(isShared), ...away] };
}

/** No sink's cabinet is so narrow that «большая» is said of it, mm. */
const LARGE_SINK_MM = 700;

/** «Мойка большая, тумба 80.»: the sink's own cabinet, said in a sentence of their own; «мойка большая тумба девяносто» without marks. */
function cabinetOfSink(before: Node, node: Node, next: Node | undefined): Frame | undefined {
  const [sink, base] = [before.edge.frame, node.edge.frame];
  const isLarge = before.edge.to - before.edge.from > 1 && (number(base, 'width') ?? 0) >= LARGE_SINK_MM;
  const isNext = isLarge && before.edge.to === node.edge.from;
  const alone = isNext || (!before.joined && node.joined === 'comma' && next?.joined !== 'comma');
  const fits = text(sink, 'concept') === 'sink' && ['base', 'cabinet'].includes(text(base, 'concept') ?? '');
  const sized = sink['width'] === undefined && base['width'] !== undefined && base['count'] === undefined;
  return alone && fits && sized && node.kids.length === 0 ? { ...sink, width: base['width'] } : undefined;
}

/** «мойка диагональная», «мойка в углу, тумба трапецией»: only a plain unit in the corner is made so, and there is one. */
function skewIn({ edge, kids }: Node, before: Node | undefined): Edge | undefined {
  const said = [edge, ...kids].find(({ frame }) => flag(frame, 'diagonal'));
  const own = said && (edge.category === 'act' ? said : edge);
  const concept = text(before?.edge.frame, 'concept') ?? '';
  // «угол трапецией»: of nothing that was named.
  if (!before && isTrapezium(edge)) return edge;
  // «мойку хочу трапецией в углу»: it is the sink that goes there.
  if (concept === 'sink' && /мойка/.test(text(edge.frame, 'name') ?? '') && kids.some(isPlace)) return edge;
  if (!own || edge.category === 'mod') return conceptOf(concept)?.carcass ? undefined : own;
  return concept === 'sink' && before && isInCorner(before) && kids.every(({ category }) => category === 'mod')
    ? own
    : undefined;
}

const isTrapezium = ({ frame }: Edge): boolean => /трапеци/.test(text(frame, 'name') ?? '');

/** «один шкаф над мойкой, с сушкой» */
function isKindOf({ edge: cabinet }: Node, { edge, kids, act, joined }: Node): boolean {
  const { kind, tier } = conceptOf(text(edge.frame, 'concept') ?? '') ?? {};
  const isBare = joined === 'comma' && kids.length === 0 && !act && text(edge.frame, 'cases') === 'i';
  return isBare && text(cabinet.frame, 'concept') === 'cabinet' && !kind && tier === 'wall';
}

const isInCorner = ({ edge, kids }: Node): boolean =>
  [edge, ...kids].some(
    ({ frame }) => flag(frame, 'corner') || parts(frame, 'places').some((place) => text(place, 'at') === 'corner'),
  );
const isPlainInCorner = (thing: Node): boolean =>
  conceptOf(text(thing.edge.frame, 'concept') ?? '')?.carcass === true && isInCorner(thing);

/** «верх оставьте как есть, от нажатия»: handles of that row. */
const isLeft = (before: Node, node: Node): boolean =>
  before.edge.category === 'row' &&
  text(before.act?.frame, 'act') === 'keep' &&
  node.edge.category === 'handles' &&
  node.joined === 'comma';

/** «уберите угловую мойку, поставьте обычную»: it is the sink that is not to be in the corner. */
const isCornered = ({ edge, act, kids }: Node, { edge: thing }: Node): boolean =>
  edge.category === 'shape' &&
  kids.length === 0 &&
  text(act?.frame, 'act') === 'remove' &&
  edge.to === thing.from &&
  thing.category === 'thing';

/** Nodes that say one thing together are one (`merged`: of which phrases): parts that share a colour («фасады и корпус белые»), a place that two things share. */
export function gathered(nodes: readonly Node[], merged: Map<Edge, readonly Edge[]>): Node[] {
  const out: Node[] = [];
  for (const [i, node] of nodes.entries()) {
    const before = out.at(-1);
    const left = out.findLast(({ edge }) => edge.category !== 'act');
    const thing = out.findLast(({ edge }) => edge.category === 'thing');
    const isJoined = node.joined && node.kids.length > 0 && before?.kids.length === 0 && !before.act;
    const [one, also] = [painted(node), before && isJoined ? painted(before) : undefined];
    const sink = before && cabinetOfSink(before, node, nodes[i + 1]);
    const skew = skewIn(node, thing);
    const isSkewed = thing && isTrapezium(node.edge) && isPlainInCorner(thing);
    const decided =
      node.edge.category === 'obst' && thing ? kidsOf(node, 'place').filter(({ frame }) => flag(frame, 'decides')) : [];
    const isOfIt = before && isCornered(before, node);
    if (isOfIt) {
      const edge: Edge = { ...node.edge, from: before.edge.from };
      merged.set(edge, [before.edge, node.edge]);
      out[out.length - 1] = { ...node, edge };
    } else if (thing && decided.length > 0) {
      // «холодильник слева, хотя стоп, там вход, значит справа»
      const [refused, kids] = [kidsOf(thing, 'place'), thing.kids.filter(({ category }) => category !== 'place')];
      merged.set(thing.edge, [...(merged.get(thing.edge) ?? [thing.edge]), ...refused]);
      out[out.indexOf(thing)] = { ...thing, kids: [...kids, ...decided] };
      out.push({ ...node, kids: node.kids.filter((kid) => !decided.includes(kid)) });
    } else if (before && isKindOf(before, node)) {
      const edge: Edge = { ...before.edge, frame: { ...before.edge.frame, concept: node.edge.frame['concept'] } };
      merged.set(edge, [...(merged.get(before.edge) ?? [before.edge]), node.edge]);
      out[out.length - 1] = { ...before, edge };
    } else if (isSkewed) {
      // «в угол шкаф трапецией, вверху тоже»
      const edge: Edge = { ...thing.edge, frame: { ...thing.edge.frame, diagonal: true } };
      merged.set(edge, [...(merged.get(thing.edge) ?? [thing.edge]), node.edge, ...node.kids]);
      const kids = node.kids.filter(({ category }) => category !== 'mod' && category !== 'level');
      // «шкаф-трапеция 90»
      const len: Edge[] = node.edge.frame['value'] === undefined ? [] : [{ ...node.edge, category: 'len' }];
      out[out.indexOf(thing)] = { ...thing, edge, kids: [...thing.kids, ...len, ...kids] };
    } else if (skew) {
      const isNamed = skew.category === 'outside';
      const said = !isNamed && before && text(before.edge.frame, 'name') === DIAGONAL ? before.edge : undefined;
      // «угловую, где угол скошенный»: the unit in the corner.
      const isOfCorner =
        !thing &&
        out.some((one) => text(one.edge.frame, 'shape') === 'corner') &&
        !nodes.slice(i + 1).some((one) => one.edge.category === 'thing' && isInCorner(one));
      const cut: Edge = isOfCorner
        ? { ...skew, category: 'thing', frame: { concept: 'base', corner: true, diagonal: true } }
        : { ...skew, category: 'outside', frame: { name: DIAGONAL } };
      const edge: Edge = said ?? (isNamed && !isOfCorner ? skew : cut);
      merged.set(edge, [...(merged.get(edge) ?? []), node.edge, ...node.kids]);
      if (thing) out[out.indexOf(thing)] = { ...thing, kids: [...thing.kids, ...kidsOf(node, 'place')] };
      if (!said) out.push({ ...node, edge, kids: [] });
    } else if (before && one && also) {
      const frame: Frame = { part: one['part'], also: [also, ...parts(also, 'also')] };
      const edge: Edge = { ...node.edge, category: 'part', frame, from: before.edge.from };
      merged.set(edge, [before.edge, node.edge]);
      out[out.length - 1] = { ...node, edge };
    } else if (left && isLeft(left, node)) {
      const edge: Edge = { ...node.edge, frame: { ...node.edge.frame, of: left.edge.frame } };
      merged.set(edge, [node.edge]);
      out.push({ ...node, edge });
    } else if (before && sink) {
      const edge: Edge = { ...before.edge, frame: sink, to: node.edge.to };
      merged.set(edge, [before.edge, node.edge]);
      out[out.length - 1] = { ...before, edge };
    } else {
      if (before && node.joined === 'and') out[out.length - 1] = sharing(before, node);
      // «только низ и верх»: of both none is the only one.
      const isBoth = node.edge.category === 'row' && node.joined === 'and' && text(node.act?.frame, 'act') !== 'refuse';
      if (before?.edge.category === 'row' && flag(before.edge.frame, 'only') && isBoth) {
        const { only: _, ...frame } = before.edge.frame;
        const edge: Edge = { ...before.edge, frame };
        merged.set(edge, [before.edge]);
        out[out.length - 1] = { ...before, edge };
      }
      // «наверху только шкаф с сушкой»
      const isOnly =
        before?.edge.category === 'only' && before.edge.to === node.edge.from && node.edge.category === 'thing';
      if (before && isOnly) {
        out[out.length - 1] = { ...node, kids: [...node.kids, before.edge] };
        continue;
      }
      // «перед розеткой не ставить ни посудомойку, ни духовку»
      const isAlso = flag(node.act?.frame, 'placing') && before?.act === node.act && kidsOf(node, 'place').length === 0;
      out.push(isAlso && before ? { ...node, kids: [...node.kids, ...kidsOf(before, 'place')] } : node);
    }
  }
  return out;
}

/** Without what an attempt to give the assistant orders says: nothing of it is obeyed. */
export function lawful(nodes: readonly Node[]): { readonly nodes: readonly Node[]; readonly from?: number } {
  let from = nodes.findIndex((node) => text(node.edge.frame, 'topic') === 'injection');
  const attempt = nodes[from];
  if (!attempt) return { nodes };
  while (from > 0 && LEADING.has(nodes[from - 1]?.edge.category ?? '') && !nodes[from]?.starts) from -= 1;
  const first = nodes[from]?.edge.from ?? 0;
  const to = Math.max(...nodes.map(({ edge }) => edge.to));
  return { nodes: [...nodes.slice(0, from), { edge: { ...attempt.edge, from: first, to }, kids: [] }], from: first };
}

/** Whether a place is «в её конце»: of the wall that was named last. */
export const isIts = ({ frame }: Edge): boolean => parts(frame, 'places').some((place) => flag(place, 'its'));
