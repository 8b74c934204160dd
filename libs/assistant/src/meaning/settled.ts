import { conceptOf } from '../concepts/index.js';
import type { Edge } from '../rules/chart.js';
import { flag, number, part, parts, text } from '../rules/frame.js';
import { millimetres } from '../rules/quantities.js';
import { DECISION, FIRM, REGRET, WILL } from '../rules/second-thoughts.js';
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
interface Claim {
  readonly node: Node;
  readonly edge: Edge;
  /** The thing; none where it is not named, and the last one then of which such was said. */
  readonly concept: string | undefined;
  readonly about?: string | undefined;
  readonly of: 'builtIn' | 'fuel' | 'kind' | 'width' | 'place' | 'colour';
  readonly says: readonly string[];
  /** Where its words begin and end. */
  readonly from: number;
  readonly to: number;
}

/**
 * «муж хотел встроенный холодильник, я отдельный, в общем отдельный»: of what people want of one thing in contrary ways the
 * first that comes behind the decision counts, or what is said of it again.
 */
export function decided(
  nodes: readonly Node[],
  sourceOf: SourceOf,
  merged: Map<Edge, readonly Edge[]>,
): readonly Node[] {
  const edges = nodes.flatMap(({ edge, kids }) => [edge, ...kids]).sort((a, b) => a.from - b.from);
  const [lead] = edges;
  const text = lead ? sourceOf(...edges).text : '';
  if (!lead || !WILL.test(text)) return nodes;
  const end = (edge: Edge): number => sourceOf(lead, edge).text.length;
  const claimed = (all: readonly Node[]): Claim[] =>
    all
      .flatMap((node) => claimsIn(node).map((one) => ({ ...one, node, to: end(one.edge) })))
      .map((one) => ({ ...one, from: one.to - sourceOf(one.edge).text.length }))
      .sort((a, b) => a.from - b.from)
      .map((one, i, before) => ({
        ...one,
        about: one.concept ?? before.findLast((other, at) => at < i && other.of === one.of && other.concept)?.concept,
      }));
  const again = claimed(nodes).flatMap((one, i, all) => {
    const isAgain = (other: Claim, at: number): boolean => at < i && !/place|colour/.test(one.of) && agrees(one, other);
    const isRegretted = (other: Claim): boolean => REGRET.test(text.slice(one.to, other.from));
    const isLast = all.some((other, at) => isRival(one, other) && (isAgain(other, at) || isRegretted(other)));
    return isLast ? { at: one.from, firmly: false, only: one.of } : [];
  });
  const decisions = [...text.matchAll(DECISION)].map(({ 0: word, index }) => ({
    at: index,
    firmly: FIRM.test(word),
    only: undefined,
  }));
  let out = nodes;
  for (const { at, firmly, only } of [...decisions, ...again].sort((a, b) => a.at - b.at)) {
    const seen = new Set<string>();
    for (const { edge, of } of claimed(out)) {
      const all = claimed(out);
      const one = all.find((other) => other.edge === edge && other.of === of);
      if (!one || one.to <= at || isHousing(one) || (only && only !== of) || seen.has(`${of} ${groupOf(one)}`))
        continue;
      // «справа, короче, пусть справа» is one phrase.
      if (one.from < at && all.some((other) => other.from >= at && isRival(one, other))) continue;
      seen.add(`${of} ${groupOf(one)}`);
      const before = all.filter(
        (other) =>
          ((firmly ? other.to : other.from) <= at || REGRET.test(text.slice(one.to, other.from))) &&
          other.edge !== edge &&
          isRival(one, other),
      );
      out = settledOn(out, one, before, firmly, merged);
    }
  }
  return out;
}

/** The phrases of a message without those that a decision overrides, and with the decision where its thing is named. */
function settledOn(
  nodes: readonly Node[],
  decision: Claim,
  before: readonly Claim[],
  firmly: boolean,
  merged: Map<Edge, readonly Edge[]>,
): readonly Node[] {
  const { edge, of, concept } = decision;
  const agreeing = before.filter((one) => agrees(one, decision));
  const named = (!concept && (agreeing.findLast(isNamed) ?? before.findLast(isNamed))) || decision;
  const contrary = before.filter(
    (one) => !agreeing.includes(one) && isRival(one, named) && isContrary(one, decision, firmly || agreeing.length > 0),
  );
  if (contrary.length === 0) return nodes;
  const home = named.node;
  const alike = agreeing.filter((one) => !isNamed(one));
  const own = home === decision.node ? [] : decision.node.edge === edge ? [edge, ...decision.node.kids] : [edge];
  // «он отдельный, 60»
  const moved = [...new Set([...alike.flatMap((one) => (one.node.edge === one.edge ? one.node.kids : [])), ...own])];
  const gone = new Set([...contrary, ...alike].map((one) => one.edge));
  const without = (old: Edge, change: Partial<Edge>): Edge => {
    const edge = { ...old, ...change };
    merged.set(edge, [old]);
    return edge;
  };
  const silent = (old: Edge): Node => ({
    edge: without(old, { category: 'context', frame: { of: 'other' } }),
    kids: [],
  });
  const out = nodes.flatMap((node): Node[] => {
    const lost = node.kids.filter((kid) => gone.has(kid)).map(silent);
    const kids = node.kids.filter((kid) => !gone.has(kid) && !moved.includes(kid));
    if (node === home) {
      const { act, ...plain } = node;
      const { with: _, tall: __, ...frame } = node.edge.frame;
      // «духовку повыше, в колонну»
      const isRaised = of === 'place' && /raise|resize/.test(text(act?.frame, 'act') ?? '');
      const plainer = of === 'place' && gone.has(node.edge) ? without(node.edge, { frame }) : node.edge;
      return [{ ...(isRaised ? plain : node), edge: plainer, kids: [...kids, ...moved] }, ...lost];
    }
    if (moved.includes(node.edge)) return lost;
    return gone.has(node.edge) ? [node.edge, ...kids].map(silent).concat(lost) : [{ ...node, kids }, ...lost];
  });
  const from = Math.min(...before.map((one) => one.edge.from));
  return out.map((node) => {
    const { category, from: at } = node.edge;
    const isIdle = category === 'act' && node.kids.length === 0 && !out.some(({ act }) => act === node.edge);
    return isIdle && at > from && at < edge.from ? silent(node.edge) : node;
  });
}

type Said = Pick<Claim, 'edge' | 'concept' | 'of' | 'says'>;

function claimsIn({ edge, kids, act }: Node): Said[] {
  if (!CLAIMING.has(edge.category) && !flag(edge.frame, 'implied')) return [];
  const own = text(edge.frame, edge.category === 'part' ? 'part' : 'concept');
  // «муж в пенал»: what else would stand in one?
  const houses = own === 'tall' && kids.every(({ frame }) => flag(frame, 'tall'));
  const concept = own === ANAPHOR || houses ? undefined : own;
  if (concept && edge.category === 'thing' && !conceptOf(concept)?.kind) return [];
  const refused = text(act?.frame, 'act') === 'refuse' || flag(edge.frame, 'refused');
  return [edge, ...kids].flatMap((one) =>
    saidBy(one, concept).map(
      ([of, ...says]): Said => ({ edge: one, concept, of, says: refused ? says.map((word) => `not ${word}`) : says }),
    ),
  );
}

function saidBy({ category, frame }: Edge, concept: string | undefined): [Claim['of'], ...string[]][] {
  if (category === 'colour' && !flag(frame, 'not')) return [['colour', text(frame, 'finish') ?? '']];
  if (category === 'place') {
    const said = parts(frame, 'places').flatMap((place) => {
      if (place['at'] === 'none' || place['at'] === 'instead') return [];
      const of = part(place, 'of');
      return [place['at'], place['hand'], place['wall'], of?.['concept'] ?? of?.['obstacle']].filter(Boolean).join(' ');
    });
    return said.length > 0 ? [['place', ...said]] : [];
  }
  if (!/^(thing|mod|whole|len)$/.test(category)) return [];
  const size = number(conceptOf(concept ?? '')?.sizes, text(frame, 'size') ?? '');
  const [isThing, isUsual] = [category === 'thing', flag(frame, 'usual')];
  const isUnder = concept === 'oven' && parts(frame, 'with').length > 0;
  const all: [Claim['of'], string | number | boolean | undefined][] = [
    ['builtIn', flag(frame, 'builtIn') ?? (isUsual ? false : undefined)],
    ['fuel', flag(frame, 'supply') ? undefined : text(frame, 'fuel')],
    ['kind', isThing && COOKERS.has(concept ?? '') ? concept : isUsual && !isThing ? 'stove' : undefined],
    ['width', category === 'len' ? millimetres(frame, 'width') : (number(frame, 'width') ?? size)],
    [
      'place',
      flag(frame, 'tall') || text(frame, 'concept') === 'tall' ? 'under tall' : isUnder ? 'under hob' : undefined,
    ],
  ];
  return all.flatMap(([of, value]): [Claim['of'], string][] => (value === undefined ? [] : [[of, String(value)]]));
}

const isHousing = ({ edge }: Claim): boolean => text(edge.frame, 'concept') === 'tall';
const isNamed = ({ concept }: Claim): boolean => concept !== undefined;
const groupOf = ({ about = '', of }: Claim): string =>
  COOKERS.has(about) && (of === 'kind' || about !== 'oven') ? 'cooker' : about;
/** Whether two things may be said of one. */
const isRival = (a: Claim, b: Claim): boolean => a.of === b.of && (!a.about || !b.about || groupOf(a) === groupOf(b));
const agrees = (a: Claim, b: Claim): boolean =>
  [a, b].some(({ says }, i) => says.every((one) => [b, a][i]?.says.includes(one)));
/** «варочная и духовка» are no rivals; «справа» and «рядом с мойкой» are only where one of them was decided on. */
function isContrary({ of, says: [one = ''] }: Claim, { says: [other = ''] }: Claim, isFirm: boolean): boolean {
  if (of === 'kind') return [one, other].includes('stove') && (isFirm || ![one, other].includes('oven'));
  return of !== 'place' || isFirm || one.split(' ')[0] === other.split(' ')[0];
}
const CLAIMING = new Set('thing part act mod whole len place colour'.split(' '));
const COOKERS = new Set(['hob', 'stove', 'oven']);

const CHOSEN: ReadonlySet<Statement['say']> = new Set(['thing', 'edit', 'colour', 'handles']);
