import type { Brief } from '#libs/furniture';
import { noFacts } from '../src/offline/brief/facts.js';
import { readFacts } from '../src/offline/brief/read.js';
import { planOf } from '../src/offline/planning/plan.js';
import { normalise } from '../src/offline/text/normalise.js';

/** The brief of one or several complete messages. */
export function briefOf(...messages: string[]): Brief {
  const facts = noFacts();
  for (const words of messages) readFacts(normalise(words), facts);
  const decided = planOf(facts);
  if (!('plan' in decided)) throw new Error(decided.question);
  return decided.plan.brief;
}
