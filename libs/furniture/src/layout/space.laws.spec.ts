import fc from 'fast-check';
import { briefs } from '../../test/layout/arbitrary-briefs.js';
import { clashes } from '../../test/layout/clashes.js';
import { compose } from './compose.js';

describe('a composed kitchen in its room', () => {
  it('has no two bodies in one place, round corners too, and none in a riser or boiler', () => {
    fc.assert(
      fc.property(briefs, (brief) => {
        const made = compose(brief, { orderId: 'ord' });
        if (made.ok) expect(clashes(made.order)).toEqual([]);
      }),
      { numRuns: 250 },
    );
  });

  it('is told apart from one whose rows run into each other', () => {
    const made = compose(
      {
        walls: [{ length: 2600 }, { length: 2600 }],
        fixtures: [
          { kind: 'sink', wall: 'A' },
          { kind: 'hob', oven: true, wall: 'B' },
        ],
      },
      { orderId: 'ord' },
    );
    if (!made.ok) throw new Error('refused');
    expect(clashes(made.order)).toEqual([]);
    for (const run of made.order.runs)
      if (run.id === 'B-base') for (const n of run.nodes) n.at = String(Number(n.at) - 60);
    expect(clashes(made.order)).not.toEqual([]);
  });
});
