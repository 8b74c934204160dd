import { type Edit, isBuiltInFridge, type Order } from '#libs/furniture';
import { codeOf, conceptOf } from '../../concepts/index.js';
import type { Mention, Place } from '../../meaning/meaning.js';
import { meant } from '../../units/meant.js';
import { standingOf, type Unit } from '../../units/units.js';
import type { Ask, NotDone } from '../decision.js';
import { kindOf } from '../things.js';

/** What a statement asks of an order that stands. */
export type Change =
  /** Several ways to do it, the best first; `frees`: it leaves room for others, so it goes first. */
  | {
      readonly ways: readonly (readonly Edit[])[];
      readonly frees?: boolean;
      readonly at?: { readonly thing: Mention; readonly places: readonly Place[] };
    }
  | { readonly known: true }
  | { readonly not: NotDone }
  | { readonly ask: Ask };

/** The order that stands, with what a statement may refer to in it. */
export interface Scene {
  readonly order: Order;
  /** The nodes that the customer chose for a mention that several answered to. */
  readonly chosen: ReadonlyMap<string, readonly string[]>;
  /** What was spoken of last. */
  readonly last: readonly Unit[];
  /** What customers named at any time. */
  readonly said: readonly Mention[];
  /** «оставь только вытяжку». */
  readonly kept?: readonly Mention[];
  /** Places that the message's other changes left free: what is added without a place goes there. */
  readonly freed?: readonly { readonly before: Order; readonly one: Unit }[];
}

export const KNOWN: Change = { known: true };

export const one = (edit: Edit, frees = false): Change => ({ ways: [[edit]], ...(frees ? { frees } : {}) });

export const all = (edits: readonly Edit[]): Change => ({ ways: [edits] });

/** What a mention means here: what was chosen, what was spoken of last, else what answers to its name. */
export function found({ order, chosen, last }: Scene, mention: Mention): readonly Unit[] {
  const ids = chosen.get(mention.concept);
  const named = ids ? standingOf(order).units.filter(({ id }) => ids.includes(id)) : [];
  if (named.length > 0) return named;
  const own = meant(order, mention);
  if (!mention.which?.anaphor) return own;
  // «холодильник убирайте, я просил без него»: what is named and stands no more is nothing else.
  if (!conceptOf(mention.concept)) return last;
  const spoken = last.filter(({ id }) => own.some((it) => it.id === id));
  return spoken.length > 0 ? spoken : own;
}

/** The same, and of fridges the kind that was named: «отдельный холодильник вычёркиваем». */
export const foundAs = (scene: Scene, mention: Mention): Unit[] =>
  found(scene, mention).filter(
    ({ code }) =>
      kindOf(mention) !== 'fridge' || mention.builtIn === undefined || isBuiltInFridge(code) === mention.builtIn,
  );

/** «тумба» beside one with drawers is the plain one. */
export function plainest(list: readonly Unit[], mention: Mention): readonly Unit[] {
  const plain = mention.which ? [] : list.filter(({ code }) => code === codeOf(mention));
  return plain.length === 1 ? plain : list;
}

/** The one thing that is meant; asked for where several are, and admitted where none is. */
export function single(
  scene: Scene,
  mention: Mention,
  list = plainest(found(scene, mention), mention),
): Unit | Exclude<Change, { ways: unknown }> {
  const [first, second] = list;
  if (!first) return { not: { because: 'absent', thing: mention } };
  if (second && kindOf(mention) === undefined)
    return { ask: { ask: 'which', thing: mention, nodes: list.map(({ id }) => id) } };
  return first;
}

export const isStanding = (it: Unit | object): it is Unit => 'kinds' in it;

/** All that are meant: «все тумбы», «две тумбы»; else the one. */
export function several(
  scene: Scene,
  mention: Mention,
  list?: readonly Unit[],
): Unit[] | Exclude<Change, { ways: unknown }> {
  if (mention.which?.all || (mention.count ?? 1) > 1) {
    const all = found(scene, mention);
    return all.length > 0
      ? all.slice(0, mention.which?.all ? all.length : mention.count)
      : { not: { because: 'absent', thing: mention } };
  }
  const only = single(scene, mention, list);
  return isStanding(only) ? [only] : only;
}

/** Several changes of one statement, done together. */
export function joined(changes: readonly Change[]): Change {
  const open = changes.find((change) => 'ask' in change) ?? changes.find((change) => 'not' in change);
  if (open) return open;
  const made = changes.flatMap((change) => ('ways' in change ? [change] : []));
  const [first, ...rest] = made;
  if (!first) return KNOWN;
  if (rest.length === 0) return first;
  return {
    ways: [made.flatMap(({ ways: [best = []] }) => [...best])],
    frees: made.every(({ frees }) => frees === true),
  };
}
