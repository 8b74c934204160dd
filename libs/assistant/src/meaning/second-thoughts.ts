import { mayMeasure } from '../concepts/index.js';
import type { Edge } from '../rules/chart.js';
import { text as named } from '../rules/frame.js';
import { millimetres } from '../rules/quantities.js';
import { isDetailed, retold } from './edits.js';
import { type Statement, thingsAt } from './meaning.js';
import { ANAPHOR, type SourceOf } from './mentions.js';
import { type Of, type Text, thingsOf } from './told.js';
import type { Node } from './tree/hypothesis.js';

/** What was only thought of: said as a question, or with «бы» and «может». */
const TENTATIVE = /\?|(^| )(бы|может|думал|думала|думали|хотел|хотела|хотели|может быть|а если)( |,|$)/i;

/** «холодильник поближе к мойке? нет, не надо»: the idea is refused, not the thing. */
export function withdrawn(text: Text, nodes: readonly Node[]): void {
  for (const [node, index, said] of thingsOf(text, nodes)) {
    const { act, edge } = node;
    if (said.act !== 'refuse' || !act || act.from < edge.to || !isDetailed(said)) continue;
    const before = nodes[nodes.indexOf(node) - 1]?.edge;
    const around = text.sourceOf(before ?? edge, edge, act).text.slice(before ? text.sourceOf(before).text.length : 0);
    // «не нужна» is said of the thing, «не надо» of what was thought of.
    if (named(act.frame, 'gender') === undefined && TENTATIVE.test(around))
      text.all[index] = { say: 'context', of: 'other', source: said.source };
  }
}

/** «пенал берём? нет», «мойку куда? в угол»: who asks and answers in one message. */
export function answeredAtOnce({ all, of, sourceOf }: Text, nodes: readonly Node[]): void {
  for (const [n, { edge }] of nodes.entries()) {
    const i = of.get(edge) ?? -1;
    const [asked, said] = [all[i - 1], all[i]];
    const before = nodes[n - 1]?.edge;
    if (!asked || !said || !before || !/\?\s*[-–—]?\s*(тоже\s)?$/i.test(between(sourceOf, before, edge))) continue;
    const after = said.say === 'answer' && said.answer === 'no' ? retold(asked, 'refuse') : placedAs(asked, said);
    if (!after) continue;
    all[i - 1] = after;
    all[i] = { say: 'context', of: 'other', source: said.source };
  }
}

/** What was said between two phrases. */
const between = (sourceOf: SourceOf, a: Edge, b: Edge): string =>
  sourceOf(a, b).text.slice(sourceOf(a).text.length, -sourceOf(b).text.length);

/** «мойку куда? в угол» */
function placedAs(asked: Statement, said: Statement): Statement | undefined {
  const [thing, ...others] = asked.say === 'question' && asked.about === 'place' ? asked.things : [];
  if (!thing || others.length > 0 || said.say !== 'place') return undefined;
  return { say: 'thing', act: 'want', thing, places: said.places, source: asked.source };
}

/** «ящики и плиту наоборот… да, поменяйте их местами»: the two that were named last, once. */
export function swappedThem({ all }: Text): void {
  for (const [i, said] of all.entries()) {
    if (said.say !== 'edit' || said.edit.act !== 'swap' || said.edit.a.concept !== ANAPHOR) continue;
    const silent = (one: Statement): Statement => ({ say: 'context', of: 'other', source: one.source });
    const named = all.flatMap((one, at) =>
      at < i && one.say === 'thing' && one.act === 'want' && !isDetailed(one) ? [{ at, one }] : [],
    );
    const [a, b] = named.slice(-2);
    if (all.slice(0, i).some((one) => one.say === 'edit' && one.edit.act === 'swap')) all[i] = silent(said);
    else if (a && b) {
      all[i] = { ...said, edit: { act: 'swap', a: a.one.thing, b: b.one.thing } };
      for (const { at, one } of [a, b]) all[at] = silent(one);
      for (const [at, one] of all.entries())
        if (one.say === 'edit' && one.edit.act === 'reverse') all[at] = silent(one);
    }
  }
}

/** What stands before a size that takes the place of another. */
const OTHER_SIZE =
  /\?|(^| )(давай|давайте|лучше|хватит|достаточно|пусть|ладно|нет|хотя|говор|возьм|бер[её]м|став|сдела|дела)/i;

/** «мойка 80, хотя не надо, 60 хватит», «мойка 60... маловато, давайте 80»: it is the size that was given up; «50, да, 50». */
export function otherwiseSized(text: Text): void {
  const { all, of } = text;
  let last = 0;
  for (const [i, next] of all.entries()) {
    const said = all[last];
    const width = next.say === 'number' ? (millimetres({ value: next.value, unit: next.unit }, 'width') ?? 0) : 0;
    const sized = said?.say === 'thing' ? otherwise(text, [last, i], said, width) : said && resizedTo(said, width);
    if (next.say === 'number' && sized) {
      all[last] = sized;
      all[i] = { say: 'context', of: 'other', source: next.source };
      for (const [edge, at] of of) if (at === i) of.set(edge, last);
    } else if (next.say !== 'context' && next.say !== 'answer') last = i;
  }
}

/** The thing with the size that another statement says of it. */
function otherwise(text: Text, both: readonly number[], said: Of<'thing'>, width: number): Statement | undefined {
  if (said.act === 'elsewhere' || !said.thing.width || !mayMeasure(said.thing.concept, width)) return undefined;
  const [own, other] = both.map((at) => [...text.of].findLast(([, index]) => index === at)?.[0]);
  const words = own && other ? text.sourceOf(own, other).text : '';
  if (said.act === 'want' && said.thing.width !== width && !OTHER_SIZE.test(words)) return undefined;
  const { count: _, ...once } = said.thing;
  return { ...said, act: 'want', thing: { ...(said.act === 'refuse' ? once : said.thing), width } };
}

/** «тумбу пошире, кастрюли большие. Сделайте её 80»: how much wider. */
function resizedTo(said: Statement, width: number): Statement | undefined {
  if (said.say !== 'edit' || said.edit.act !== 'resize' || said.edit.to !== undefined) return undefined;
  const { things, by } = said.edit;
  const fits = things.length === 1 && things.every(({ concept }) => mayMeasure(concept, width));
  return fits && (by === 'wider' || by === 'narrower') ? { ...said, edit: { ...said.edit, to: width } } : undefined;
}

/** «духовку в пенал не надо, пусть под варочной»: where it goes after all. */
export function goesBelow(all: Statement[]): void {
  for (const [i, said] of all.entries()) {
    const next = all[i + 1];
    if (said.say !== 'thing' || said.act !== 'refuse' || !said.thing.tall || next?.say !== 'place') continue;
    if (!thingsAt(next.places, 'under').some(({ concept }) => concept === 'hob')) continue;
    const { tall: _, count: __, ...thing } = said.thing;
    all[i] = { ...said, act: 'want', thing, places: next.places };
    all[i + 1] = { say: 'context', of: 'other', source: next.source };
  }
}
