import fc from 'fast-check';
import { verify } from '../../../libs/event-store/src/verify.js';
import { follow, note, numbersOf } from '../../../libs/event-store/test/contract/subject.js';
import { EventStoreDouble } from './double.js';
import { openRetrying } from './store-on-double.js';

const strike = fc.record({
  fault: fc.constantFrom(
    'none',
    'cut',
    'halfClose',
    'forget',
    'cutBeforeCommit',
    'cutAfterCommit',
    'swallowAnswers',
    'answerTimeout',
    'halfCloseAppends',
    'hidePositions',
    'notLeader',
    'refuseSubscriptions',
  ),
  stream: fc.nat(3),
  events: fc.integer({ min: 1, max: 40 }),
});

describe('whatever happens to the connection', () => {
  it('every append is written once, chained, and delivered once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(strike, { minLength: 1, maxLength: 12 }), async (strikes) => {
        const double = await EventStoreDouble.start();
        const store = await openRetrying(double.url, { callMs: 400, idleMs: 50 });
        const following = follow(store, { after: 0n });
        const revisions = [-1, -1, -1, -1];
        let sent = 0;
        try {
          for (const { fault, stream, events } of strikes) {
            if (fault === 'cut') double.cut();
            else if (fault === 'halfClose') double.subscribers.halfClose();
            else if (fault === 'forget') double.subscribers.forget();
            else if (fault !== 'none') double.faults[fault] = 1;
            const revision = revisions[stream] ?? -1;
            const batch = Array.from({ length: events }, (_, n) => note('Told', sent + n));
            const result = await store.append(`s-${stream}`, revision < 0 ? 'no-stream' : revision, batch);
            expect(result.revision).toBe(revision + events);
            revisions[stream] = result.revision;
            sent += events;
          }
          await following.seen(sent);
          const due = Array.from({ length: sent }, (_, n) => n);
          expect(numbersOf(following.events())).toEqual(due);
          expect(await verify(store)).toMatchObject({ events: sent, broken: [] });
        } finally {
          await following.stop();
          await store.close();
          await double.stop();
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });
});
