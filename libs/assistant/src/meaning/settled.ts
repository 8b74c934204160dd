import { conceptOf } from '../concepts/index.js';
import type { Edge } from '../rules/chart.js';
import { EMPTY, flag, number, part, parts, text } from '../rules/frame.js';
import { DECISION, FIRM, REGRET, WILL } from '../rules/grammar/second-thoughts.js';
import { millimetres } from '../rules/quantities.js';
import { isChange } from './edits.js';
import type { Statement } from './meaning.js';
import { ANAPHOR, type SourceOf } from './mentions.js';
import type { Node } from './tree/hypothesis.js';

/** «поставить слева или справа?», «плита или варочная?»: what is left to choose is asked about, none of it is told. */
export function chosen(all: Statement[]): void {
  for (const [i, said] of all.entries()) {
    if (said.say !== 'question' || said.about !== 'which') continue;
    const [before, next] = [all[i - 1], all[i + 1]];
    const silent = (one: Statement): Statement => ({ say: 'context', of: 'other', source: one.source });
    if (next?.source.from === said.source.to && CHOSEN.has(next.say)) all[i + 1] = silent(next);
    if (said.things.length > 0 || before?.source.to !== said.source.from || !CHOSEN.has(before.say)) continue;
    const edit = before.say === 'edit' && 'things' in before.edit ? before.edit.things : [];
    all[i] = { ...said, things: before.say === 'thing' ? [before.thing] : edit };
    all[i - 1] = silent(before);
  }
}

/** What is said of a thing that somebody else may want otherwise: «встроенный», «газовая», 45, «слева». */
interface Said {
  readonly node: Node;
  readonly edge: Edge;
  /** The thing, where it is named. */
  readonly concept: string | undefined;
  readonly of: 'builtIn' | 'fuel' | 'kind' | 'width' | 'place' | 'colour';
  readonly says: readonly string[];
}
interface Claim extends Said {
  /** The thing, or the last one of which such was said. */
  readonly about: string | undefined;
  /** Where its words begin and end. */
  readonly from: number;
  readonly to: number;
}
type Merged = Map<Edge, readonly Edge[]>;

/**
 * «муж хотел встроенный холодильник, я отдельный, в общем отдельный»: of what people want of one thing in contrary ways the
 * first that comes behind the decision counts.
 */
export function decided(nodes: readonly Node[], sourceOf: SourceOf, merged: Merged): readonly Node[] {
  const edges = nodes.flatMap(({ edge, kids }) => [edge, ...kids]);
  const lead = { category: 'start', frame: EMPTY, cost: 0, from: 0, to: 1 };
  const words = sourceOf(lead, ...edges).text;
  if (!WILL.test(words)) return nodes;
  const placed = <One extends { readonly edge: Edge }>(one: One): One & { from: number; to: number } => {
    const to = sourceOf(lead, one.edge).text.length;
    return { ...one, to, from: to - sourceOf(one.edge).text.length };
  };
  const claimed = (all: readonly Node[]): Claim[] =>
    all
      .flatMap(claimsIn)
      .map(placed)
      .sort((a, b) => a.from - b.from)
      .map((one, i, before) => ({
        ...one,
        about: one.concept ?? before.findLast((other, at) => at < i && other.of === one.of && other.concept)?.concept,
      }));
  const isRegretted = (one: Claim, other: Claim): boolean => REGRET.test(words.slice(one.to, other.from));
  let out = nodes;
  for (const { 0: decision, index: at } of words.matchAll(DECISION)) {
    const isFirm = FIRM.test(decision);
    const seen = new Set<string>();
    for (const { edge, of } of claimed(out)) {
      const all = claimed(out);
      const one = all.find((other) => other.edge === edge && other.of === of);
      const isOther = !one || one.to <= at || edge.frame['concept'] === 'tall';
      if (isOther || seen.has(`${of} ${groupOf(one)}`)) continue;
      const rivals = all.filter((other) => other.edge !== edge && isRival(one, other));
      // «справа, короче, пусть справа» is one phrase.
      if (one.from < at && rivals.some(({ from }) => from >= at)) continue;
      seen.add(`${of} ${groupOf(one)}`);
      const before = rivals.filter((other) => (isFirm ? other.to : other.from) <= at || isRegretted(one, other));
      out = settledOn(out, one, before, isFirm, merged);
    }
  }
  return withoutIdeas(out, (edge) => placed({ edge }).from, words, merged);
}

/** «я хотел мойку двигать, сошлись на том, что мойка и ящики меняются местами»: changes that were wished before it are not made. */
function withoutIdeas(
  nodes: readonly Node[],
  placeOf: (edge: Edge) => number,
  words: string,
  merged: Merged,
): readonly Node[] {
  const firm = [...words.matchAll(DECISION)].findLast(([decision]) => FIRM.test(decision))?.index ?? 0;
  const changes = nodes.filter(({ edge }) => edge.category === 'edit' || (edge.category === 'act' && isChange(edge)));
  const after = changes.find(({ edge }) => placeOf(edge) > firm);
  const ideas = changes.filter(({ edge }) => placeOf(edge) < firm).map(({ edge }) => edge);
  if (!after || ideas.length === 0) return nodes;
  const gone = nodes.filter(({ edge, act }) => ideas.includes(edge) || (act !== undefined && ideas.includes(act)));
  merged.set(after.edge, [after.edge, ...gone.flatMap(({ edge, kids }) => [edge, ...kids])]);
  return nodes.filter((node) => !gone.includes(node));
}

/** The phrases of a message without those that a decision overrides, and with the decision where its thing is named. */
function settledOn(
  nodes: readonly Node[],
  decision: Claim,
  before: readonly Claim[],
  isFirm: boolean,
  merged: Merged,
): readonly Node[] {
  const { edge, of, concept, node: own } = decision;
  const agreeing = before.filter((one) => agrees(one, decision));
  const named = (!concept && [...before, ...agreeing].findLast(isNamed)) || decision;
  const contrary = before.filter(
    (one) => !agreeing.includes(one) && isRival(one, named) && isContrary(one, decision, isFirm || agreeing.length > 0),
  );
  if (contrary.length === 0) return nodes;
  const home = named.node;
  const alike = agreeing.filter((one) => !isNamed(one));
  // «он отдельный, 60»
  const kidsOf = (one: Said): readonly Edge[] => (one.node.edge === one.edge ? one.node.kids : []);
  const moved = new Set([...alike.flatMap(kidsOf), ...(home === own ? [] : [edge, ...kidsOf(decision)])]);
  const gone = new Set([...contrary, ...alike].map((one) => one.edge));
  const without = (old: Edge, change: Partial<Edge>): Edge => {
    const left = { ...old, ...change };
    merged.set(left, [old]);
    return left;
  };
  const silent = (old: Edge): Node => ({
    edge: without(old, { category: 'context', frame: { of: 'other' } }),
    kids: [],
  });
  const out = nodes.flatMap((node): Node[] => {
    const lost = node.kids.filter((kid) => gone.has(kid)).map(silent);
    const kids = node.kids.filter((kid) => !gone.has(kid) && !moved.has(kid));
    if (node === home) {
      const { act, ...plain } = node;
      const { with: _, tall: __, ...frame } = node.edge.frame;
      // «духовку повыше, в колонну»
      const isRaised = of === 'place' && /raise|resize/.test(text(act?.frame, 'act') ?? '');
      const left = of === 'place' && gone.has(node.edge) ? without(node.edge, { frame }) : node.edge;
      return [{ ...(isRaised ? plain : node), edge: left, kids: [...kids, ...moved] }, ...lost];
    }
    if (moved.has(node.edge)) return lost;
    return gone.has(node.edge) ? [...[node.edge, ...kids].map(silent), ...lost] : [{ ...node, kids }, ...lost];
  });
  const from = Math.min(...before.map((one) => one.edge.from));
  return out.map((node) => {
    const { category, from: at } = node.edge;
    const isIdle = category === 'act' && node.kids.length === 0 && !out.some(({ act }) => act === node.edge);
    return isIdle && at > from && at < edge.from ? silent(node.edge) : node;
  });
}

function claimsIn(node: Node): Said[] {
  const { edge, kids, act } = node;
  if (!CLAIMING.has(edge.category) && !flag(edge.frame, 'implied')) return [];
  const own = text(edge.frame, edge.category === 'part' ? 'part' : 'concept');
  // «муж в пенал»: what else would stand in one?
  const concept =
    own === ANAPHOR || (own === 'tall' && kids.every(({ frame }) => flag(frame, 'tall'))) ? undefined : own;
  if (concept && edge.category === 'thing' && !conceptOf(concept)?.kind) return [];
  const not = text(act?.frame, 'act') === 'refuse' || flag(edge.frame, 'refused') ? 'not ' : '';
  return [edge, ...kids].flatMap((one) =>
    saidBy(one, concept).map(
      ([of, ...says]): Said => ({ node, edge: one, concept, of, says: says.map((word) => not + word) }),
    ),
  );
}

function saidBy({ category, frame }: Edge, concept = ''): [Claim['of'], ...string[]][] {
  if (category === 'colour' && !flag(frame, 'not')) return [['colour', text(frame, 'finish') ?? '']];
  if (category === 'place') {
    const places = parts(frame, 'places').filter(({ at }) => at !== 'none' && at !== 'instead');
    const said = places.map(({ at, hand, wall, of }) => {
      const { concept: thing, obstacle } = part({ of }, 'of') ?? EMPTY;
      return [at, hand, wall, thing, obstacle].filter(Boolean).join(' ');
    });
    return said.length > 0 ? [['place', ...said]] : [];
  }
  if (!/^(thing|mod|whole|len)$/.test(category)) return [];
  const size = number(conceptOf(concept)?.sizes, text(frame, 'size') ?? '');
  const [isThing, isUsual] = [category === 'thing', flag(frame, 'usual')];
  const isTall = flag(frame, 'tall') || text(frame, 'concept') === 'tall';
  const isUnder = concept === 'oven' && parts(frame, 'with').length > 0;
  const all: [Claim['of'], string | number | boolean | undefined][] = [
    ['builtIn', flag(frame, 'builtIn') ?? (isUsual ? false : undefined)],
    ['fuel', flag(frame, 'supply') ? undefined : text(frame, 'fuel')],
    ['kind', isThing && COOKERS.has(concept) ? concept : isUsual && !isThing ? 'stove' : undefined],
    ['width', category === 'len' ? millimetres(frame, 'width') : (number(frame, 'width') ?? size)],
    ['place', isTall ? 'under tall' : isUnder ? 'under hob' : undefined],
  ];
  return all.flatMap(([of, value]): [Claim['of'], string][] => (value === undefined ? [] : [[of, String(value)]]));
}

const isNamed = ({ concept }: Said): boolean => concept !== undefined;
const groupOf = ({ about = '', of }: Claim): string =>
  COOKERS.has(about) && (of === 'kind' || about !== 'oven') ? 'cooker' : about;
/** Whether two things may be said of one. */
const isRival = (a: Claim, b: Claim): boolean => a.of === b.of && (!a.about || !b.about || groupOf(a) === groupOf(b));
const agrees = ({ says: a }: Claim, { says: b }: Claim): boolean =>
  a.every((one) => b.includes(one)) || b.every((one) => a.includes(one));
/** «варочная и духовка» are no rivals; «справа» and «рядом с мойкой» are only where one of them was decided on. */
function isContrary({ of, says: [one = ''] }: Claim, { says: [other = ''] }: Claim, isFirm: boolean): boolean {
  if (of === 'kind') return [one, other].includes('stove') && (isFirm || ![one, other].includes('oven'));
  return of !== 'place' || isFirm || one.split(' ')[0] === other.split(' ')[0];
}
const CLAIMING = new Set('thing part act mod whole len place colour'.split(' '));
const COOKERS = new Set(['hob', 'stove', 'oven']);

const CHOSEN: ReadonlySet<Statement['say']> = new Set(['thing', 'edit', 'colour', 'handles']);
