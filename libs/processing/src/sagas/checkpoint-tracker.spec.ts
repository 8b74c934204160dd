import fc from 'fast-check';
import { CheckpointTracker } from './checkpoint-tracker.js';

it('the prefix never passes what is not done, and reaches the end when all is, in whatever order work ends', () => {
  const property = fc.property(
    fc.array(fc.nat(5), { minLength: 1, maxLength: 60 }).chain((gaps) => {
      const order = fc.shuffledSubarray([...gaps.keys()], { minLength: gaps.length });
      return fc.record({ gaps: fc.constant(gaps), order });
    }),
    ({ gaps, order }) => {
      const prefix = new CheckpointTracker(0n);
      let position = 0n;
      const open = gaps.map((gap) => {
        position += BigInt(gap + 1);
        return { position, end: prefix.begin(position), done: false };
      });
      for (const at of order) {
        const work = open[at];
        if (!work) throw new Error('no such work');
        work.end();
        work.end();
        work.done = true;
        const firstOpen = open.findIndex(({ done }) => !done);
        const reached = firstOpen === -1 ? position : (open[firstOpen - 1]?.position ?? 0n);
        expect(prefix.position).toBe(reached);
        expect(prefix.inFlight).toBe(open.filter(({ done }) => !done).length);
      }
    },
  );
  fc.assert(property);
});

it('what was skipped counts once everything before it is done', () => {
  const prefix = new CheckpointTracker(0n);
  const end = prefix.begin(1n);
  prefix.skip(9n);
  expect(prefix.position).toBe(0n);
  end();
  expect(prefix.position).toBe(9n);
});
