import type { ConceptTable } from '../concepts/concepts.js';
import type { Edge } from '../rules/chart.js';
import { type Frame, number, part, parts, text } from '../rules/frame.js';
import { millimetres } from '../rules/quantities.js';
import { ATTACHMENTS } from './costs.js';
import type { Node } from './hypothesis.js';

/** What may belong to what, and what it costs: undefined where it may not. */
export interface Fit {
  /** Of a head in itself: a wall of 60 mm is none. */
  head(edge: Edge): number | undefined;
  attachment(head: Node, fragment: Edge, correcting?: boolean): number | undefined;
  object(act: Edge, object: Edge): number | undefined;
  /** Whether a phrase may belong to an act itself. */
  taking(act: Edge, fragment: Edge): boolean;
}

const CONFLICT = 4;
/** Tall units are painted apart, as other things are not. */
const TALL_COLOUR = 0.25;
const CORRECTED = 0.05;
/** Walls of kitchens, mm (furniture.ru.md, section 6). */
const WALL_RANGE = { min: 400, max: 12_000 };
/** Nor an obstacle. */
const MAX_OBSTACLE = 3500;
/** No unit is wider or higher, mm. */
const MAX_UNIT = 2400;
const MIN_PLAIN_WALL = 1000;

export function fitOf(concepts: ConceptTable): Fit {
  const slots = (node: Node): ReadonlySet<string> => {
    const out = new Set(Object.keys(node.edge.frame));
    if (node.edge.category === 'walls') out.add('width');
    for (const kid of node.kids) for (const slot of slotsOf(kid)) out.add(slot);
    return out;
  };
  return {
    head: (edge) => (edge.category === 'walls' ? wallCost(edge.frame) : 0),
    attachment(head, fragment, correcting = false) {
      const { category, frame } = head.edge;
      const base = ATTACHMENTS[category]?.[fragment.category];
      if (base === undefined) return undefined;
      if (category === 'edit' && !part(frame, 'by')) return undefined;
      let cost = base;
      const taken = slots(head);
      for (const slot of slotsOf(fragment)) if (taken.has(slot)) cost += correcting ? CORRECTED : CONFLICT;
      const concept = concepts[text(frame, 'concept') ?? ''];
      if (fragment.category === 'colour' && concept && !concept.kind && concept.tier === 'tall') cost -= TALL_COLOUR;
      if (concept && (fragment.category === 'len' || fragment.category === 'bundle')) {
        const mm = number(fragment.frame, 'width') ?? millimetres(fragment.frame, 'width') ?? 0;
        if (isCount(frame, fragment.frame)) return cost;
        if (mm < concept.widths[0] || mm > concept.widths[1]) return undefined;
      }
      const measure = fragment.category === 'measure' ? text(fragment.frame, 'measure') : undefined;
      if (category === 'thing' && (measure === 'bottom' || measure === 'top')) return undefined;
      if (concept && measure === 'width') {
        const mm = millimetres(part(fragment.frame, 'len'), 'width') ?? 0;
        if (mm < concept.widths[0] || mm > concept.widths[1]) return undefined;
      }
      if (category === 'shape' && fragment.category !== 'place' && !/island|peninsula/.test(text(frame, 'shape') ?? ''))
        return undefined;
      if (concept && fragment.category === 'mod') {
        const fuel = fragment.frame['fuel'];
        if (fuel !== undefined && !concept.fuels?.some((one) => one === fuel)) return undefined;
        if (fragment.frame['builtIn'] !== undefined && !concept.buildsIn) return undefined;
        if (fragment.frame['housed'] !== undefined && !concept.kind) return undefined;
        if (fragment.frame['glazed'] !== undefined && !concept.carcass) return undefined;
        cost += disagreement(frame, fragment.frame);
      }
      // «угловая мойка под окном» stands under the window, not in the corner: the kitchen is what is cornered.
      if (concept && frame['corner'] === true && fragment.category === 'place') {
        const elsewhere = parts(fragment.frame, 'places').some(
          (place) => !['corner', 'wall'].includes(text(place, 'at') ?? ''),
        );
        if (elsewhere) cost += 0.6;
      }
      const itself = parts(fragment.frame, 'places').some(
        (place) => text(part(place, 'of'), 'obstacle') === text(frame, 'obstacle'),
      );
      if (category === 'obst' && itself) return undefined;
      if (category === 'obst' && fragment.category === 'len') {
        const mm = millimetres(fragment.frame, 'place') ?? 0;
        if (mm > MAX_OBSTACLE) return undefined;
      }
      if (category === 'row' && fragment.category === 'len') {
        const mm = millimetres(fragment.frame, 'width') ?? 0;
        if (mm < 300 || mm > 1000) return undefined;
      }
      return cost;
    },
    object: () => 0,
    taking: (act, fragment) =>
      fragment.category !== 'len' || act.category === 'ask' || (millimetres(fragment.frame, 'width') ?? 0) <= MAX_UNIT,
  };
}

/** «ящики … четыре»: drawers are counted, other things measured. */
export const isCount = (thing: Frame, len: Frame): boolean =>
  text(thing, 'concept') === 'drawers' && !text(len, 'unit') && (number(len, 'value') ?? 9) <= 5;

/** What a fragment says, as slots that are filled once. */
function slotsOf({ category, frame }: Edge): string[] {
  if (category === 'place') {
    return parts(frame, 'places').map((place) => {
      const at = text(place, 'at') ?? '';
      return at === 'side' || at === 'start' || at === 'end' || at === 'beside' ? '@side' : `@${at}`;
    });
  }
  if (category === 'len' || category === 'bundle' || category === 'size') return ['width'];
  if (category === 'measure') return [text(frame, 'measure') ?? 'width'];
  if (category === 'colour') return ['colour'];
  if (category === 'mod') {
    return Object.keys(frame).filter((name) => ['fuel', 'builtIn', 'size', 'corner', 'tier', 'tall'].includes(name));
  }
  return [category];
}

/** A property in another gender or case than its thing. */
function disagreement(thing: Frame, property: Frame): number {
  const [a, b] = [text(thing, 'cases'), text(property, 'cases')];
  const common = a && b ? [...a].filter((letter) => b.includes(letter)) : undefined;
  if (!common) return 0;
  const [gender, shown] = [text(thing, 'gender'), text(property, 'gender')];
  return common.length === 0 || (gender && shown && !shown.includes(gender) && !shown.includes('p')) ? 0.8 : 0;
}

/** Whether numbers can be walls; a bare one that hardly can costs. */
function wallCost(frame: Frame): number | undefined {
  let cost = 0;
  const product = frame['product'] !== undefined;
  for (const item of parts(frame, 'items')) {
    const len = part(item, 'len');
    const mm = millimetres(len, 'wall') ?? 0;
    const value = number(len, 'value') ?? 0;
    if (mm < MIN_PLAIN_WALL) cost += 2.2;
    else if (mm > WALL_RANGE.max) cost += 1;
    else if (item['bare'] && !text(len, 'unit') && number(len, 'rank') === undefined && value >= 100 && value < 1000)
      cost += 2.2;
    else if (!text(len, 'unit')) cost += Number.isInteger(value) && value < 13 && !product ? 0.5 : 0.05;
  }
  return cost;
}
