import type { Order } from '#libs/furniture';
import { type Place, type Statement, thingsAt, unsaid } from '../meaning/meaning.js';
import { allMeant } from '../units/meant.js';
import { floorRow } from '../units/units.js';
import { otherSide, withWidth } from './answers.js';
import { isAt } from './brief/places.js';
import { unitWidthOf } from './brief/room-wishes.js';
import type { Conversation } from './conversation.js';
import { plainest } from './edits/scene.js';
import { isOfKitchen, mentionsOf, placesOf, withThings } from './mentions.js';
import { isBare, isPlain, isSameThing, kindOf } from './things.js';

/** Statements that lean on others: «наоборот», «и ящики тоже», «нет, серый», «лучше 50», a place after its thing. */
export function completed(talk: Conversation, statements: readonly Statement[], order: Order): Statement[] {
  const { versions, open, last } = talk;
  const before = versions.at(-1)?.statements ?? [];
  // «наоборот: мойку и плиту местами», «зеркально, наоборот»: what is done says it all.
  const turns = statements.some((one) => one.say === 'edit' && /^(mirror|swap|move|replace)$/.test(one.edit.act));
  const kitchen = statements.filter(isOfKitchen);
  // «над пеналом пусто, поставьте туда шкафчик»
  const [first, second] = kitchen;
  const there = first?.say === 'place' && second && withPlaces(second, first.places);
  return statements.flatMap((said, i): Statement[] => {
    const [next] = statements.slice(i + 1).filter(isOfKitchen);
    if (said.say === 'edit' && said.edit.act === 'yield' && kitchen.length === 1 && !open)
      return [{ ...said, edit: { ...said.edit, act: 'remove', places: [] } }];
    if (there && (said === first || said === second)) return said === first ? [] : [there];
    const placed = next?.say === 'place' && withPlaces(said, next.places);
    if (placed) return [placed];
    if (isOnlyNamed(said, kitchen) || isNotThere(said, kitchen)) return [];
    const resized = standsBetween(said, order);
    if (resized) return [resized];
    const yielding = open?.asks.length === 0 && yieldingAt(said, order);
    if (yielding) return [yielding];
    if (next?.say === 'number' && said.say === 'thing' && !said.thing.width && !open)
      return [{ ...said, thing: { ...said.thing, width: unitWidthOf(next) } }];
    if (said.say === 'edit' && said.edit.act === 'move' && said.edit.things.length === 0) {
      const things = statements.slice(0, i).flatMap(mentionsOf).slice(-1);
      return [{ ...said, edit: { ...said.edit, things } }];
    }
    if (said.say === 'place' && kitchen.length === 1 && !open && last.length === 1) {
      const places = said.places.map((place) => otherSide(place, before.flatMap(placesOf)));
      return [{ ...said, say: 'edit', edit: { act: 'move', things: [], places } }];
    }
    if (isSpare(said, order, open !== undefined) && (open?.asks.length === 0 || kitchen.length > 1))
      return [{ ...said, say: 'edit', edit: { act: 'yield', things: mentionsOf(said) } }];
    if (said.say === 'edit' && said.edit.act === 'likewise') {
      const { things } = said.edit;
      const alike = before.flatMap((one) => withThings(one, things) ?? []);
      return alike.length > 0 ? alike : [said];
    }
    if (said.say === 'edit' && said.edit.act === 'reverse') return turns ? [] : [{ ...said, edit: { act: 'mirror' } }];
    if (said.say === 'colour' && said.parts.length === 0)
      return [{ ...said, parts: before.find((one) => one.say === 'colour')?.parts ?? [] }];
    if (said.say !== 'number' || open || kitchen.some(({ say }) => say === 'thing')) return [said];
    const width = unitWidthOf(said);
    const bare: Statement = { ...said, say: 'thing', act: 'want', thing: unsaid('it', { width }), places: [] };
    const same = before.flatMap((one): Statement[] => {
      const [thing] = mentionsOf(one);
      if (one.say === 'edit' && one.edit.act === 'resize') return [withWidth(one, thing, width)];
      return thing?.width ? [{ ...bare, thing: { ...thing, width } }] : [];
    });
    // «а посудомойка какая? 45?»
    return same.length > 0 || statements.some(({ say }) => say === 'question') ? same : [bare];
  });
}

/** «тумбу между плитой и холодильником сделайте 40» where one stands: it is resized, none is added. */
function standsBetween(said: Statement, order: Order): Statement | undefined {
  if (said.say !== 'thing' || said.act !== 'want' || !said.thing.width || said.places.length !== 1) return undefined;
  const { thing, places, source } = said;
  const { width, which: _, ...such } = thing;
  const [place] = places;
  if (place?.at !== 'between' || kindOf(thing) || thing.count) return undefined;
  const [it, other] = floorRow(order).filter((unit) => isAt(order, unit, place));
  const isSuch = it !== undefined && !other && allMeant(order, such).some(({ id }) => id === it.id);
  return isSuch
    ? { say: 'edit', edit: { act: 'resize', things: [such], among: places, to: width }, source }
    : undefined;
}

/** «сузьте тумбу между плитой и холодильником» to a kitchen that has no room: by as much as is lacking. */
function yieldingAt(said: Statement, order: Order): Statement | undefined {
  const { edit: made } = said.say === 'edit' ? said : {};
  if (made?.act !== 'resize' || made.by !== 'narrower' || made.mm !== undefined) return undefined;
  const {
    things: [thing, other],
    among = [],
  } = made;
  if (!thing || other || among.length === 0) return undefined;
  const [it, more] = allMeant(order, thing).filter((unit) => among.every((place) => isAt(order, unit, place)));
  const things = it && !more ? [{ ...thing, width: it.width }] : [];
  return things.length > 0 ? { ...said, say: 'edit', edit: { act: 'yield', things } } : undefined;
}

/** The statement of a thing whose place was said after it. */
function withPlaces(said: Statement, places: readonly Place[]): Statement | undefined {
  if (said.say === 'obstacle' && said.obstacle.places.length === 0)
    return { ...said, obstacle: { ...said.obstacle, places } };
  if (placesOf(said).length > 0) return undefined;
  if (said.say === 'thing') return { ...said, places };
  return said.say === 'edit' && said.edit.act === 'add' ? { ...said, edit: { ...said.edit, places } } : undefined;
}

/** «пенал загородит свет, вместо него …»: named for what the rest says of it. */
const isOnlyNamed = (said: Statement, others: readonly Statement[]): boolean =>
  said.say === 'thing' &&
  said.act === 'want' &&
  said.places.length === 0 &&
  isBare(said.thing) &&
  thingsAt(others.flatMap(placesOf), 'instead').some((of) => isSameThing(of, said.thing));

/** «мойку не в углу, а на длинной»: where it is not to be, beside where it is. */
const isNotThere = (said: Statement, others: readonly Statement[]): boolean =>
  said.say === 'thing' &&
  said.act === 'refuse' &&
  said.places.length > 0 &&
  others.some((one) => one.say === 'thing' && one.act === 'want' && isSameThing(one.thing, said.thing));

/** «лишние тумбы уберите»: plain units that are not told apart, to be out or narrower. */
function isSpare(said: Statement, order: Order, makesRoom: boolean): boolean {
  const { edit: made } = said.say === 'edit' ? said : {};
  if (made?.act !== 'remove' && !(made?.act === 'resize' && made.by === 'narrower' && made.mm === undefined))
    return false;
  const [thing, other] = made.things;
  // «сузьте тумбу между плитой и холодильником»: said which.
  if (made.act === 'resize' && made.among?.length) return false;
  if (!thing || other || thing.which || thing.width || (made.act === 'remove' && made.places.length > 0)) return false;
  const such = allMeant(order, thing).filter(({ code }) => isPlain(code));
  // «тумбу поуже» beside one with drawers is the plain one; which goes is not guessed.
  return (makesRoom || made.act === 'remove' ? such : plainest(such, thing)).length > 1;
}
