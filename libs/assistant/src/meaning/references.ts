import { given } from '#libs/furniture';
import { conceptOf } from '../concepts/index.js';
import type { Edge } from '../rules/chart.js';
import { isDetailed } from './edits.js';
import { recoloured } from './looks.js';
import {
  type EditSaid,
  isObstacle,
  type Mention,
  type ObstacleRef,
  type Place,
  partiesOf,
  type Statement,
  thingsAt,
} from './meaning.js';
import { ANAPHOR } from './mentions.js';
import { wallsOfPlaces, withinWalls, withoutIslands } from './room.js';
import { answeredAtOnce, otherwiseSized, swappedThem, withdrawn } from './second-thoughts.js';
import { chosen } from './settled.js';
import { type Text, type Thing, thingsOf } from './told.js';
import type { Node } from './tree/hypothesis.js';
import { walled } from './walled.js';

/** Settles what words refer to elsewhere in the message: walls and sides said once for several, «рядом», «между ними». */
export function refer(text: Text, nodes: readonly Node[]): void {
  withdrawn(text, nodes);
  answeredAtOnce(text, nodes);
  chosen(text.all);
  headed(text, nodes);
  insteadToo(text, nodes);
  toldFurther(text.all);
  otherwiseSized(text);
  swappedThem(text);
  toTheirSides(text.all);
  namedAgain(text.all);
  otherwiseLong(text);
  owned(text, nodes);
  contrasted(text, nodes);
  walled(text, nodes);
  placedThere(text, nodes);
  onlyAbove(text.all);
  resolved(text.all);
  placedInstead(text, nodes);
  recoloured(text.all, text.of, nodes, text.sourceOf);
  replaced(text.all);
  refusedFirst(text.all);
  wallsOfPlaces(text.all);
  withoutIslands(text.all);
  withinWalls(text.all);
}

/** Of which a kitchen has one, if any. */
const SINGLE = /^(bottle|dryer)$/;

/** «муж просит бутылочницу, … ладно: бутылочница 20 справа от плиты»: the same one, described further. */
function namedAgain(all: Statement[]): void {
  for (const [i, said] of all.entries()) {
    if (said.say !== 'thing' || said.act !== 'want' || isDetailed(said) || !SINGLE.test(said.thing.concept)) continue;
    const again = all.some(
      (one, at) => at > i && one.say === 'thing' && one.act === 'want' && one.thing.concept === said.thing.concept,
    );
    if (again) all[i] = { say: 'context', of: 'other', source: said.source };
  }
}

/** «наоборот надо! плиту направо, мойку налево»: each to its side, and nothing else is turned round. */
function toTheirSides(all: Statement[]): void {
  const moves = all.flatMap((said, i) => {
    const [place, other] = said.say === 'edit' && said.edit.act === 'move' ? said.edit.places : [];
    return place?.at === 'shift' && place.mm === undefined && !other ? [{ i, hand: place.hand }] : [];
  });
  if (new Set(moves.map(({ hand }) => hand)).size < 2) return;
  for (const [i, said] of all.entries()) {
    const hand = moves.find((move) => move.i === i)?.hand;
    if (said.say !== 'edit') continue;
    if (said.edit.act === 'reverse') all[i] = { say: 'context', of: 'other', source: said.source };
    else if (said.edit.act === 'move' && hand)
      all[i] = { ...said, edit: { ...said.edit, places: [{ at: 'side', hand }] } };
  }
}

/** «Верх: шкаф 60, сушка»: the cabinets of a list hang where its heading says. */
function headed({ all, of, sourceOf }: Text, nodes: readonly Node[]): void {
  let isAbove = false;
  for (const [i, { edge, starts }] of nodes.entries()) {
    const index = of.get(edge);
    const said = index === undefined ? undefined : all[index];
    const next = nodes[i + 1];
    if (said?.say === 'row') {
      const listed = next && sourceOf(edge, next.edge).text.slice(sourceOf(edge).text.length);
      isAbove = said.tier === 'wall' && /^\s*[(:–—-]/.test(listed ?? '');
    } else if (starts) isAbove = false;
    else if (index !== undefined && isAbove && said?.say === 'thing' && said.thing.concept === 'cabinet')
      all[index] = { ...said, thing: { ...said.thing, tier: said.thing.tier ?? 'wall' } };
  }
}

/** «3,2 м, по факту на 5 см меньше»: it is the length that differs; of several it has to be asked which. */
function otherwiseLong({ all, of }: Text): void {
  for (const [i, said] of all.entries()) {
    const at = all.findLastIndex((one, n) => n < i && one.say !== 'context' && one.say !== 'talk');
    const walls = all[at];
    if (said.say !== 'edit' || said.edit.act !== 'resize' || walls?.say !== 'walls') continue;
    const { things, mm, by } = said.edit;
    if (things.length > 0 || mm === undefined) continue;
    const [only, ...others] = walls.lengths;
    const { source } = said;
    if (!only || others.length > 0) {
      all[i] = { say: 'number', value: mm, unit: 'mm', source };
      continue;
    }
    all[at] = { ...walls, lengths: [{ ...only, mm: only.mm + (by === 'narrower' ? -mm : mm) }] };
    all[i] = { say: 'context', of: 'other', source };
    // Neither number is the length that stands.
    for (const [edge, index] of of) if (index === at) of.set(edge, i);
  }
}

/** «вместо неё карго и тумба 30»: both, one beside the other. */
function insteadToo(text: Text, nodes: readonly Node[]): void {
  let before: Thing | undefined;
  for (const [node, index, said] of thingsOf(text, nodes)) {
    const isAlso = before?.places.some(({ at }) => at === 'instead') && node.joined === 'and';
    if (before && isAlso && said.act === 'want' && said.places.length === 0) {
      const { source, thing } = said;
      if (isHobOf(before.thing, thing)) {
        text.all[index] = { say: 'context', of: 'other', source };
        text.all[text.all.indexOf(before)] = { ...before, thing: { ...thing, with: [before.thing] } };
        continue;
      }
      const places: Place[] = [{ at: 'beside', of: before.thing }];
      text.all[index] = { say: 'edit', edit: { act: 'add', things: [thing], places }, source };
    }
    before = said;
  }
}

/** «духовой шкаф и варочная»: one unit holds both. */
const isHobOf = (oven: Mention, hob: Mention): boolean => oven.concept === 'oven' && hob.concept === 'hob';

/** «вместо плиты духовка и варочная, варочная тоже газ»: more of what comes in the place of another. */
function toldFurther(all: Statement[]): void {
  for (const [i, said] of all.entries()) {
    if (said.say !== 'thing' || said.act !== 'want' || said.places.length > 0) continue;
    const old = all[i - 1];
    if (old?.say === 'edit' && old.edit.act === 'replace' && isHobOf(old.edit.by, said.thing)) {
      all[i - 1] = { ...old, edit: { ...old.edit, by: { ...said.thing, with: [old.edit.by] } } };
      all[i] = { say: 'context', of: 'other', source: said.source };
      continue;
    }
    const at = all.findIndex(
      (one, n) =>
        n < i && isSaid(one, 'want', said.thing.concept) && one.places.some((place) => place.at === 'instead'),
    );
    const before = all[at];
    if (before?.say !== 'thing' || !conceptOf(said.thing.concept)?.kind) continue;
    all[at] = { ...before, thing: { ...before.thing, ...said.thing } };
    all[i] = { say: 'context', of: 'other', source: said.source };
  }
}

/** «без мойки, мойка есть», «какой пенал? просил без пенала»: named without a wish, what was refused is not wanted. */
function owned(text: Text, nodes: readonly Node[]): void {
  const named = new Map<string, number>();
  for (const [node, index, { act, thing, source }] of thingsOf(text, nodes)) {
    const { concept } = thing;
    const before = text.all.findLast((one, i) => i < index && one.say === 'thing' && one.thing.concept === concept);
    const isBare =
      node.edge.category === 'thing' && !node.act && node.kids.length === 0 && Object.keys(thing).length === 2;
    const isRefused = before?.say === 'thing' && before.act !== 'want';
    const at = act === 'refuse' ? named.get(concept) : undefined;
    const only = at === undefined ? undefined : text.all[at];
    if (act === 'want' && isBare && isRefused) text.all[index] = { say: 'context', of: 'other', source };
    else if (act === 'want' && isBare) named.set(concept, index);
    else if (at !== undefined && only) text.all[at] = { say: 'context', of: 'other', source: only.source };
    else named.delete(concept);
  }
}

/** «слева от мойки посудомойка, справа ящики»: to the right of the sink too. */
function contrasted(text: Text, nodes: readonly Node[]): void {
  let before: Place | undefined;
  for (const [node, index, said] of thingsOf(text, nodes)) {
    const [place, ...more] = said.places;
    const hand = before?.at === 'beside' && before.hand && (before.hand === 'left' ? 'right' : 'left');
    if (before?.at === 'beside' && hand && !node.starts && place?.at === 'side' && !place.end && place.hand === hand)
      text.all[index] = { ...said, places: [{ ...before, hand }, ...more] };
    before = place;
  }
}

/** What may stand between a place and «туда». */
const PASSED: ReadonlySet<Statement['say']> = new Set(['context', 'talk', 'row', 'place']);

/** «перед розеткой не ставить духовку, пусть там будет шкаф»: where the other must not be. */
function placedInstead(text: Text, nodes: readonly Node[]): void {
  let before: [Edge, Thing] | undefined;
  for (const [{ edge }, i, said] of thingsOf(text, nodes)) {
    const off = before?.[1].places.find((place) => place.at === 'apart' && isObstacle(place.of));
    const isThere = before && / там /i.test(text.sourceOf(before[0], edge).text);
    if (isThere && off?.at === 'apart' && said.places.length === 0)
      text.all[i] = { ...said, places: [{ at: 'under', of: off.of }] };
    before = [edge, said];
  }
}

/** «над холодильником пусто? туда шкафчик», «на короткой светлее, перенесите туда плиту»: the place that was spoken of without a thing. */
function placedThere({ all, of, sourceOf }: Text, nodes: readonly Node[]): void {
  for (const [n, { edge, act }] of nodes.entries()) {
    const i = of.get(edge) ?? (act && of.get(act)) ?? -1;
    const said = all[i];
    const last = nodes[n - 1]?.edge;
    const isThere = last !== undefined && / туда(?=[ ,]|$)/i.test(sourceOf(last, edge).text);
    const first = isThere ? all.findLastIndex((one, at) => at < i && !PASSED.has(one.say)) + 1 : i - 1;
    const before = all.slice(Math.max(0, first), Math.max(0, i)).findLast((one) => one.say === 'place');
    const [place] = before?.places ?? [];
    if (!said || !before || !place || !(isThere || place.at === 'over' || place.at === 'instead')) continue;
    if (said.say === 'thing' && said.places.length === 0) all[i] = { ...said, places: before.places };
    else if (isThere && said.say === 'edit' && 'places' in said.edit && said.edit.places.length === 0)
      all[i] = { ...said, edit: { ...said.edit, places: before.places } };
  }
}

const isSaid = (one: Statement, act: Thing['act'], concept: string): one is Thing =>
  one.say === 'thing' && one.act === act && one.thing.concept === concept;

/** «хотели посудомойку, но вместо неё решили стиралку»: what was wanted before gives way. */
function replaced(all: Statement[]): void {
  for (const [i, said] of all.entries()) {
    if (said.say !== 'thing' || said.act !== 'want') continue;
    for (const { concept } of thingsAt(said.places, 'instead')) {
      const at = all.findLastIndex((one, n) => n < i && isSaid(one, 'want', concept));
      const before = all[at];
      if (before?.say === 'thing' && concept !== said.thing.concept) all[at] = { ...before, act: 'refuse' };
    }
  }
}

/** «муж против холодильника на длинной, перенесите его на короткую», «ящики не нужны, уберите их»: what is done says it all. */
function refusedFirst(all: Statement[]): void {
  for (const [i, said] of all.entries()) {
    if (said.say !== 'edit' || (said.edit.act !== 'move' && said.edit.act !== 'remove')) continue;
    const [thing] = said.edit.things;
    const at = all.findLastIndex((one, n) => n < i && one.say === 'thing');
    const before = all[at];
    if (before?.say !== 'thing' || before.act !== 'refuse') continue;
    if (said.edit.act === 'move' && before.places.length === 0) continue;
    const isIt = !thing || thing.concept === ANAPHOR || thing.concept === before.thing.concept;
    if (!isIt) continue;
    all[at] = { say: 'context', of: 'other', source: before.source };
    if (!thing || thing.concept === ANAPHOR) all[i] = { ...said, edit: { ...said.edit, things: [before.thing] } };
  }
}

/** «низ уже есть, нужны только верхние шкафы» */
function onlyAbove(all: Statement[]): void {
  const above = all.some(
    (said) => said.say === 'row' && said.only && said.tier === 'wall' && !said.over && !said.walls,
  );
  for (const [i, said] of all.entries())
    if (above && said.say === 'row' && said.tier === 'base' && !said.units) all[i] = { ...said, act: 'refuse' };
}

/** Key of what has no module. */
const OUTSIDE = 'outside';

const isOpen = (of: Mention | ObstacleRef): boolean => 'concept' in of && of.concept === ANAPHOR;

/** «рядом», «между ними», «справа от неё»: of what was named before. */
function resolved(all: Statement[]): void {
  const named: (Mention | ObstacleRef)[] = [];
  /** «справа от неё ящики, слева от неё мойка»: the other side of the same thing. */
  let flanked: Extract<Place, { at: 'beside' }> | undefined;
  let flanking: typeof flanked;
  /** What was refused last: «духовка не нужна, одной варочной хватит, на её место ящики». */
  let refused: Mention | undefined;
  /** What took another's place last. */
  let by: Mention | undefined;
  let shared: { readonly key: string; readonly places: readonly Place[] } = { key: '[]', places: [] };
  const settled = (place: Place): Place => {
    const [before, last] = [named.at(-2), place.at === 'instead' ? (refused ?? named.at(-1)) : named.at(-1)];
    // «замените посудомойку на 45, на освободившееся место бутылочницу»: it is not that one which goes.
    const isBy = place.at === 'instead' && last !== undefined && last === by;
    if ('of' in place && isOpen(place.of) && last && !isBy) {
      const other = place.at === 'beside' && place.hand && flanked?.hand && place.hand !== flanked.hand;
      const found = { ...place, of: other && flanked ? flanked.of : last };
      flanking = found.at === 'beside' ? found : undefined;
      return found;
    }
    if (place.at !== 'between' || !isOpen(place.a) || !last) return place;
    if ('concept' in last && last.count === 2) return { ...place, a: last, b: last };
    return before ? { ...place, a: before, b: last } : place;
  };
  for (const [i, said] of all.entries()) {
    [flanked, flanking] = [flanking, undefined];
    // «шкафы справа снять, вместо них полки»
    const [row, units] = [all[i - 1], insteadOfIt(said)];
    // «насчёт шкафов сверху передумала: вместо них полки»
    const isNamed =
      row?.say === 'row' && row.tier === 'wall' && !row.units && conceptOf(units?.concept ?? '')?.tier === 'wall';
    if (units && row?.say === 'row' && (row.act === 'refuse' || isNamed)) {
      all[i - 1] = { ...row, act: 'want', units };
      all[i] = { say: 'context', of: 'other', source: said.source };
      continue;
    }
    if (said.say === 'thing') {
      // «перед ней ни духовку, ни посудомойку»: before the same.
      const key = JSON.stringify(said.places);
      // «два холодильника рядом» stand beside each other, «настольная плиточка, под неё тумбу» is below nothing of ours.
      const { count: many = 1 } = said.thing;
      const isVoid = (place: Place): boolean =>
        'of' in place &&
        'concept' in place.of &&
        (place.of.concept === OUTSIDE || (many > 1 && place.at === 'beside' && isOpen(place.of)));
      const isNot = (place: Place): boolean => !isVoid(place);
      if (key !== shared.key) shared = { key, places: said.places.filter(isNot).map(settled).filter(isNot) };
      all[i] = housing({ ...said, places: shared.places });
      if (said.act === 'refuse' && said.thing.concept !== ANAPHOR) refused = said.thing;
      const { concept, source, count } = said.thing;
      const last = named.at(-1);
      const open = last && 'concept' in last && !isWanted(all, last.concept, i);
      if (concept !== ANAPHOR) named.push({ concept, source, ...given({ count }), ...particulars(said.thing) });
      // «встроенный не надо, свой 65», «ниша под холодильник, он 60»
      else if (open && said.act === 'want')
        all[i] = { ...said, places: said.places.map(settled), thing: { ...said.thing, concept: last.concept } };
      // «посудомойка 60, её привезут нескоро. Сделайте место под неё на 45»
      else if (said.act === 'want' && said.thing.width && last && 'concept' in last)
        resized(all, i, { ...said, thing: { ...said.thing, concept: last.concept } });
      else if (said.act !== 'want' && last && !unwant(all, said.act, last, i) && 'concept' in last)
        all[i] = { ...said, thing: { ...said.thing, concept: last.concept } };
    } else if (said.say === 'edit' && said.edit.act === 'replace' && !units) {
      by = said.edit.by;
      named.push(by);
    } else if (said.say === 'outside') named.push({ concept: OUTSIDE, source: said.source });
    else if (said.say === 'question') named.push(...said.things);
    else if (said.say === 'place') named.push(...said.places.flatMap(partiesOf).filter((of) => !isOpen(of)));
    else if (said.say === 'obstacle') {
      all[i] = { ...said, obstacle: { ...said.obstacle, places: said.obstacle.places.map(settled) } };
      const obstacle = { obstacle: said.obstacle.kind, source: said.source };
      const below = thingsAt(said.obstacle.places, 'under');
      // «розетка под вытяжку 1,7 м от угла, плита под ней»: under the socket.
      if (said.obstacle.kind === 'socket') named.push(...below, obstacle);
      else named.push(obstacle, ...below);
    } else if (said.say === 'edit' && units) {
      // «ящики убрать, вместо них тумбу»
      const [of] = named.slice(-1);
      if (of)
        all[i] = {
          say: 'thing',
          act: 'want',
          thing: units,
          places: [{ at: 'instead', of }],
          source: said.source,
        };
      named.push({ concept: units.concept, source: said.source });
    } else if (row?.say === 'thing' && row.act === 'want' && row.places.length === 0 && placesToAdd(said).length > 0) {
      // «забыли посудомойку 45, вставьте её между ящиками и мойкой»
      all[i - 1] = { ...row, places: placesToAdd(said).map(settled) };
      all[i] = { say: 'context', of: 'other', source: said.source };
    } else if (
      row?.say === 'obstacle' &&
      said.say === 'edit' &&
      said.edit.act === 'move' &&
      said.edit.places.length === 0
    ) {
      // «вода в 110 от угла, передвиньте мойку туда»
      const of = { obstacle: row.obstacle.kind, source: row.source };
      all[i] = { ...said, edit: { ...said.edit, places: [{ at: 'under', of }] } };
    } else if (said.say === 'edit' && 'places' in said.edit) {
      const last = named.at(-1);
      const things = said.edit.things.map((thing) =>
        thing.concept === ANAPHOR && last && 'concept' in last ? { ...thing, concept: last.concept } : thing,
      );
      all[i] = { ...said, edit: { ...said.edit, things, places: said.edit.places.map(settled) } };
      named.push(...things.filter(({ concept }) => concept !== ANAPHOR));
    } else if (said.say === 'edit' && said.edit.act === 'resize') {
      const [{ things, by, from, to }, last] = [said.edit, named.at(-1)];
      const isHeight = row?.say === 'row' && things.length === 0 && by === 'higher' && to !== undefined;
      // «верхние шкафы возьмём повыше, по 90»: it is the row that was named before.
      if (isHeight) all[i - 1] = { ...row, height: to };
      if (isHeight || isToldAgain(said.edit, row)) all[i] = { say: 'context', of: 'other', source: said.source };
      // «посудомойку сын советует пошире. Исправьте 45 на 60»
      else if (from !== undefined && things.length === 0 && last && 'concept' in last)
        all[i] = { ...said, edit: { ...said.edit, things: [{ ...last, width: from }] } };
      named.push(...things.filter(({ concept }) => concept !== ANAPHOR));
    }
  }
}

/** Where something is to be added of which only the place is said. */
const placesToAdd = (said: Statement): readonly Place[] =>
  said.say === 'edit' && said.edit.act === 'add' && said.edit.things.length === 0 ? said.edit.places : [];

type Resize = Extract<EditSaid, { act: 'resize' }>;

/** «купили её на 60, так что место под неё нужно шире»: the size was said. */
const isToldAgain = ({ things: [thing, more], mm, to }: Resize, before: Statement | undefined): boolean =>
  thing?.concept === ANAPHOR &&
  more === undefined &&
  mm === undefined &&
  to === undefined &&
  before?.say === 'thing' &&
  before.thing.which?.anaphor === true &&
  before.thing.width !== undefined;

/** A thing that was spoken of before, with another width: the last word. */
function resized(all: Statement[], at: number, said: Thing): void {
  const before = all.findLastIndex((one, i) => i < at && isSaid(one, 'want', said.thing.concept));
  const { source } = all[before] ?? said;
  if (before >= 0) all[before] = { say: 'context', of: 'other', source };
  all[at] = said;
}

/** What tells one of several units from the others. */
const particulars = ({ concept, width, tier }: Mention): Partial<Mention> =>
  conceptOf(concept)?.kind ? {} : given({ width, tier });

/** What comes in the place of what was named before. */
const insteadOfIt = (said: Statement): Mention | undefined =>
  said.say === 'thing' && said.act === 'want' && said.places.some((place) => place.at === 'instead' && isOpen(place.of))
    ? said.thing
    : said.say === 'edit' && said.edit.act === 'replace' && isOpen(said.edit.old)
      ? said.edit.by
      : undefined;

/** «шкаф под неё нужен 80»: the cabinet of what stands on it; in the place of a hood it hangs. */
function housing(said: Thing): Thing {
  const { thing, places, act } = said;
  const [under] = thingsAt(places, 'under');
  const isPlain = thing.concept === 'base' || thing.concept === 'cabinet';
  const isHung = thingsAt(places, 'instead').some(({ concept }) => concept === 'hood');
  if (isHung && isPlain) return { ...said, thing: { ...thing, concept: 'upper' } };
  return under && act === 'want' && isPlain && thing.width
    ? { ...said, thing: { ...thing, concept: under.concept }, places: places.filter(({ at }) => at !== 'under') }
    : said;
}

const isWanted = (all: readonly Statement[], concept: string, before: number): boolean =>
  all.slice(0, before).some((one) => one.say === 'thing' && one.act === 'want' && one.thing.concept === concept);

/** «плита …, её не считайте»: what was named before is not wanted here. */
function unwant(all: Statement[], act: 'refuse' | 'elsewhere', named: Mention | ObstacleRef, before: number): boolean {
  const index = all.findLastIndex(
    (one, i) =>
      i < before &&
      (('concept' in named && one.say === 'thing' && one.thing.concept === named.concept) ||
        ('obstacle' in named && one.say === 'obstacle' && one.obstacle.kind === named.obstacle)),
  );
  const said = all[index];
  if (said?.say === 'thing' && said.act === 'want') all[index] = { ...said, act };
  if (said?.say === 'obstacle') all[index] = { ...said, act: 'gone' };
  return index >= 0;
}
