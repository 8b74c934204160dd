import { conceptOf } from '../concepts/index.js';
import type { Edge } from '../rules/chart.js';
import { type Frame, flag, text } from '../rules/frame.js';
import { ANAPHOR, isPlace, mentionOf, placesSaid } from './mentions.js';
import type { Asked } from './room.js';
import type { Told } from './told.js';
import type { Node } from './tree/hypothesis.js';

/** «газ», «встроенный», «узкую», «правую» without their thing. */
export function sayProperty(
  told: Told,
  node: Node,
  refused: boolean,
  asked: Asked | undefined,
  phrase: Edge = node.edge,
): void {
  const { frame } = node.edge;
  // «газа нет»
  const none = refused && frame['fuel'] === 'gas';
  // «варочная индукция. Газ в доме есть»
  const cookers = told.all.flatMap((one) => (one.say === 'thing' ? (one.thing.fuel ?? []) : []));
  if (flag(frame, 'supply') && cookers.length > 0) {
    told.say({ say: 'context', of: 'other' }, node);
    return;
  }
  // «без посудомойки, хотя нет, нужна, только узкая»: how wide that is the thing itself says.
  const size = text(frame, 'size');
  const before = asked?.last ?? [];
  const fits = (one = conceptOf('')): boolean =>
    size ? one?.sizes[size] !== undefined : before.length === 1 && one?.buildsIn === true;
  const own = told.all.findLast((one) => one.say === 'thing')?.thing.concept;
  const last = own ?? before.findLast((one) => fits(conceptOf(one))) ?? ANAPHOR;
  const open = own && size === undefined && frame['usual'] === undefined ? ANAPHOR : last;
  const concept = (none ? undefined : asked?.concept) ?? (frame['fuel'] === undefined ? open : 'cooker');
  const named: Frame = none ? { concept, fuel: 'electric' } : { ...frame, concept };
  const kids = node.kids.filter((kid) => !isPlace(kid));
  const thing = mentionOf(named, told.sourceOf(node.edge), none ? [] : kids, told.sourceOf);
  if (!Object.keys(thing).some((key) => key !== 'concept' && key !== 'source')) return;
  const act = refused && !none ? 'refuse' : 'want';
  told.add(
    { say: 'thing', act, thing, places: none ? [] : placesSaid(node.kids, told.sourceOf) },
    phrase,
    ...node.kids,
  );
}
