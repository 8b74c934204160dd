import fc from 'fast-check';
import { CheckpointTracker } from './checkpoint-tracker.js';

it('the tracker never passes what is not done, and reaches the end when all is, in whatever order work ends', () => {
  const property = fc.property(
    fc.array(fc.nat(5), { minLength: 1, maxLength: 60 }).chain((gaps) => {
      const order = fc.shuffledSubarray([...gaps.keys()], { minLength: gaps.length });
      return fc.record({ gaps: fc.constant(gaps), order });
    }),
    ({ gaps, order }) => {
      const tracker = new CheckpointTracker(0n);
      let position = 0n;
      const open = gaps.map((gap) => {
        position += BigInt(gap + 1);
        return { position, end: tracker.begin(position), done: false };
      });
      for (const at of order) {
        const work = open[at];
        if (!work) throw new Error('no such work');
        work.end();
        work.end();
        work.done = true;
        const firstOpen = open.findIndex(({ done }) => !done);
        const reached = firstOpen === -1 ? position : (open[firstOpen - 1]?.position ?? 0n);
        expect(tracker.position).toBe(reached);
        expect(tracker.inFlight).toBe(open.filter(({ done }) => !done).length);
      }
    },
  );
  fc.assert(property);
});

it('what was skipped counts once everything before it is done', () => {
  const tracker = new CheckpointTracker(0n);
  const end = tracker.begin(1n);
  tracker.skip(9n);
  expect(tracker.position).toBe(0n);
  end();
  expect(tracker.position).toBe(9n);
});
