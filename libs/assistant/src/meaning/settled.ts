import type { Edge } from '../rules/chart.js';
import { flag } from '../rules/frame.js';
import type { Mention, Statement } from './meaning.js';
import { ANAPHOR, mentionOf } from './mentions.js';
import { type Text, thingsOf } from './told.js';
import type { Node } from './tree/hypothesis.js';

/** «поставить слева или справа?», «плита или варочная?»: what is left to choose is asked about, none of it is told. */
export function chosen(all: Statement[]): void {
  for (const [i, said] of all.entries()) {
    if (said.say !== 'question' || said.about !== 'which') continue;
    const [before, next] = [all[i - 1], all[i + 1]];
    const silent = (one: Statement): Statement => ({ say: 'context', of: 'other', source: one.source });
    if (next?.source.from === said.source.to && CHOSEN.has(next.say)) all[i + 1] = silent(next);
    if (said.things.length > 0 || before?.source.to !== said.source.from || !CHOSEN.has(before.say)) continue;
    const edit = before.say === 'edit' && 'things' in before.edit ? before.edit.things : [];
    all[i] = { ...said, things: before.say === 'thing' ? [before.thing] : edit };
    all[i - 1] = silent(before);
  }
}

/** «хотела варочную, муж плиту, сошлись на плите»: what was thought of before does not count. */
export function settled(text: Text, nodes: readonly Node[]): void {
  const things = [...thingsOf(text, nodes)];
  for (const [{ edge }, index, said] of things) {
    if (!flag(edge.frame, 'settled')) continue;
    const before = things.filter(([, at]) => at < index).toReversed();
    const isOpen = said.thing.concept === ANAPHOR;
    const last = before.find(([, , one]) => one.thing.concept !== ANAPHOR)?.[2].thing.concept;
    // «сошлись на обычной электрической», «решили оставить наш»
    const cooker = flag(edge.frame, 'usual') ? 'stove' : 'cooker';
    const concept = isOpen ? (said.thing.fuel ? cooker : last) : said.thing.concept;
    let thing = mentionOf({ ...edge.frame, concept: concept ?? ANAPHOR }, said.source);
    for (const [, at, one] of before) {
      const isIt = isOpen && !said.thing.fuel && one.thing.concept === ANAPHOR;
      if (isIt) thing = { ...one.thing, ...thing };
      if (isIt || isRival(one.thing, thing)) text.all[at] = { say: 'context', of: 'other', source: one.source };
    }
    text.all[index] = { ...said, thing };
  }
  for (const { edge } of nodes) if (edge.category === 'place' && flag(edge.frame, 'settled')) settledAt(text, edge);
}

/** «сын говорит индукцию, … всё, газовая плита»: what somebody else would have gives way to what is said of it later. */
export function outvoted(text: Text, nodes: readonly Node[]): void {
  const things = [...thingsOf(text, nodes)];
  const isOthers = (node: Node): boolean => nodes[nodes.indexOf(node) - 1]?.edge.frame['of'] === 'family';
  for (const [node, index, said] of things) {
    const isOver = ([other, at, one]: (typeof things)[number]): boolean =>
      at > index && one.act === 'want' && !isOthers(other) && contradicts(said.thing, one.thing);
    if (isOthers(node) && things.some(isOver)) text.all[index] = { say: 'context', of: 'other', source: said.source };
  }
}

/** Whether one of two has to give way: «индукция» and «газовая плита», 60 and 45. */
const contradicts = (a: Mention, b: Mention): boolean =>
  isRival(a, b) &&
  ![a, b].some(({ concept }) => concept === 'oven') &&
  (a.concept !== b.concept || (['fuel', 'width'] as const).some((one) => a[one] && b[one] && a[one] !== b[one]));

/** «жена хочет холодильник справа, я слева, решили: слева»: it stands there. */
function settledAt({ all, of }: Text, edge: Edge): void {
  const index = of.get(edge) ?? -1;
  const at = all.findLastIndex((one, i) => i < index && one.say === 'thing' && one.act === 'want');
  const [place, thing] = [all[index], all[at]];
  if (place?.say !== 'place' || thing?.say !== 'thing') return;
  all[at] = { ...thing, places: place.places };
  for (const [i, one] of all.entries())
    if (i > at && i <= index && one.say === 'place') all[i] = { say: 'context', of: 'other', source: one.source };
}

/** Of a kind of which a kitchen has one. */
const isRival = (a: Mention, b: Mention): boolean =>
  a.concept === b.concept || [a, b].every(({ concept }) => COOKERS.has(concept));
const COOKERS = new Set(['hob', 'stove', 'cooker', 'oven']);

const CHOSEN: ReadonlySet<Statement['say']> = new Set(['thing', 'edit', 'colour', 'handles']);
