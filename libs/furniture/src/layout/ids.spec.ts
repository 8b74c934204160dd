import fc from 'fast-check';
import { briefs } from '../../test/layout/arbitrary-briefs.js';
import { pick, picks } from '../../test/layout/arbitrary-edits.js';
import { REQUESTS } from '../../test/layout/requests.js';
import { seen, the, withKind } from '../../test/layout/view.js';
import { isSameKitchen, succeeding } from '../order/ids.js';
import type { Order } from '../order/order.js';
import { parseOrder } from '../order/parse.js';
import type { Brief, Edit } from './brief.js';
import { compose } from './compose.js';
import { edit } from './edit.js';
import { inPlaceOf } from './in-place-of.js';

const built = (brief: Brief): Order => {
  const made = compose(brief, { orderId: 'ord' });
  if (!made.ok) throw new Error(made.findings.map((f) => f.msg).join(' '));
  return made.order;
};

const done = (order: Order, ...edits: Edit[]): Order => {
  const made = edit(order, edits);
  if (!made.ok) throw new Error('unknown' in made ? made.unknown : made.findings.map((f) => f.msg).join(' '));
  return made.order;
};

const idsOf = (order: Order): string[] => [
  ...seen(order).map(({ id }) => id),
  ...order.items.map(({ id }) => id),
  ...order.obstacles.map(({ id }) => id),
];

/** The ids that an order has and those before it never had. */
const fresh = (after: Order, ...before: Order[]): string[] => {
  const known = new Set(before.flatMap(idsOf));
  return idsOf(after).filter((id) => !known.has(id));
};

const highest = (order: Order, letter: string): string =>
  idsOf(order)
    .filter((id) => id.startsWith(letter))
    .toSorted((a, b) => Number(b.slice(1)) - Number(a.slice(1)))[0] ?? '';

describe('the id of what was removed is given to nothing else', () => {
  const order = built({ ...REQUESTS.R25, wallTier: { walls: 'none' } });

  it('nor are those of its nodes', () => {
    const last = highest(order, 'n');
    const without = done(order, { op: 'remove', node: last });
    expect(without.issued).toMatchObject({ node: Number(last.slice(1)) });
    const again = done(without, { op: 'add', code: 'B', w: 300 });
    expect(fresh(again, order)).toEqual([`n${Number(last.slice(1)) + 1}`]);
    expect(again.issued?.node).toBeUndefined();
  });

  it('nor over several edits that say nothing of it', () => {
    const last = highest(order, 'n');
    const without = done(order, { op: 'remove', node: last });
    const later = done(done(without, { op: 'set_ceiling', ceiling: 2600 }), { op: 'mirror' }, { op: 'mirror' });
    expect(fresh(done(later, { op: 'add', code: 'B', w: 300 }), order)).toHaveLength(1);
  });

  it('nor are those of its items', () => {
    const last = highest(order, 'i');
    const { node } = order.items.find(({ id }) => id === last)!;
    const { code, w } = seen(order).find(({ id }) => id === node)!;
    const without = done(order, { op: 'remove', node });
    expect(without.issued?.item).toBe(Number(last.slice(1)));
    const again = done(without, { op: 'add', code, w });
    const items = new Set(order.items.map(({ id }) => id));
    expect(again.items.filter(({ id }) => !items.has(id)).map(({ id }) => id)).toContain(
      `i${Number(last.slice(1)) + 1}`,
    );
  });

  it('nor are those of its obstacles', () => {
    const socket = (at: number): Edit => ({
      op: 'set_obstacle',
      obstacle: { kind: 'socket', wall: 'A', at, width: 80, bottom: 1100 },
    });
    const one = done(order, socket(300));
    const none = done(one, { op: 'remove_obstacle', id: 'o1' });
    expect([none.obstacles, none.issued]).toEqual([[], { obstacle: 1 }]);
    const two = done(none, socket(600));
    expect([two.obstacles[0]?.id, two.issued]).toEqual(['o2', undefined]);
  });

  it('where nothing was removed, the order says nothing of it', () => {
    expect(order).not.toHaveProperty('issued');
    expect(done(order, { op: 'set_ceiling', ceiling: 2600 })).not.toHaveProperty('issued');
  });
});

it('a new plan keeps the ids of what stays and gives new ones to what comes', () => {
  const before = built(REQUESTS.R39);
  const fixtures: Brief['fixtures'] = [...REQUESTS.R39.fixtures, { kind: 'washer' }];
  const after = inPlaceOf(built({ ...REQUESTS.R39, walls: [{ length: 3400 }], fixtures }), before);
  expect([the(after, 'BS').id, the(after, 'BO').id]).toEqual([the(before, 'BS').id, the(before, 'BO').id]);
  expect(fresh(after, before)).toContain(withKind(after, 'washer')[0]?.id);
  expect(inPlaceOf(built(REQUESTS.R39), before)).toEqual(before);
});

it('an appliance keeps its id where a new plan puts it on another wall', () => {
  const fixtures: Brief['fixtures'] = [
    { kind: 'sink', wall: 'A' },
    { kind: 'stove', wall: 'B' },
  ];
  const before = built({ walls: [{ length: 3000 }, { length: 2400 }], fixtures });
  const after = inPlaceOf(
    built({ walls: [{ length: 3000 }], fixtures: [{ kind: 'sink' }, { kind: 'stove' }] }),
    before,
  );
  expect(withKind(after, 'stove')[0]?.id).toBe(withKind(before, 'stove')[0]?.id);
  expect(after.items.find(({ kind }) => kind === 'stove')?.id).toBe(
    before.items.find(({ kind }) => kind === 'stove')?.id,
  );
});

/** A step of an order's life: edits, a new plan, or the return to an earlier order (by its number). */
const steps = fc.array(
  fc.oneof({ weight: 6, arbitrary: picks }, { weight: 1, arbitrary: briefs }, { weight: 1, arbitrary: fc.nat(20) }),
  { minLength: 2, maxLength: 8 },
);

it('over a whole life of edits, plans and returns an id never names two things', () => {
  fc.assert(
    fc.property(briefs, steps, (brief, life) => {
      const first = compose(brief, { orderId: 'ord' });
      if (!first.ok) return;
      const versions = [first.order];
      for (const step of life) {
        const now = versions.at(-1)!;
        if (typeof step === 'number') {
          const then = versions[step % versions.length]!;
          const back = succeeding(then, now);
          expect(isSameKitchen(back, then)).toBe(true);
          versions.push(back);
          continue;
        }
        if (Array.isArray(step) && seen(now).length === 0) continue;
        const made = Array.isArray(step) ? edit(now, [pick(now, step[0]!)]) : compose(step, { orderId: 'ord' });
        if (!made.ok) continue;
        const next = Array.isArray(step) ? made.order : inPlaceOf(made.order, now);
        expect(fresh(next, now)).toEqual(fresh(next, ...versions));
        const codes = new Map(seen(now).map(({ id, code }) => [id, code]));
        if (!Array.isArray(step)) for (const { id, code } of seen(next)) expect(codes.get(id) ?? code).toBe(code);
        expect(new Set(idsOf(next)).size).toBe(idsOf(next).length);
        expect(parseOrder(next)).toEqual({ ok: true, order: next });
        versions.push(next);
      }
    }),
    { numRuns: 60 },
  );
}, 90_000);
