import type { Exchange } from '../../port.js';
import { type Facts, type FixtureFact, noFacts } from '../brief/facts.js';
import { readFacts } from '../brief/read.js';
import { has, type Token } from '../text/token.js';
import { draftOf } from './draft.js';
import { learn, type Plan, planOf } from './fresh.js';

const COOKERS = ['hob', 'oven', 'stove'];
const alike = (a: FixtureFact, b: FixtureFact): boolean =>
  a.kind === b.kind && a.code === b.code ? true : COOKERS.includes(a.kind) && COOKERS.includes(b.kind);

/** The new place of a thing in place of its old one; in a told sequence it goes to that end of it. */
function settle(facts: Facts, said: FixtureFact): void {
  const all = facts.fixtures.filter((fact) => alike(fact, said) && !fact.tall);
  const known = all[0];
  if (!known) {
    facts.fixtures.push(said);
    return;
  }
  if (said.width !== undefined) known.width = said.width;
  for (const one of all) one.place = { ...said.place };
  if (!facts.ordered && !facts.sequential) return;
  const { hand, where } = said.place;
  const rest = facts.fixtures.filter((fact) => fact !== known);
  const last = hand === 'right' || where === 'end';
  if (!last && hand !== 'left' && where !== 'start') {
    delete facts.ordered;
    delete facts.sequential;
    return;
  }
  known.place = {};
  facts.fixtures = last ? [...rest, known] : [known, ...rest];
}

/** The one wall of a straight kitchen in its new length. */
function measured(facts: Facts, { lengths }: Facts): boolean {
  if (facts.lengths.length !== 1 || Object.keys(facts.named).length > 0) return false;
  facts.lengths = [...lengths];
  return true;
}

/**
 * «Мойку на короткую стену», where the standing row has no room for it: the kitchen laid out anew with that wish, as
 * long as nothing but the first plan was ever made of it; a wall that turned out shorter, or a riser, likewise. Nothing where that
 * does not fit either, or where the edit itself `fits`.
 */
export function replanned(
  history: readonly Exchange[],
  tokens: readonly Token[],
  fits: () => boolean,
): Plan | undefined {
  const built = history.filter(({ status }) => status === 'built');
  if (built.length !== 1 || has(tokens, 'remove', 'replace', 'places', 'no', 'lefter', 'righter')) return undefined;
  const said = noFacts();
  readFacts(tokens, said);
  const wishes = said.fixtures.filter(({ place }) => Object.keys(place).length > 0);
  const shorter = said.fixtures.length === 0 && said.lengths.length === 1 && has(tokens, 'wall', 'kitchen', 'length');
  const room = shorter || (said.fixtures.length === 0 && said.obstacles.length > 0);
  if (!room && (wishes.length === 0 || wishes.length !== said.fixtures.length)) return undefined;
  if (fits()) return undefined;
  const facts = noFacts();
  learn(history.slice(0, history.findIndex(({ status }) => status === 'built') + 1), facts);
  if (shorter && !measured(facts, said)) return undefined;
  if (said.obstacles.length > 0) readFacts(tokens, facts);
  for (const wish of wishes) settle(facts, wish);
  const decided = planOf(facts);
  if (!('plan' in decided) || !draftOf(decided.plan.brief).ok) return undefined;
  return { ...decided.plan, reply: `Кухня расставлена заново. ${decided.plan.reply}` };
}
