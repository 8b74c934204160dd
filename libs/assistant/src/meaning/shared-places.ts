import { conceptOf } from '../concepts/index.js';
import { flag, parts } from '../rules/frame.js';
import { isObstacle, type Mention, type Place } from './meaning.js';
import { type Text, thingsOf } from './told.js';
import type { Node } from './tree/hypothesis.js';

/** Places that were said once for several things. */
export function shared(text: Text, nodes: readonly Node[]): void {
  bothBetween(text, nodes);
  besideObstacles(text, nodes);
  onOneSide(text, nodes);
  onBothSides(text, nodes);
}

/** «между ними посудомойка и тумба»: both, where the place was said first. */
function bothBetween(text: Text, nodes: readonly Node[]): void {
  let shared: Place | undefined;
  for (const [node, index, said] of thingsOf(text, nodes)) {
    const isFirst = node.kids.some((kid) => kid.category === 'place' && kid.from < node.edge.from);
    const own = isFirst ? said.places.find(({ at }) => at === 'between') : undefined;
    const { tier, concept } = said.thing;
    const isLow = (tier ?? conceptOf(concept)?.tier ?? 'base') === 'base' && concept !== 'fridge';
    const isToo = shared && node.joined === 'and' && said.act === 'want' && said.places.length === 0 && isLow;
    if (shared && isToo) text.all[index] = { ...said, places: [shared] };
    else shared = own;
  }
}

type Beside = Extract<Place, { at: 'beside' }>;

/** Whether a place was said before its thing. */
const isLed = ({ edge, kids }: Node): boolean => kids.some((kid) => kid.category === 'place' && kid.from < edge.from);

/**
 * «слева от двери холодильник и пенал, справа мойка и плита», «мойка и плита правее батареи»: all of them on that side,
 * each further off than the one before.
 */
function besideObstacles(text: Text, nodes: readonly Node[]): void {
  const things = [...thingsOf(text, nodes)].filter(([, , { act }]) => act === 'want');
  const next = (of: Mention, { hand }: Beside): Beside => ({ at: 'beside', of, ...(hand ? { hand } : {}) });
  let leading: Beside | undefined;
  for (const [i, [node, index, said]] of things.entries()) {
    const own = said.places.find((place) => place.at === 'beside');
    const [before] = things.slice(i - 1, i);
    const isOwn = own?.at === 'beside' && own.hand !== undefined && isObstacle(own.of);
    const last = before && text.all[before[1]];
    if (isOwn && isLed(node)) leading = own;
    else if (node.starts || said.places.length > 0 || !node.joined) leading = undefined;
    else if (leading && last?.say === 'thing') text.all[index] = { ...said, places: [next(last.thing, leading)] };
    // The place was said behind the last of them.
    if (isOwn && !isLed(node) && node.joined === 'and' && last?.say === 'thing' && last.places.length === 0 && before) {
      text.all[before[1]] = { ...last, places: [own] };
      text.all[index] = {
        ...said,
        places: said.places.map((place) => (place === own ? next(last.thing, own) : place)),
      };
    }
  }
}

/** «слева плита, справа холодильник и пенал»: tall units both, where the side was said first. */
function onOneSide(text: Text, nodes: readonly Node[]): void {
  const things = [...thingsOf(text, nodes)];
  for (const [i, [node, index, said]] of things.entries()) {
    const [before] = things.slice(Math.max(0, i - 1), i);
    const isToo = node.joined === 'and' && said.act === 'want' && said.places.length === 0;
    if (!before || !isToo || !isLed(before[0])) continue;
    const places = before[2].places.filter((place) => place.at === 'side' && place.hand !== 'centre' && !place.end);
    const isTall = [before[2], said].every(({ thing }) => conceptOf(thing.concept)?.tier === 'tall');
    if (places.length === 1 && isTall) text.all[index] = { ...said, places };
  }
}

/** «стиралка и посудомойка по разные стороны от мойки»: one on each side, in the order in which they were named. */
function onBothSides(text: Text, nodes: readonly Node[]): void {
  const things = [...thingsOf(text, nodes)];
  for (const [i, [node, index, said]] of things.entries()) {
    const isEither = node.kids.some(({ frame }) => parts(frame, 'places').some((place) => flag(place, 'either')));
    const [before] = things.slice(Math.max(0, i - 1), i);
    const [place] = said.places;
    if (!isEither || !before || place?.at !== 'beside' || before[2].places.length > 0) continue;
    text.all[before[1]] = { ...before[2], places: [{ ...place, hand: 'left' }] };
    text.all[index] = { ...said, places: [{ ...place, hand: 'right' }] };
  }
}
