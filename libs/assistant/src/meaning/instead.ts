import { conceptOf } from '../concepts/index.js';
import { type Mention, type Place, type Statement, thingsAt } from './meaning.js';
import { isSaid, type Text, type Thing, thingsOf } from './told.js';
import type { Node } from './tree/hypothesis.js';

/** «вместо неё карго и тумба 30»: both, one beside the other. */
export function insteadToo(text: Text, nodes: readonly Node[]): void {
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
export function toldFurther(all: Statement[]): void {
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

/** «хотели посудомойку, но вместо неё решили стиралку»: what was wanted before gives way. */
export function replaced(all: Statement[]): void {
  for (const [i, said] of all.entries()) {
    if (said.say !== 'thing' || said.act !== 'want') continue;
    for (const { concept } of thingsAt(said.places, 'instead')) {
      const at = all.findLastIndex((one, n) => n < i && isSaid(one, 'want', concept));
      const before = all[at];
      if (before?.say === 'thing' && concept !== said.thing.concept) all[at] = { ...before, act: 'refuse' };
    }
  }
}
