import { parts } from '../rules/frame.js';
import { isIts } from './gather.js';
import type { Place } from './meaning.js';
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
    const said = index === undefined ? undefined : text.all[index];
    leading = said?.say === 'walls' ? listedOn(text, nodes, i) : leading;
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
      leading = kidsOf(node, 'place').some((kid) => kid.from < node.edge.from) ? own : undefined;
    }
  }
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
