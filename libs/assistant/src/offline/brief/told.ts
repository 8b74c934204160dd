import type { Fixture } from '#libs/furniture';
import type { Facts, FixtureFact, Place, Shape } from './facts.js';

/** «слева холодильник, потом мойка, дальше плита»: the way in which things were told one after another. */
export function toldDirection({ sequential, fixtures }: Facts, shape: Shape): Facts['ordered'] {
  const hands = fixtures.map(({ place }) => place.hand);
  const own = fixtures.slice(1).some(({ place }, i) => {
    const closing =
      i === fixtures.length - 2 && (place.where === 'end' || place.where === 'edge' || isFarHand(place, hands[0]));
    return !closing && (place.hand || place.side || place.where || place.at);
  });
  if (!sequential || shape !== 'straight' || own) return undefined;
  const first = fixtures[0]?.place;
  return first?.hand === 'right' || first?.where === 'end' ? 'right-to-left' : 'left-to-right';
}

/** What is not named in a new sequence comes behind it, the dishwasher beside the sink and the oven with its hob. */
export function inSequence(fixtures: readonly FixtureFact[]): FixtureFact[] {
  const out = fixtures.filter(({ rest }) => !rest);
  for (const fact of fixtures.filter(({ rest }) => rest)) {
    const beside = fact.kind === 'dishwasher' ? 'sink' : fact.kind === 'oven' && !fact.tall ? 'hob' : undefined;
    const at = out.findIndex(({ kind }) => kind === beside);
    if (at < 0) out.push(fact);
    else out.splice(at + 1, 0, fact);
  }
  return out;
}

/** «мойка слева, потом …, холодильник справа»: the last one closes the row at its other end. */
const isFarHand = ({ hand, side, at }: Place, first: Place['hand']): boolean =>
  hand === (first === 'right' ? 'left' : 'right') && !side && !at;

/** Things told one after another as wishes: each beyond the one before it, so that the row between them is filled. */
export function chained(fixtures: readonly Fixture[], backwards: boolean): Fixture[] {
  const list = backwards ? fixtures.toReversed() : fixtures;
  return list.map((fixture, i) => {
    const before = list[i - 1];
    const of = before && (before.kind === 'unit' ? before.code : before.kind);
    if (!of) return { ...fixture, where: 'start' };
    return {
      ...fixture,
      side: { of, hand: 'right' },
      ...(i === list.length - 1 && fixture.kind === 'fridge' ? { where: 'end' } : {}),
    };
  });
}
