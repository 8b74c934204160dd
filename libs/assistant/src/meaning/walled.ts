import { part, parts } from '../rules/frame.js';
import { millimetres } from '../rules/quantities.js';
import { isIts } from './gather.js';
import type { Place, Statement } from './meaning.js';
import { kidsOf, wallOf } from './mentions.js';
import type { Text } from './told.js';
import type { Node } from './tree/hypothesis.js';

/** Places that tell the wall, or need none. */
const WALLED = new Set('wall corner beside between under over opposite instead offset shift'.split(' '));

const isWalled = (place: Place): boolean => WALLED.has(place.at) || (place.at === 'side' && !place.end);

/** «на длинной плита и холодильник»: a wall that is said first is that of all things of the sentence; «в её конце». */
export function walled(text: Text, nodes: readonly Node[]): void {
  let leading: Place | undefined;
  let last: Place | undefined;
  for (const [i, node] of nodes.entries()) {
    if (node.starts) leading = undefined;
    const index = text.of.get(node.edge);
    const told = index === undefined ? undefined : text.all[index];
    const there = wallThere(text, nodes, i);
    const said = told && there ? placedOn(told, there) : told;
    if (index !== undefined && said && said !== told) text.all[index] = said;
    leading = said?.say === 'walls' ? listedOn(text, nodes, i) : (there ?? leading);
    // «на правой плита, вешать там ничего не надо»
    const bare = said?.say === 'row' && said.act === 'refuse' && !said.walls;
    if (index !== undefined && bare && leading?.at === 'wall') text.all[index] = { ...said, walls: [leading.wall] };
    if (index === undefined || said?.say !== 'thing') continue;
    const own = said.places.find(({ at }) => at === 'wall');
    const its = node.kids.some(isIts) ? last : undefined;
    const wall = its ?? (said.places.some(isWalled) ? undefined : leading);
    if (wall && !own && said.act === 'want' && said.thing.concept !== 'hood')
      text.all[index] = { ...said, places: [...said.places, wall] };
    if (own) {
      last = own;
      leading = there || kidsOf(node, 'place').some((kid) => kid.from < node.edge.from) ? own : undefined;
    }
  }
}

const ON_IT = /(^|[ ,.])(на (ней|этой( стене)?)|там|тут|по ней|вдоль не[её])(?=[ ,]|$)/i;

/** «левая стена 1,8 м, на ней мойка», «длинная 3 метра с окном»: the wall that was told right before, where there are several. */
function wallThere({ all, of, sourceOf }: Text, nodes: readonly Node[], i: number): Place | undefined {
  const [node, before] = [nodes[i], nodes[i - 1]];
  const said = before && all[of.get(before.edge) ?? -1];
  const item = said?.say === 'walls' ? parts(before?.edge.frame, 'items').at(-1) : undefined;
  const length = millimetres(part(item, 'len'), 'wall');
  if (!node || !before || !item || length === undefined || said?.say !== 'walls' || said.lengths.length < 2)
    return undefined;
  const last = [node.edge, ...node.kids].reduce((a, b) => (b.to > a.to ? b : a));
  const words = sourceOf(before.edge, last).text.slice(sourceOf(before.edge).text.length);
  const isWith = node.edge.category === 'obst' && /^ (с|со|где) /i.test(words);
  const wall = wallOf(item);
  return isWith || ON_IT.test(words) ? { at: 'wall', wall: wall && wall !== 'other' ? wall : { length } } : undefined;
}

/** A thing or an obstacle on a wall, where it is not said to be on another. */
function placedOn(said: Statement, wall: Place): Statement {
  if (said.say === 'thing' && said.act === 'want' && !said.places.some(isWalled))
    return { ...said, places: [...said.places, wall] };
  const isOnNone = said.say === 'obstacle' && !said.obstacle.places.some(({ at }) => at === 'wall' || at === 'corner');
  return isOnNone ? { ...said, obstacle: { ...said.obstacle, places: [...said.obstacle.places, wall] } } : said;
}

/** «по левой стене 2,2 м слева направо: холодильник, …»: the wall of the list that it heads. */
function listedOn({ sourceOf }: Text, nodes: readonly Node[], i: number): Place | undefined {
  const [item, other] = parts(nodes[i]?.edge.frame, 'items');
  const wall = item && !other ? wallOf(item) : undefined;
  const edge = nodes[i]?.edge;
  const first = nodes.find((one, at) => at > i && one.edge.category === 'thing');
  const heads = edge && first && /^[^.!?]*:/.test(sourceOf(edge, first.edge).text.slice(sourceOf(edge).text.length));
  return wall && heads ? { at: 'wall', wall } : undefined;
}
