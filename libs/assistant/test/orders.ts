import { type Brief, compose, type Order } from '#libs/furniture';
import { noFacts } from '../src/offline/brief/facts.js';
import { readFacts } from '../src/offline/brief/read.js';
import { planOf } from '../src/offline/planning/plan.js';
import { normalise } from '../src/offline/text/normalise.js';

const BRIEF: Brief = {
  walls: [{ length: 3000, ends: { left: 'free', right: 'free' } }],
  fixtures: [
    { kind: 'sink', width: 600 },
    { kind: 'dishwasher', width: 600 },
    { kind: 'hob', fuel: 'induction', oven: true },
  ],
};

/** A straight kitchen of 3,000 mm that passes its checks. */
export function goldenOrder(brief: Brief = BRIEF): Order {
  const made = compose(brief, { orderId: 'lead-1' });
  if (!made.ok) throw new Error(`the sample brief is not built: ${made.findings[0]?.msg}`);
  return made.order;
}

export const briefOf3000 = (): Brief => structuredClone(BRIEF);

/** The brief of one or several complete messages. */
export function briefOf(...messages: string[]): Brief {
  const facts = noFacts();
  for (const words of messages) readFacts(normalise(words), facts);
  const decided = planOf(facts);
  if (!('plan' in decided)) throw new Error(decided.question);
  return decided.plan.brief;
}
