import { SharedSubscription } from '../../src/shared-subscription.js';
import { appendAllContract, appendContract } from './append.js';
import { nodesContract } from './nodes.js';
import { readContract } from './read.js';
import { type Subject, type SubjectFactory, subscribedThrough } from './subject.js';
import { subscribeContract } from './subscribe.js';

/** What every adapter of the event store promises (design section 10). Call it from the adapter's `.int.spec.ts`. */
export function eventStoreContract(name: string, factory: SubjectFactory): void {
  describe(`event store contract: ${name}`, () => {
    let subject: Subject;
    beforeAll(async () => {
      subject = await factory();
    });
    afterAll(() => subject.dispose());

    appendContract(() => subject);
    if (factory.appendsTogether) appendAllContract(() => subject);
    readContract(() => subject, factory);
    subscribeContract(() => subject);

    describe('through a shared subscription', () => {
      let shared: SharedSubscription;
      beforeAll(() => {
        shared = new SharedSubscription(subject.store);
      });
      afterAll(() => shared.close());
      subscribeContract(() => ({ ...subject, store: subscribedThrough(shared, subject.store) }));
    });

    if (factory.twoNodes) nodesContract(factory.twoNodes);
  });
}
