import type { Edge } from '../../rules/chart.js';
import { type Frame, flag, parts, text } from '../../rules/frame.js';
import { FILLER } from '../../rules/lexicon.js';
import type { Phrases } from '../../rules/phrases.js';
import { withAct } from './act.js';
import * as costs from './costs.js';
import type { Fit } from './fit.js';
import {
  againstOrder,
  antecedent,
  cheaper,
  close,
  closeAct,
  DETAILS,
  describable,
  type Go,
  givenUp,
  goesOn,
  type Hypothesis,
  isGoneOn,
  isRefused,
  keyOf,
  type List,
  listed,
  mark,
  type Narrow,
  type Node,
  narrowIn,
  OBJECTS,
  resolved,
  sameKind,
} from './hypothesis.js';
import { isAside, isBare, isLoose, isMark, questionsOf } from './sentences.js';

/**
 * The cheapest reading of a whole message as heads (things, walls, obstacles …) with what belongs to them, governed by
 * acts («убери», «не надо»). Whether a side, a width or «не» belongs to the thing before it or the one after it is decided
 * by the cost of the whole: a beam search over the phrases of the chart, with the best hypothesis of each kind kept.
 */
export interface Tree {
  /** Heads and acts by position. */
  readonly nodes: readonly Node[];
  /** Positions that no phrase covers. */
  readonly skipped: readonly number[];
  readonly cost: number;
  readonly narrow: readonly Narrow[];
}

/** Readings that are gone on with at each position; fewer in what is longer than 4,000 characters of speech. */
const BEAM = { usual: 16, long: 8 };
const LONG = 600;
/** A hypothesis that is dearer than the best by more is given up. */
const WINDOW = 3;
/** Phrases that belong to one head. */
const MAX_KIDS = 8;

/** Phrases that other things are said of. */
const HEADS = new Set(
  'thing row obst walls wall_order shape part handles light ceil ends talk context outside undo start_anew usual whole edit answer kitchen gone each spacing'.split(
    ' ',
  ),
);
const MARKERS = new Set(['then', 'direction', 'after_list', 'only']);
const FRAGMENTS = new Set([...Object.keys(costs.ALONE), ...MARKERS]);
const ACTS = new Set(['act', 'ask']);
/** What a reading may go on with. */
const LINKS = [...Object.keys(costs.BARRIERS), 'correction', 'rather', 'no', FILLER];
const PHRASES = new Set([...HEADS, ...FRAGMENTS, ...ACTS, ...LINKS]);

export function attach(phrases: Phrases, fit: Fit): Tree {
  const length = phrases.read.length;
  const asked = questionsOf(phrases);
  const beams: Map<string, Hypothesis>[] = Array.from({ length: length + 1 }, () => new Map());
  const best = new Float64Array(length + 1).fill(Number.POSITIVE_INFINITY);
  const propose = (at: number, hypothesis: Hypothesis): void => {
    const { cost } = hypothesis;
    if (cost > (best[at] ?? 0) + WINDOW) return;
    if (cost < (best[at] ?? 0)) best[at] = cost;
    const key = keyOf(hypothesis);
    const same = beams[at]?.get(key);
    beams[at]?.set(key, cheaper(hypothesis, same));
  };
  propose(0, {
    cost: 0,
    done: undefined,
    head: undefined,
    act: undefined,
    pending: [],
    barrier: 0,
    before: 0,
    link: undefined,
    fresh: true,
    correcting: false,
    leading: false,
    skipped: undefined,
    rivals: undefined,
  });
  for (let at = 0; at < length; at += 1) {
    const hypotheses = cheapest([...(beams[at]?.values() ?? [])], length > LONG ? BEAM.long : BEAM.usual);
    const edges = (phrases.edges[at] ?? []).flatMap((edge) =>
      PHRASES.has(edge.category) ? [{ edge, loose: isLoose(edge, phrases) ? costs.WALL_BEHIND_THING : 0 }] : [],
    );
    const isMarked =
      isMark(phrases, at) && edges.some(({ edge: { category, to } }) => to === at + 1 && category in costs.BARRIERS);
    for (const hypothesis of hypotheses) {
      for (const { edge, loose } of edges) {
        // «верхние шкафы какой высоты»; «какого цвета верх и какая длина столешницы»: a question is linked with a question.
        const opens =
          flag(edge.frame, 'evident') ||
          (hypothesis.fresh && !flag(edge.frame, 'marked')) ||
          (hypothesis.link && hypothesis.act?.edge.category === 'ask');
        const unasked = edge.category !== 'ask' ? loose : asked[at] ? costs.ASKED : opens ? 0 : costs.UNASKED;
        steps(hypothesis, edge, fit, (next) =>
          propose(edge.to, unasked === 0 ? next : { ...next, cost: next.cost + unasked }),
        );
      }
      if (!isMarked) propose(at + 1, passOver(hypothesis, at, phrases));
    }
    beams[at]?.clear();
  }
  const last = [...(beams[length]?.values() ?? [])].map((one) => {
    const ended = resolved(close(closeAct(one)));
    return one.correcting ? { ...ended, cost: ended.cost + costs.DANGLING_CORRECTION } : ended;
  });
  const [cheapestReading] = last.sort((a, b) => a.cost - b.cost);
  const nodes = listed(cheapestReading?.done).sort((a, b) => a.edge.from - b.edge.from);
  return {
    nodes,
    skipped: listed(cheapestReading?.skipped).reverse(),
    cost: cheapestReading?.cost ?? 0,
    narrow: cheapestReading ? narrowIn(cheapestReading, (at) => isMark(phrases, at)) : [],
  };
}

function cheapest(hypotheses: Hypothesis[], beam: number): Hypothesis[] {
  const sorted = hypotheses.sort((a, b) => a.cost - b.cost).slice(0, beam);
  const limit = (sorted[0]?.cost ?? 0) + WINDOW;
  return sorted.filter(({ cost }) => cost <= limit);
}

/** A word that is part of no phrase. */
function passOver(h: Hypothesis, at: number, phrases: Phrases): Hypothesis {
  const word = phrases.words[phrases.read[at] ?? -1];
  const cost =
    word?.kind === 'mark'
      ? 0
      : !phrases.known[at]
        ? costs.UNKNOWN
        : phrases.says[at] || h.correcting
          ? costs.UNREAD
          : costs.PARTICLE;
  const barrier = word?.kind === 'mark' ? h.barrier : Math.max(h.barrier, costs.BARRIER_OF_WORD);
  // What is unknown at the start of a sentence is what the sentence is about.
  const open = h.barrier >= costs.STOP && !phrases.known[at] ? close(h) : h;
  return { ...open, cost: open.cost + cost, barrier, skipped: { item: at, before: h.skipped } };
}

/** All ways to go on with a phrase. */
function steps(h: Hypothesis, edge: Edge, fit: Fit, go: Go): void {
  const { category } = edge;
  const barrier = costs.BARRIERS[category];
  if (barrier !== undefined) go(mark(h, edge, barrier));
  else if (category === 'rather' && text(h.head?.act?.frame, 'act') === 'refuse') {
    // «посудомойка не нужна, лучше ящики»
    go({ ...close(closeAct(h)), cost: h.cost + edge.cost, barrier: 0 });
  } else if (category === 'correction' || category === 'rather') {
    go({ ...h, cost: h.cost + edge.cost, correcting: true, barrier: 0 });
  } else if (HEADS.has(category)) withHead(h, edge, fit, go);
  else if (ACTS.has(category)) withAct(h, edge, go);
  else if (FRAGMENTS.has(category)) withFragment(h, edge, fit, go);
  if (category === FILLER)
    go({ ...h, cost: h.cost + edge.cost + costs.PARTICLE, barrier: Math.max(h.barrier, costs.BARRIER_OF_WORD) });
  if (category === 'no') go({ ...h, cost: h.cost + 0.6, correcting: true, barrier: 0 });
}

/** What a phrase costs that waits for its thing, until it comes: as if it stood alone. */
const waitingCost = (edge: Edge): number => (costs.ALONE[edge.category] ?? 0.5) + 0.3;

function withHead(h: Hypothesis, edge: Edge, fit: Fit, go: Go): void {
  const own = fit.head(edge);
  const wall = edge.category === 'walls' && isBare(edge) && follows(h, edge);
  const within = edge.category === 'answer' && !h.fresh ? costs.ANSWER_WITHIN : wall ? costs.WALL_BEHIND_THING : 0;
  const node: Node = { edge, kids: [] };
  const { done, kids, cost: received } = waitedFor(h, node, fit);
  const correcting = h.correcting && h.head && !sameKind(h.head.edge, edge) ? 0.4 : 0;
  const cost = h.cost + costs.PHRASE + edge.cost + own + within + correcting + received;
  const corrected = h.correcting && h.head && sameKind(h.head.edge, edge) ? h.head : undefined;
  const rest = corrected && withoutPart(corrected, edge);
  const corrects = rest ? undefined : corrected;
  const closed = corrects
    ? { ...h, done, head: undefined }
    : close({ ...h, done, cost, ...(rest ? { head: rest } : {}) });
  const base: Hypothesis = {
    ...closed,
    pending: [],
    barrier: 0,
    link: undefined,
    fresh: false,
    correcting: false,
    leading: h.leading || kids.some(({ category }) => category === 'place'),
    cost: corrects ? cost : closed.cost,
    skipped: corrects ? givenUp(h.skipped, corrects.edge, edge) : h.skipped,
  };
  const head: Node = {
    edge,
    kids,
    ...(h.link ? { joined: h.link } : {}),
    ...(h.fresh ? { starts: true } : {}),
    // «не нужна, хотя нет, посудомойка нужна»: named again, it is not refused again.
    // «без духовки, то есть варочная»: what is refused would be in its case.
    ...(corrects?.act &&
    text(corrects.edge.frame, 'concept') !== text(edge.frame, 'concept') &&
    costs.government(corrects.act, edge) === 0
      ? { act: corrects.act }
      : {}),
  };
  const { act } = h;
  // «газа в доме нет», «какой кошмар»: an aside leaves open what it interrupts.
  if (h.head && isAside(edge) && kids.length === 0)
    go({ ...h, cost: h.cost + costs.PHRASE + edge.cost + own, done: { item: node, before: h.done } });
  const governs = OBJECTS.has(edge.category) && !flag(edge.frame, 'settled');
  if (act && governs && (!act.after || goesOn(h, act, edge))) {
    // «розетка слева. Перед ней не ставить духовку»: what waits was said before the act.
    const isBetween = h.pending.some(({ from }) => from >= act.edge.to);
    const barrier = isBetween ? Math.max(h.barrier, h.before) : h.barrier;
    // «на 5 см меньше, мойка …»: what is said in whole needs no thing.
    const isWhole = text(act.edge.frame, 'act') === 'refuse' || act.edge.frame['by_mm'] !== undefined;
    const beyond = isWhole && barrier >= costs.COMMA ? costs.BEYOND_MARK : 0;
    const reach = act.objects === 0 ? barrier + beyond : h.link === 'and' ? 0.05 : barrier > 0 ? 0.2 : 0.35;
    // «шкафы вместе с вытяжкой»
    const isWith = h.link === 'and' && /[iI]/.test(text(edge.frame, 'cases') ?? '');
    go({
      ...base,
      cost: base.cost + reach + (isWith ? 0 : costs.government(act.edge, edge)),
      head: { ...head, act: act.edge },
      act: { ...act, objects: act.objects + 1 },
    });
    const left = closeAct(base);
    go({ ...left, cost: left.cost + (h.barrier > 0 ? 0.1 : 0.3) + costs.ungoverned(edge), head });
  } else if (act && !neutral(edge)) {
    const left = closeAct(base);
    go({ ...left, cost: left.cost + costs.leaving(act, h.barrier) + costs.ungoverned(edge), head });
  } else go({ ...base, cost: base.cost + costs.ungoverned(edge), head });
}

/** «варочная с духовкой, ой нет, духовку в пенал»: only what was named with the other is corrected. */
function withoutPart(head: Node, { frame }: Edge): Node | undefined {
  const isIt = (one: Frame): boolean => text(one, 'concept') === text(frame, 'concept');
  const all = parts(head.edge.frame, 'with');
  if (!all.some(isIt)) return undefined;
  const { with: _, ...own } = head.edge.frame;
  const others = all.filter((one) => !isIt(one));
  return { ...head, edge: { ...head.edge, frame: others.length > 0 ? { ...own, with: others } : own } };
}

/** «длина тридцать пять, мойка»: a number is not said before a comma and its thing. */
const isApart = ({ category }: Edge, { barrier }: Hypothesis): boolean =>
  (category === 'len' || category === 'away') && barrier >= costs.COMMA;

/** What was said before a head: what belongs to it, and what stands alone. */
function waitedFor(h: Hypothesis, node: Node, fit: Fit): { done: List<Node> | undefined; kids: Edge[]; cost: number } {
  const kids: Edge[] = [];
  let { done } = h;
  let cost = 0;
  for (const [i, fragment] of h.pending.entries()) {
    const fits = isApart(fragment, h) ? undefined : fit.attachment({ ...node, kids }, fragment);
    if (fits === undefined) done = { item: { edge: fragment, kids: [] }, before: done };
    else {
      cost += fits + (i > 0 ? 0 : h.barrier) - waitingCost(fragment);
      kids.push(fragment);
    }
  }
  return { done, kids, cost };
}

/** Whether a number stands right behind a thing or an act that it may measure. */
const follows = ({ head, act, barrier }: Hypothesis, edge: Edge): boolean =>
  (head?.edge.category === 'thing' && head.edge.to === edge.from) ||
  (barrier === 0 &&
    act !== undefined &&
    (costs.TAKES[text(act.edge.frame, 'act') ?? ''] ?? 0) > 0 &&
    (act.objects === 0 || act.after === true));

/** Talk and context do not end an act. */
const neutral = (edge: Edge): boolean => ['talk', 'context', 'kitchen'].includes(edge.category);

function withFragment(h: Hypothesis, edge: Edge, fit: Fit, go: Go): void {
  const cost = h.cost + costs.PHRASE / 2 + edge.cost;
  const base = { ...h, barrier: 0, link: undefined, fresh: false };
  if (h.head && h.pending.length === 0 && h.head.kids.length < MAX_KIDS) {
    const { head: named } = h;
    const own = fit.attachment(named, edge, h.correcting);
    const against = againstOrder(h, named, edge);
    const isApart = isRefused(h.head) || (h.barrier >= costs.COMMA && text(h.head.act?.frame, 'act') === 'refuse');
    // «пенал не нужен слева мойка»
    const isDetail = DETAILS.has(edge.category) || (edge.category === 'place' && !flag(named.act?.frame, 'placing'));
    const refused = (isDetail && isApart) || isGoneOn(h, named) ? costs.DETAIL_OF_REFUSED : 0;
    const behind = h.link === 'and' && edge.category === 'place' ? costs.PLACE_BEHIND_AND : 0;
    const fits = own === undefined ? undefined : own + against + refused + behind + antecedent(h, edge);
    if (fits !== undefined) {
      const head: Node = { ...h.head, kids: [...h.head.kids, edge] };
      // «а, и холодильник. Встроенный»: a property that is a sentence is of the thing before.
      const reach = edge.category === 'mod' && h.fresh && edge.frame['corner'] === undefined ? costs.COMMA : h.barrier;
      const reached = { ...base, cost: cost + fits + reach, head, correcting: false };
      go(reached);
      // «мойка у окна 140 см»: what follows may describe the window.
      const window = describable(edge);
      if (window) go({ ...close(reached), cost: reached.cost + 0.1, head: { edge: window, kids: [] } });
    }
  }
  if (h.act && h.act.kids.length < MAX_KIDS && h.pending.length === 0 && !MARKERS.has(edge.category)) {
    const takes = fit.taking(h.act.edge, edge) ? costs.TAKES[text(h.act.edge.frame, 'act') ?? 'ask'] : undefined;
    const kids = [...h.act.kids, edge];
    if (takes !== undefined) go({ ...base, cost: cost + takes + h.barrier, act: { ...h.act, kids } });
  }
  if (MARKERS.has(edge.category)) {
    go({ ...base, cost, barrier: h.barrier, done: { item: { edge, kids: [] }, before: h.done }, fresh: h.fresh });
    if (edge.category !== 'only') return;
  }
  if (h.pending.length < 3 && !h.pending.some((one) => isApart(one, h))) {
    const waiting = h.pending.length > 0 ? h.barrier : 0;
    go({
      ...base,
      cost:
        cost +
        waiting +
        waitingCost(edge) +
        (h.head && h.barrier === 0 && !(edge.category === 'place' && (h.leading || h.head.edge.category === 'walls'))
          ? 0.5
          : h.pending.length > 0
            ? 0
            : 0.15),
      pending: [...h.pending, edge],
      before: h.pending.length > 0 ? h.before : h.barrier,
      fresh: h.fresh,
    });
  }
  const alone = costs.ALONE[edge.category];
  if (alone !== undefined) {
    const head: Node = { edge, kids: [], ...(h.fresh ? { starts: true } : {}) };
    const leading = h.leading || edge.category === 'place';
    go({ ...close(base), cost: cost + alone, head, correcting: false, leading });
    // «снизу графитовые»
    const own = edge.category === 'colour' && h.pending.length > 0 ? waitedFor(h, head, fit) : undefined;
    if (own && own.kids.length > 0) {
      const after = close({ ...base, done: own.done, pending: [] });
      go({ ...after, cost: cost + alone + own.cost, head: { ...head, kids: own.kids }, correcting: false });
    }
  }
}
