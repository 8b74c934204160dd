import {
  type EditSaid,
  isObstacle,
  type Meaning,
  type Mention,
  type Place,
  partiesOf,
  type Statement,
} from '../meaning/meaning.js';
import { ANAPHOR } from '../meaning/mentions.js';
import { isSameThing, kindOf } from './things.js';

/** Statements that say something of a kitchen, as against talk. */
const SAYS_NOTHING: readonly Statement['say'][] = ['talk', 'context', 'answer', 'question', 'outside', 'undo'];
export const isOfKitchen = ({ say }: Statement): boolean => !SAYS_NOTHING.includes(say);

/** Whether a message is about furniture of other rooms; «в углу диван» beside a sink and a hob is not. */
export const isOfOther = ({ statements }: Pick<Meaning, 'statements'>): boolean =>
  statements.some((said) => said.say === 'talk' && said.topic === 'other_furniture') &&
  !statements.some((said) => said.say === 'thing' && said.act === 'want' && kindOf(said.thing));

/** Things that a statement is about, without those that a place only refers to. */
export function mentionsOf(said: Statement): readonly Mention[] {
  if (said.say === 'thing') return [said.thing];
  if (said.say === 'question') return said.things;
  if (said.say === 'row') return said.units ? [said.units] : [];
  return said.say === 'edit' ? editedIn(said.edit) : [];
}

function editedIn(edit: EditSaid): readonly Mention[] {
  if (edit.act === 'swap') return [edit.a, edit.b];
  if (edit.act === 'replace') return [edit.by, edit.old, ...(edit.old.with ?? [])];
  if (edit.act === 'split') return [edit.thing, ...edit.into];
  return 'things' in edit ? edit.things : [];
}

/** Places where a statement puts its things. */
export function placesOf(said: Statement): readonly Place[] {
  if (said.say === 'place' || said.say === 'thing') return said.places;
  return said.say === 'edit' && (said.edit.act === 'move' || said.edit.act === 'add') ? said.edit.places : [];
}

/** Things that a statement wants to have: what a customer named is not the assistant's own choice. */
export function wantedIn(said: Statement): readonly Mention[] {
  if (said.say === 'thing') return said.act === 'want' ? [said.thing, ...(said.thing.with ?? [])] : [];
  if (said.say === 'row') return said.units && said.act === 'want' ? [said.units] : [];
  if (said.say !== 'edit' || said.edit.act === 'remove') return [];
  if (said.edit.act === 'replace') return [said.edit.by];
  return mentionsOf(said);
}

/** «между ними», «справа от неё» in a message that names nothing else: of what was spoken of before it. */
export function ofLast(said: Statement, last: readonly Mention[]): Statement {
  const others = last.filter((one) => mentionsOf(said).every((thing) => !isSameThing(one, thing)));
  const [a, b] = others.flatMap((one) => (one.count === 2 ? [one, one] : [one])).slice(-2);
  const own = (place: Place): Place => {
    const of = b ?? a;
    if (!of || partiesOf(place).every((one) => isObstacle(one) || one.concept !== ANAPHOR)) return place;
    if ('of' in place) return { ...place, of };
    return place.at === 'between' && a && b ? { ...place, a, b } : place;
  };
  return withPlaces(said, own);
}

/** The statement with other places for its things. */
export function withPlaces(said: Statement, other: (place: Place) => Place): Statement {
  if (said.say === 'thing' || said.say === 'place') return { ...said, places: said.places.map(other) };
  return said.say === 'edit' && 'places' in said.edit
    ? { ...said, edit: { ...said.edit, places: said.edit.places.map(other) } }
    : said;
}

/** Whether another kitchen is begun: said so, or, where one `stands`, described with walls, a sink and a cooker. */
export function begins(statements: readonly Statement[], stands: boolean): boolean {
  const says = (kind: Statement['say']): boolean => statements.some(({ say }) => say === kind);
  const things = statements.flatMap((said) => (said.say === 'thing' && said.act === 'want' ? [said.thing] : []));
  const isThere = (concept: string): boolean => things.some((thing) => isSameThing(thing, { ...thing, concept }));
  return says('anew') || (stands && says('walls') && !says('edit') && isThere('sink') && isThere('cooker'));
}

/** The statement about other things than it was said of: «и ящики тоже». */
export function withThings(said: Statement, things: readonly Mention[]): Statement | undefined {
  const [first] = things;
  if (!first) return undefined;
  if (said.say === 'thing') {
    const { concept: _, source: __, which: ___, ...more } = said.thing;
    return { ...said, thing: { ...more, ...first } };
  }
  if (said.say !== 'edit') return undefined;
  const { edit } = said;
  return 'things' in edit ? { ...said, edit: { ...edit, things } } : undefined;
}

const OTHER = {
  ...({ left: 'right', right: 'left', start: 'end', end: 'start' } as const),
  ...({ wider: 'narrower', narrower: 'wider', higher: 'lower', lower: 'higher' } as const),
};

/** The statement the other way round: «наоборот». */
export function reversed(said: Statement): Statement | undefined {
  if (said.say !== 'edit') return undefined;
  const { edit } = said;
  if (edit.act === 'resize' && edit.by) return { ...said, edit: { ...edit, by: OTHER[edit.by] } };
  if (edit.act === 'swap') return said;
  return edit.act === 'move' ? { ...said, edit: { ...edit, places: edit.places.map(turned) } } : undefined;
}

/** What is wanted on one wall, on the other. */
export function acrossOf(said: Statement): Statement | undefined {
  if (said.say !== 'thing' || said.act !== 'want') return undefined;
  const across = (place: Place): Place => {
    const other = place.at === 'wall' ? OTHER_WALL[`${place.wall}`] : undefined;
    return place.at === 'wall' && other ? { ...place, wall: other } : place;
  };
  const places = said.places.map(across);
  return places.some((place, i) => place !== said.places[i]) ? { ...said, places } : undefined;
}
const OTHER_WALL: Readonly<Record<string, 'left' | 'right' | 'long' | 'short'>> = {
  left: 'right',
  right: 'left',
  long: 'short',
  short: 'long',
};

export function turned(place: Place): Place {
  if (place.at === 'start' || place.at === 'end') return { at: OTHER[place.at] };
  const isSided = place.at === 'side' || place.at === 'shift' || place.at === 'beside';
  return isSided && (place.hand === 'left' || place.hand === 'right') ? { ...place, hand: OTHER[place.hand] } : place;
}
