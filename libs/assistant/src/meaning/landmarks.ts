import { isObstacle, type Place, type Statement, thingsAt } from './meaning.js';
import { ANAPHOR } from './mentions.js';
import { isSaid } from './told.js';

/** Settles what windows, pipes and sockets say of the walls and things of a message. */
export function byLandmarks(all: Statement[]): void {
  pluggedIn(all);
  besideWindows(all);
  onlyReasons(all);
  besideCornered(all);
}

/** «розетка под холодильник в 30 см от угла, туда его и ставим»: before its socket, where no other place was said. */
function pluggedIn(all: Statement[]): void {
  for (const said of all) {
    if (said.say !== 'obstacle' || said.act !== 'is' || said.obstacle.kind !== 'socket') continue;
    const [of] = thingsAt(said.obstacle.places, 'under');
    const isPlaced = said.obstacle.places.some(({ at }) => at === 'offset');
    if (!of || !isPlaced) continue;
    const at = all.findIndex(
      (one) =>
        [of.concept, ANAPHOR].some((concept) => isSaid(one, 'want', concept)) &&
        one.say === 'thing' &&
        one.places.length === 0,
    );
    const thing = all[at];
    if (thing?.say === 'thing')
      all[at] = {
        ...thing,
        thing: { ...thing.thing, concept: of.concept },
        places: [{ at: 'under', of: { obstacle: 'socket', source: said.source } }],
      };
  }
}

/** «стена 3,4: метр до окна, окно 1,2, потом ещё 1,2»: the last is what is left of the wall, and no other one. */
function besideWindows(all: Statement[]): void {
  const taken = all.flatMap((said) => {
    const [offset] = said.say === 'obstacle' ? said.obstacle.places.filter((place) => place.at === 'offset') : [];
    return said.say === 'obstacle' && offset && said.obstacle.width ? [offset.mm + said.obstacle.width] : [];
  });
  for (const [i, said] of all.entries()) {
    if (said.say !== 'walls') continue;
    const [first, ...others] = said.lengths;
    const isRest = ({ mm, wall }: (typeof others)[number]): boolean =>
      wall === undefined && first !== undefined && taken.some((sum) => Math.abs(sum + mm - first.mm) <= REST_MM);
    if (first && others.some(isRest)) all[i] = { ...said, lengths: [first, ...others.filter((one) => !isRest(one))] };
  }
}

/** Measured parts of a wall add up to it so nearly, mm. */
const REST_MM = 50;

/** «сантехник говорит, вода справа. поменяйте местами мойку с плитой»: why, where no distance was said. */
function onlyReasons(all: Statement[]): void {
  const isOfSink = (said: Statement): boolean => {
    if (said.say !== 'edit') return false;
    const { edit } = said;
    if (edit.act === 'mirror') return true;
    const things = edit.act === 'swap' ? [edit.a, edit.b] : edit.act === 'move' ? edit.things : [];
    return things.some(({ concept }) => concept === 'sink');
  };
  if (!all.some(isOfSink)) return;
  for (const [i, said] of all.entries()) {
    const isWater = said.say === 'obstacle' && said.act === 'is' && said.obstacle.kind === 'water';
    if (isWater && said.obstacle.places.every(({ at }) => at === 'side'))
      all[i] = { say: 'context', of: 'other', source: said.source };
  }
}

/** «труба в правом углу …, плита справа к трубе поближе»: on that side of the kitchen, as nothing is beyond the pipe. */
function besideCornered(all: Statement[]): void {
  const corners = new Map(
    all.flatMap((said) => {
      const [corner] = said.say === 'obstacle' ? said.obstacle.places.filter(({ at }) => at === 'corner') : [];
      return said.say === 'obstacle' && corner?.at === 'corner' ? [[said.obstacle.kind, corner.hand] as const] : [];
    }),
  );
  for (const [i, said] of all.entries()) {
    if (said.say !== 'thing') continue;
    const places = said.places.map((place): Place => {
      const isBeyond =
        place.at === 'beside' && place.hand && isObstacle(place.of) && corners.get(place.of.obstacle) === place.hand;
      return isBeyond ? { at: 'side', hand: place.hand, end: true } : place;
    });
    all[i] = { ...said, places };
  }
}
