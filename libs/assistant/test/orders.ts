import { type Brief, compose, type Order } from '#libs/furniture';

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
