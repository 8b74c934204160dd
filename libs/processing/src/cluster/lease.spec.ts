import fc from 'fast-check';
import type { LeaseRecord } from '#libs/read-models';
import { NODE_TIMES } from './cluster-membership.js';
import { FailureDetector } from './failure-detector.js';
import { decideLease, freed, LEASE_TIMES, type LeaseView, leaseJson, leaseValue } from './lease.js';

const times = LEASE_TIMES;
const lease = (owner: string, fence = 3, version = 9): LeaseRecord => ({
  name: 'lease:x',
  version,
  value: leaseJson({ owner, fence, renewals: 5 }),
});
const view = (changes: Partial<LeaseView>): LeaseView => ({
  me: 'me',
  record: undefined,
  unchangedMs: 0,
  may: true,
  leaving: false,
  preferred: true,
  otherPreferredMs: 0,
  times,
  ...changes,
});

describe('a lease', () => {
  it('that nobody has is the preferred node’s at once, anybody’s after the grace', () => {
    expect(decideLease(view({}))).toEqual({ do: 'take', version: 0, value: { owner: 'me', fence: 1, renewals: 0 } });
    expect(decideLease(view({ record: lease('') }))).toMatchObject({
      do: 'take',
      version: 9,
      value: { fence: 4 },
    });
    const other = { preferred: false, record: lease('') };
    expect(decideLease(view({ ...other, unchangedMs: times.graceMs - 1 }))).toEqual({ do: 'stand by' });
    expect(decideLease(view({ ...other, unchangedMs: times.graceMs }))).toMatchObject({ do: 'take' });
  });

  it('of another is left alone while it is renewed, and taken under a higher number when it is not', () => {
    expect(decideLease(view({ record: lease('other'), unchangedMs: times.ttlMs - 1 }))).toEqual({ do: 'stand by' });
    expect(decideLease(view({ record: lease('other'), unchangedMs: times.ttlMs }))).toEqual({
      do: 'take',
      version: 9,
      value: { owner: 'me', fence: 4, renewals: 0 },
    });
    expect(decideLease(view({ record: lease('other'), unchangedMs: 60_000, may: false }))).toEqual({ do: 'stand by' });
  });

  it('of one’s own is renewed, until one leaves or another has been preferred for long enough', () => {
    const mine = { record: lease('me') };
    expect(decideLease(view(mine))).toEqual({
      do: 'renew',
      version: 9,
      value: { owner: 'me', fence: 3, renewals: 6 },
    });
    expect(decideLease(view({ ...mine, otherPreferredMs: times.settledMs - 1 }))).toMatchObject({ do: 'renew' });
    expect(decideLease(view({ ...mine, otherPreferredMs: times.settledMs }))).toEqual({ do: 'hand over' });
    expect(decideLease(view({ ...mine, leaving: true }))).toEqual({ do: 'hand over' });
  });

  it('that cannot be read is taken as nobody’s', () => {
    expect(leaseValue({ owner: 7, fence: 'x' })).toEqual({ owner: '', fence: 0, renewals: 0 });
  });

  /** docs/operations.md, "When something dies": by the constants, with a store that answers at once. */
  it.each([
    ['the node that is preferred then', true],
    ['another', false],
  ])('of a node that died is taken within 4 s by %s, and never before that node would have stopped', (_, preferred) => {
    const { pollMs, heartbeatMs } = NODE_TIMES;
    const seen = new FailureDetector(2.5 * heartbeatMs);
    // It died right after a renewal, and that was seen at the latest one poll later.
    let sinceRenewalMs = pollMs;
    seen.observe([lease('other')], sinceRenewalMs);
    const taken = () => {
      const unchangedMs = seen.unchangedMs('lease:x');
      return decideLease(view({ record: lease('other'), unchangedMs, preferred })).do === 'take';
    };
    while (!taken()) {
      sinceRenewalMs += pollMs;
      seen.observe([lease('other')], sinceRenewalMs);
    }
    expect(sinceRenewalMs).toBeGreaterThanOrEqual(times.ttlMs);
    expect(sinceRenewalMs).toBeLessThanOrEqual(4_000);
  });

  /**
   * The law: however polls, renewals and freezes fall, at no moment do two nodes believe that it is theirs, and each owner's
   * number is above the one before. An owner believes it from its renewal for ttl − margin, by its own clock.
   */
  it('has one owner at a time, whatever freezes and whatever is lost', () => {
    const step = fc.record({
      node: fc.nat(2),
      ms: fc.integer({ min: 1, max: 3_000 }),
      lost: fc.boolean(),
      leave: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 200 }), (steps) => {
        let stored: LeaseRecord | undefined;
        let nowMs = 0;
        let lastFence = 0;
        const nodes = ['a', 'b', 'c'].map((id) => ({
          id,
          untilMs: -1,
          fence: 0,
          seen: new FailureDetector(2.5 * NODE_TIMES.heartbeatMs),
        }));
        for (const { node: index, ms, lost, leave } of steps) {
          nowMs += ms;
          const node = nodes[index];
          if (!node) continue;
          node.seen.observe(stored ? [stored] : [], nowMs);
          const move = decideLease({
            me: node.id,
            record: stored,
            unchangedMs: node.seen.unchangedMs('lease:x'),
            may: !leave,
            leaving: leave,
            preferred: index === 0,
            otherPreferredMs: 0,
            times,
          });
          if (move.do === 'hand over' && stored) {
            node.untilMs = -1;
            stored = { ...stored, version: stored.version + 1, value: leaseJson(freed(leaseValue(stored.value))) };
          }
          if (move.do !== 'take' && move.do !== 'renew') continue;
          stored = { name: 'lease:x', version: move.version + 1, value: leaseJson(move.value) };
          if (move.do === 'take') {
            expect(move.value.fence).toBeGreaterThan(lastFence);
            lastFence = move.value.fence;
          }
          // The answer to a compareAndSet may be lost: then the record says so and the node does not know it yet.
          if (!lost) Object.assign(node, { untilMs: nowMs + times.ttlMs - times.marginMs, fence: move.value.fence });
          const believing = nodes.filter(({ untilMs }) => untilMs > nowMs);
          expect(believing.length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
