import { given, OBSTACLES } from '#libs/furniture';
import { OBSTACLE_CONCEPTS } from '../concepts/obstacles.js';
import type { Edge } from '../rules/chart.js';
import { flag, oneOf, part, parts, text } from '../rules/frame.js';
import { millimetres, type Role } from '../rules/quantities.js';
import { handIn, type ObstacleSaid, type Statement } from './meaning.js';
import { inCorner, isPlace, measured, placesOf, type SourceOf } from './mentions.js';
import { isObstacle, type Of, type Told } from './told.js';
import type { Node } from './tree/hypothesis.js';

/** «с другой стороны», «правее»: of what, nobody knows. */
const isRelative = ({ frame }: Edge): boolean =>
  parts(frame, 'places').some((place) => text(place, 'wall') === 'other' || flag(place, 'toward'));

/** What stands in tall units. */
const HOUSED = ['oven', 'microwave', 'fridge', 'tall'];

/** Whether a phrase that names an obstacle tells of none; `others`: the things of the message. */
function isNone(
  { edge, kids }: Node,
  kind: ObstacleSaid['kind'],
  refused: boolean,
  others: readonly string[],
  sourceOf: SourceOf,
): boolean {
  // «верхние в углу с шахтой не нужны»: it is not the shaft that is refused.
  if (refused && text(edge.frame, 'cases') === 'i') return true;
  // «пенал с духовкой, холодильник встроенный. колонны справа», «хочу колонну: духовка и микроволновка»: tall units.
  const isTall = kind === 'riser' && /колонн(ы|ам|ами|ах|у)(?![а-яё])/i.test(sourceOf(edge).text);
  return isTall && kids.every(isPlace) && others.some((concept) => HOUSED.includes(concept));
}

/** An obstacle with one more phrase of its description. */
export function described(said: ObstacleSaid, kid: Edge, sourceOf: SourceOf): ObstacleSaid {
  const { frame } = kid;
  const { measures, size = 'place' } = OBSTACLE_CONCEPTS[said.kind];
  const mm = (name: string, role: Role = 'place'): number | undefined => millimetres(part(frame, name), role);
  switch (kid.category) {
    case 'place':
      return { ...said, places: [...said.places, ...placesOf(kid, sourceOf).map(inCorner)] };
    case 'len': {
      const free = measures.find((measure) => said[measure] === undefined) ?? 'width';
      return { ...said, [free]: millimetres(frame, size) };
    }
    case 'size': {
      const [first = 'width', second = 'height', third] = measures;
      return {
        ...said,
        ...given({ [first]: mm('a', size), [second]: mm('b', size), ...(third ? { [third]: mm('c', size) } : {}) }),
      };
    }
    case 'measure': {
      const { along: width, ...more } = measured(frame, size);
      // «труба толщиной 5 см»
      if (said.kind === 'gas_pipe' && said.width === undefined && typeof more.depth === 'number')
        return { ...said, ...more, width: more.depth };
      if (typeof width !== 'number') return { ...said, ...more };
      // «30х40, 40 вдоль стены»
      return { ...said, ...(said.width === undefined || said.width === width ? {} : { depth: said.width }), width };
    }
    case 'extent':
      return {
        ...said,
        places: [...said.places, { at: 'offset', mm: mm('from') ?? 0, from: 'unsaid' }],
        ...given({ to: mm('to') }),
      };
    default:
      return said;
  }
}

/** An obstacle of a phrase with all that was said of it; «окно справа, до угла 60» is measured from the corner on that side. */
function obstacleOf(edge: Edge, kind: ObstacleSaid['kind'], kids: readonly Edge[], sourceOf: SourceOf): ObstacleSaid {
  const gap = millimetres(part(edge.frame, 'cornerGap'), 'place');
  const from = oneOf('left right', edge.frame, 'hand') ?? 'unsaid';
  let said: ObstacleSaid = { kind, places: gap === undefined ? [] : [{ at: 'offset', mm: gap, from }] };
  for (const kid of kids) said = described(said, kid, sourceOf);
  const hand = handIn(said.places);
  if (!hand) return said;
  const places = said.places.map((place) =>
    place.at === 'offset' && place.from === 'unsaid' ? { ...place, from: hand } : place,
  );
  return { ...said, places };
}

const MEASURES = ['width', 'height', 'depth', 'bottom', 'top', 'to'] as const;

/** Two descriptions of one obstacle; undefined where they say different things. */
function completed(a: ObstacleSaid, b: ObstacleSaid): ObstacleSaid | undefined {
  const twice = a.places.some(({ at }) => b.places.some((one) => one.at === at));
  if (a.kind !== b.kind || twice || MEASURES.some((name) => a[name] !== undefined && b[name] !== undefined))
    return undefined;
  return { ...a, ...b, places: [...a.places, ...b.places] };
}

/** Says an obstacle; `nodes` of its message. */
export function sayObstacle(told: Told, node: Node, refused: boolean, nodes: readonly Node[]): void {
  const { edge, kids } = node;
  const gone = refused || flag(edge.frame, 'gone') === true;
  const kind = oneOf(OBSTACLES, edge.frame, 'obstacle') ?? 'niche';
  const others = nodes.map((one) => text(one.edge.frame, 'concept') ?? '');
  if (isNone(node, kind, refused, others, told.sourceOf)) {
    told.say({ say: 'context', of: 'other' }, node);
    return;
  }
  // «там вода подведена», «вода с другой стороны» say nothing without a place.
  if (kids.every(isRelative) && !gone && (flag(edge.frame, 'implied') || kind === 'water')) return;
  const obstacle = obstacleOf(edge, kind, kids, told.sourceOf);
  const merged =
    !gone &&
    told.amend(isObstacle, node, (before) => {
      const both = before.act === 'is' ? completed(before.obstacle, obstacle) : undefined;
      return both && { ...before, obstacle: both };
    });
  if (!merged) told.say({ say: 'obstacle', act: gone ? 'gone' : 'is', obstacle }, node);
}

/** «перед батареей ничего не ставим», «её шкафами не загораживать»; `of`: an obstacle's kind, or `it`. Of others it says nothing new. */
export function keepFree(told: Told, node: Node, of: string): boolean {
  const last = told.all.findLast(isObstacle)?.obstacle.kind;
  if ((of === 'it' ? last : of) !== 'radiator') return false;
  const isRadiator = (one: Statement): one is Of<'obstacle'> => isObstacle(one) && one.obstacle.kind === 'radiator';
  const isSaid = told.amend(isRadiator, node, (one) => ({ ...one, obstacle: { ...one.obstacle, free: true } }));
  if (!isSaid) told.say({ say: 'obstacle', act: 'is', obstacle: { kind: 'radiator', places: [], free: true } }, node);
  return true;
}
