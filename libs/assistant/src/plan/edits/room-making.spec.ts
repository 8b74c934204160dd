import { compose, type Edit, type Order, STANDARD } from '#libs/furniture';
import { fitted, fullEffort, offersFor, ownChoice } from './room-making.js';

const made = compose(
  {
    walls: [{ length: 3200 }],
    fixtures: [{ kind: 'fridge', builtIn: false, width: 600 }, { kind: 'sink', width: 600 }, { kind: 'stove' }],
  },
  { orderId: 'lead-1' },
);
if (!made.ok) throw new Error('the sample is not built');
const order: Order = made.order;
const own = ownChoice(order, []);

/** No wall is so long. */
const impossible: readonly Edit[] = [{ op: 'add', code: STANDARD.base, w: 600, at: 9000, wall: 'A' }];
const possible: readonly Edit[] = [{ op: 'set_lighting', under: true }];
const wide: readonly Edit[] = [{ op: 'add', code: STANDARD.base, w: 800 }];

it('tries the next ways while anything may still be tried', () => {
  expect(fitted(order, [impossible, possible], own, fullEffort()).ok).toBe(true);
  expect(fitted(order, [impossible, possible], own, { left: 1 }).ok).toBe(false);
});

it('tries the first way even then, so that there is a refusal to tell', () => {
  const none = fitted(order, [wide], own, { left: 0 });
  expect(none).toMatchObject({ ok: false, edits: wide });
  expect(fitted(order, [possible], own, { left: 0 }).ok).toBe(true);
});

it('makes room only while anything may still be tried', () => {
  expect(fitted(order, [wide], own, fullEffort()).ok).toBe(true);
  expect(fitted(order, [wide], own, { left: 1 }).ok).toBe(false);
});

it('comes to an end for all changes of one message together', () => {
  const effort = fullEffort();
  const ways = Array.from({ length: 10 }, () => impossible);
  for (let change = 0; change < 50; change += 1) fitted(order, ways, own, effort);
  expect(effort.left).toBeLessThanOrEqual(0);
  expect(fitted(order, [impossible, possible], own, effort).ok).toBe(false);
});

it('counts an appliance that is tried at many places as many trials', () => {
  const effort = fullEffort();
  fitted(order, [[{ op: 'add_fixture', fixture: { kind: 'washer' } }]], own, effort);
  expect(effort.left).toBeLessThanOrEqual(fullEffort().left - 10);
});

it('looks for ways out of a refusal however much was tried before', () => {
  const refused = fitted(order, [[{ op: 'add', code: STANDARD.base, w: 600 }]], new Set(), { left: 0 });
  if (refused.ok) throw new Error('there is no room for it');
  expect(offersFor(order, [], refused, own, { left: 0 }).length).toBeGreaterThan(0);
});
