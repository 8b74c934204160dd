import type { Edge } from '../rules/chart.js';
import { resolved } from './anaphora.js';
import { isDetailed } from './edits.js';
import { insteadToo, replaced, toldFurther } from './instead.js';
import { byLandmarks } from './landmarks.js';
import { recoloured } from './looks.js';
import { isObstacle, OTHER_HAND, type Place, type Statement } from './meaning.js';
import { ANAPHOR } from './mentions.js';
import { wallsOfPlaces, withinWalls, withoutIslands } from './room.js';
import { answeredAtOnce, goesBelow, otherwiseSized, swappedThem, withdrawn } from './second-thoughts.js';
import { chosen } from './settled.js';
import { shared } from './shared-places.js';
import { isSaid, type Text, type Thing, thingsOf } from './told.js';
import type { Node } from './tree/hypothesis.js';
import { walled } from './walled.js';

/** Settles what words refer to elsewhere in the message: walls and sides said once for several, «рядом», «между ними». */
export function refer(text: Text, nodes: readonly Node[]): void {
  withdrawn(text, nodes);
  answeredAtOnce(text, nodes);
  goesBelow(text.all);
  chosen(text.all);
  headed(text, nodes);
  insteadToo(text, nodes);
  toldFurther(text.all);
  otherwiseSized(text);
  swappedThem(text);
  toTheirSides(text.all);
  askedOf(text.all);
  notThere(text, nodes);
  namedAgain(text.all);
  asDrawers(text, nodes);
  otherwiseLong(text);
  owned(text, nodes);
  contrasted(text, nodes);
  walled(text, nodes);
  placedThere(text, nodes);
  shared(text, nodes);
  housed(text.all);
  onlyAbove(text.all);
  saidApart(text.all);
  resolved(text.all);
  placedInstead(text, nodes);
  recoloured(text.all, text.of, nodes, text.sourceOf);
  replaced(text.all);
  refusedFirst(text.all);
  alongOne(text.all);
  wallsOfPlaces(text.all);
  withoutIslands(text.all);
  withinWalls(text.all);
  refusedToo(text.all);
  aboveEachOther(text.all);
  byLandmarks(text.all);
}

/** «комната 2,6 на 3,45, гарнитур по длинной стене», «помещение 2,5 на 3, прямая по стене 3 м»: one wall of the room. */
function alongOne(all: Statement[]): void {
  const at = all.findIndex((said) => said.say === 'walls' && said.product && said.lengths.length === 2);
  const room = all[at];
  if (room?.say !== 'walls') return;
  const shapes = all.flatMap((said) => (said.say === 'shape' && !said.not ? [said.shape] : []));
  const silent = ({ source }: Statement): Statement => ({ say: 'context', of: 'other', source });
  const again = (said: Statement): boolean =>
    said !== room && said.say === 'walls' && said.lengths.length === 1 && said.lengths[0]?.wall === undefined;
  if (shapes.some((shape) => shape !== 'straight') || !(room.room || shapes.length > 0)) return;
  const named = all.find(again);
  if (named?.say === 'walls' && room.lengths.some(({ mm }) => mm === named.lengths[0]?.mm)) {
    all[at] = silent(room);
    return;
  }
  for (const [i, said] of all.entries()) {
    const [place, other] = said.say === 'place' ? said.places : [];
    if (place?.at !== 'wall' || other || !/^(long|short)$/.test(`${place.wall}`)) continue;
    const lengths = room.lengths.map(({ mm }) => mm);
    const mm = place.wall === 'long' ? Math.max(...lengths) : Math.min(...lengths);
    all[at] = { say: 'walls', lengths: [{ mm }], source: room.source };
    all[i] = silent(said);
  }
}

/** «верх в два ряда»: one above the other, and no kitchen along two walls. */
function aboveEachOther(all: Statement[]): void {
  for (const [i, said] of all.entries()) {
    const row = all[i - 1];
    const isTwo = said.say === 'shape' && said.shape === 'parallel' && /^в два (ряда|яруса)$/i.test(said.source.text);
    if (isTwo && row?.say === 'row' && row.act === 'want' && row.tier === 'wall')
      all[i] = { say: 'row', act: 'want', tier: 'upper', source: said.source };
  }
}

/** «холодильник свой. Ставьте слева»: the place of the thing before it. */
function saidApart(all: Statement[]): void {
  for (const [i, said] of all.entries()) {
    const before = all[i - 1];
    const isOfRoom =
      said.say === 'place' && said.places.every(({ at }) => at === 'side' || at === 'end' || at === 'wall');
    const isBare = before?.say === 'thing' && before.act === 'want' && before.places.length === 0;
    if (said.say !== 'place' || !isOfRoom || !isBare) continue;
    all[i - 1] = { ...before, places: said.places };
    all[i] = { say: 'context', of: 'other', source: said.source };
  }
}

/** «плиты там не будет, верха тоже»: nor the row. */
function refusedToo(all: Statement[]): void {
  for (const [i, said] of all.entries()) {
    const before = all[i - 1];
    if (said.say !== 'edit' || said.edit.act !== 'likewise') continue;
    const [row, other] = said.edit.things;
    const isRefused = (before?.say === 'thing' || before?.say === 'row') && before.act === 'refuse';
    if (isRefused && row?.which?.all && row.tier && !other)
      all[i] = { say: 'row', act: 'refuse', tier: row.tier, source: said.source };
  }
}

/** «а шкафы из чего, из ДСП?»: what is asked about is not wished. */
function askedOf(all: Statement[]): void {
  for (const [i, said] of all.entries()) {
    const next = all[i + 1];
    const isPlain = said.say === 'thing' && said.act === 'want' && /^(cabinet|base)$/.test(said.thing.concept);
    if (isPlain && !isDetailed(said) && next?.say === 'talk' && next.topic === 'hardware')
      all[i] = { say: 'context', of: 'other', source: said.source };
  }
}

/** «мойка на правой …, в углу обычный шкаф, не мойка»: it is not there, and stands where it was said to. */
function notThere(text: Text, nodes: readonly Node[]): void {
  const placed = new Set<string>();
  for (const [{ edge }, index, said] of thingsOf(text, nodes)) {
    const { concept } = said.thing;
    if (said.act === 'want' && said.places.length > 0) placed.add(concept);
    if (said.act === 'refuse' && edge.frame['refused'] === true && placed.has(concept) && !isDetailed(said))
      text.all[index] = { say: 'context', of: 'other', source: said.source };
  }
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

/** «и ящики под ложки, тумбу 40»: of a message that says nothing else it is one unit, with drawers. */
function asDrawers({ all, sourceOf }: Text, nodes: readonly Node[]): void {
  const [one, other, more] = all.flatMap((said, i) => (said.say === 'context' || said.say === 'talk' ? [] : [i]));
  const [drawers, unit] = [all[one ?? -1], all[other ?? -1]];
  if (
    more !== undefined ||
    drawers?.say !== 'thing' ||
    unit?.say !== 'thing' ||
    one === undefined ||
    other === undefined
  )
    return;
  const isApposed =
    isSaid(drawers, 'want', 'drawers') && !isDetailed(drawers) && isSaid(unit, 'want', 'base') && unit.thing.width;
  const [from, to] = [nodes[0]?.edge, nodes.at(-1)?.edge];
  if (!isApposed || !from || !to || / и [^,]*$/i.test(sourceOf(from, to).text)) return;
  all[one] = { ...unit, thing: { ...unit.thing, concept: 'drawers' }, places: [...drawers.places, ...unit.places] };
  all[other] = { say: 'context', of: 'other', source: unit.source };
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

/** «без мойки, мойка есть», «какой пенал? просил без пенала»: named without a wish, what was refused is not wanted. */
function owned(text: Text, nodes: readonly Node[]): void {
  const named = new Map<string, number>();
  for (const [node, index, { act, thing, source }] of thingsOf(text, nodes)) {
    const { concept } = thing;
    const before = text.all.findLast((one, i) => i < index && one.say === 'thing' && one.thing.concept === concept);
    const isBare =
      node.edge.category === 'thing' && !node.act && node.kids.length === 0 && Object.keys(thing).length === 2;
    const isRefused = before?.say === 'thing' && before.act !== 'want';
    // «мойка нет сначала посудомойка потом мойка»: it is its turn that was refused.
    const isNext = nodes[nodes.indexOf(node) - 1]?.edge.category === 'then';
    const at = act === 'refuse' ? named.get(concept) : undefined;
    const only = at === undefined ? undefined : text.all[at];
    if (act === 'want' && isRefused && isNext)
      text.all[text.all.indexOf(before)] = { say: 'context', of: 'other', source: before.source };
    else if (act === 'want' && isBare && isRefused) text.all[index] = { say: 'context', of: 'other', source };
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
    const hand = before?.at === 'beside' && before.hand && OTHER_HAND[before.hand];
    if (before?.at === 'beside' && hand && !node.starts && place?.at === 'side' && !place.end && place.hand === hand)
      text.all[index] = { ...said, places: [{ ...before, hand }, ...more] };
    before = place;
  }
}

/** «два пенала рядом: встроенный холодильник и духовка с микроволновкой»: each in one of them. */
function housed(all: Statement[]): void {
  for (const [i, said] of all.entries()) {
    const [fridge, oven] = ['fridge', 'oven'].map((kind) =>
      all.slice(i + 1, i + 3).find((one) => isSaid(one, 'want', kind)),
    );
    if (said.say !== 'thing' || said.thing.concept !== 'tall' || said.thing.count !== 2 || isWide(said.thing)) continue;
    if (fridge?.say !== 'thing' || oven?.say !== 'thing' || oven.thing.with?.some(({ concept }) => concept === 'hob'))
      continue;
    const placed = (one: Thing): Thing => (one.places.length === 0 ? { ...one, places: said.places } : one);
    all[all.indexOf(fridge)] = placed({ ...fridge, thing: { ...fridge.thing, builtIn: true } });
    all[all.indexOf(oven)] = placed({ ...oven, thing: { ...oven.thing, tall: true } });
    all[i] = { say: 'context', of: 'other', source: said.source };
  }
}

const isWide = ({ width, with: others }: Thing['thing']): boolean => width !== undefined || others !== undefined;

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
