import { CONSTANTS, given, HANDLES, TIERS, type Tier } from '#libs/furniture';
import type { Edge } from '../rules/chart.js';
import { flag, oneOf, part, parts, text } from '../rules/frame.js';
import { PARTS } from './edits.js';
import type { Part, Said, Statement } from './meaning.js';
import { ANAPHOR, colourOf, kidsOf, type SourceOf } from './mentions.js';
import type { Of, Told } from './told.js';
import type { Node } from './tree/hypothesis.js';

const OTHER_MEASURES: Readonly<Record<string, string>> = {
  height: `другая высота столешницы (она на ${CONSTANTS.worktopTop} мм от пола)`,
  depth: 'другая толщина столешницы',
};

/** The row that a look was said of: «ручки внизу». */
const levelOf = ({ kids }: Node): Tier | undefined =>
  oneOf(TIERS, kids.find((one) => one.category === 'level')?.frame, 'level');

/** The colour of a part, of a row or of a thing; a part without one may be wanted in other measures, which nobody makes. */
export function colourSaid(node: Node, refused: boolean, sourceOf: SourceOf): Said | undefined {
  const { edge } = node;
  // «фасады белые или серые?»
  if (text(node.act?.frame, 'about') === 'which') return undefined;
  const all = kidsOf(node, 'colour');
  // «фасады молочные, чтобы было светлее»
  const own = all.findLast(({ frame }) => text(frame, 'finish')) ?? all.at(-1);
  const kid = edge.category === 'colour' ? edge : own;
  const colour = kid && colourOf(kid.frame, sourceOf(kid).text);
  const by = oneOf('lighter darker', kid?.frame, 'tone');
  if (!colour && !by) {
    const measure = text(edge.frame, 'measure') ?? text(kidsOf(node, 'measure')[0]?.frame, 'measure');
    const name = measure && text(edge.frame, 'part') === 'worktop' ? OTHER_MEASURES[measure] : undefined;
    return name ? { say: 'outside', name } : undefined;
  }
  const also = parts(edge.frame, 'also').flatMap((one) => oneOf(PARTS, one, 'part') ?? []);
  const level = levelOf(node);
  const unnamed = edge.category === 'colour' && !flag(edge.frame, 'whole');
  const named: readonly Part[] = [oneOf(PARTS, edge.frame, 'part') ?? 'facade', ...also];
  const painted = level ? [level] : unnamed ? [] : named;
  if (!colour) return by && { say: 'edit', edit: { act: 'shade', parts: painted, by } };
  const not = refused || flag(kid?.frame, 'not') || undefined;
  // «его фасад»
  const thing = { concept: ANAPHOR, source: sourceOf(edge), colour, which: { anaphor: true } };
  if (flag(edge.frame, 'own')) return { say: 'thing', act: 'want', thing, places: [] };
  return { say: 'colour', parts: painted, colour, ...given({ not }) };
}

/** Handles by row; without any the upper fronts open by a push, the lower ones by a gola profile. */
function handlesSaid(node: Node, refused: boolean): Said[] {
  const { frame } = node.edge;
  const level = levelOf(node) ?? oneOf(TIERS, frame, 'level') ?? oneOf(TIERS, part(frame, 'of'), 'tier');
  const also = [node.edge, ...node.kids].flatMap((edge) => oneOf(TIERS, edge.frame, 'also') ?? []);
  const levels = level ? [level, ...also] : [];
  // «ни внизу, ни вверху»
  const isAll = levels.length === 0 || (levels.includes('base') && levels.includes('wall'));
  const tiers = isAll ? ('all' as const) : levels;
  const handle = oneOf(HANDLES, frame, 'handle');
  const not = refused || undefined;
  if (handle)
    return [{ say: 'handles', tiers: handle === 'gola' && !level ? ['base'] : tiers, handle, ...given({ not }) }];
  if (!refused && text(frame, 'handle') !== 'none') return [];
  const pushed = tiers === 'all' ? tiers : tiers.filter((tier) => tier !== 'base');
  return [
    ...(pushed.length > 0 ? [{ say: 'handles', tiers: pushed, handle: 'push' } as const] : []),
    ...(tiers === 'all' || tiers.includes('base')
      ? [{ say: 'handles', tiers: ['base'], handle: 'gola' } as const]
      : []),
  ];
}

/** «столешница чёрная, нет, чёрная вся будет в разводах, пусть белая»: why a colour is given up, and what its part gets. */
export function recoloured(
  all: Statement[],
  of: ReadonlyMap<Edge, number>,
  nodes: readonly Node[],
  sourceOf: SourceOf,
): void {
  let last: { readonly i: number; readonly edge: Edge; readonly said: Extract<Said, { say: 'colour' }> } | undefined;
  // «столешницу потемнее, венге»: the colour says how dark.
  for (const [i, said] of all.entries()) {
    const next = all[i + 1];
    if (said.say !== 'edit' || said.edit.act !== 'shade' || next?.say !== 'colour' || next.parts.length > 0) continue;
    all[i] = { say: 'context', of: 'other', source: said.source };
    all[i + 1] = { ...next, parts: said.edit.parts };
  }
  for (const [n, { edge }] of nodes.entries()) {
    const i = of.get(edge) ?? -1;
    const said = all[i];
    if (said?.say !== 'colour' || said.not || i === last?.i) continue;
    // «с деревянной (под дуб) столешницей»: of the part behind it.
    const next = nodes[n + 1];
    const from = Math.min(next?.edge.from ?? 0, ...(next?.kids ?? []).map((kid) => kid.from));
    if (last && said.parts.length === 0 && next?.edge.category === 'part' && from - edge.to <= 1) {
      all[i] = { say: 'context', of: 'other', source: said.source };
      continue;
    }
    const { parts, colour, source } = said;
    const corrects =
      last !== undefined &&
      /(^|[^а-яё])(нет|лучше|пусть|или|ладно|точнее|вернее)[^а-яё]/i.test(sourceOf(last.edge, edge).text);
    const isWhole = parts.length === 0 || parts.includes('facade');
    if (last && corrects && isWhole && colour.finish === last.said.colour.finish)
      all[i] = { say: 'context', of: 'other', source };
    else if (last && corrects && parts.length === 0) all[i] = { ...said, parts: last.said.parts };
    else if (parts.length > 0) last = { i, edge, said };
  }
}

/** Says the colour of a phrase; `nodes` of its message. */
export function sayColour(told: Told, node: Node, refused: boolean, nodes: readonly Node[]): void {
  // «на короткой светлее, плиту туда»: more light, where it is said beside other things.
  const isLight =
    node.edge.category === 'colour' &&
    text(node.edge.frame, 'tone') &&
    nodes.some(({ edge }) => edge !== node.edge && /^(thing|place|obst|part|colour|row)$/.test(edge.category));
  const said = isLight ? ({ say: 'context', of: 'other' } as const) : colourSaid(node, refused, told.sourceOf);
  if (said) told.say(said, node);
}

/** Says what handles there are to be. */
export function sayHandles(told: Told, node: Node, refused: boolean): void {
  for (const said of handlesSaid(node, refused)) {
    // «на верхних без ручек, от нажатия»
    const known = (one: Statement): one is Of<'handles'> =>
      one.say === 'handles' && said.say === 'handles' && one.handle === said.handle && !one.not;
    const repeats = node.joined && levelOf(node) === undefined && oneOf(HANDLES, node.edge.frame, 'handle') && !refused;
    // «ручек никаких, голу тоже не хочу»
    const isGivenUp = said.say === 'handles' && said.not === true;
    if (isGivenUp) told.amend(known, node, ({ source }) => ({ say: 'context', of: 'other', source }));
    const isRepeated = repeats && told.amend(known, node, (one) => one);
    // «без ручек, открывание от нажатия»: below as well.
    if (isRepeated && said.say === 'handles' && said.handle === 'push') withoutGola(told, node);
    if (!isRepeated) told.say(said, node);
  }
}

/** «без ручек, открывание от нажатия»: the lower fronts too, unless their profile was named. */
function withoutGola(told: Told, node: Node): void {
  const named = new Set(
    [...told.of].flatMap(([{ frame }, index]) => (text(frame, 'handle') === 'gola' ? [index] : [])),
  );
  const isImplied = (one: Statement): one is Of<'handles'> =>
    one.say === 'handles' && one.handle === 'gola' && !named.has(told.all.indexOf(one));
  told.amend(isImplied, node, ({ source }) => ({ say: 'context', of: 'other', source }));
}
