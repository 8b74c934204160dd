import fc from 'fast-check';
import { briefs } from '../../test/layout/arbitrary-briefs.js';
import { pick, picks } from '../../test/layout/arbitrary-edits.js';
import { clashes } from '../../test/layout/clashes.js';
import { REQUESTS } from '../../test/layout/requests.js';
import { faults, seen, the, withCode, withKind } from '../../test/layout/view.js';
import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Order } from '../order/order.js';
import type { Brief, Edit } from './brief.js';
import { compose } from './compose.js';
import { edit } from './edit.js';

const built = (brief: Brief): Order => {
  const result = compose(brief, { orderId: 'ord' });
  if (!result.ok) throw new Error(result.findings.map((f) => f.msg).join(' '));
  return result.order;
};

const done = (order: Order, ...edits: Edit[]) => {
  const result = edit(order, edits);
  if (!result.ok) throw new Error('unknown' in result ? result.unknown : result.findings.map((f) => f.msg).join(' '));
  return result;
};

describe('edits, whatever they are', () => {
  it('leave a sound order without errors, or are refused with a reason; the order that was stays as it was', () => {
    fc.assert(
      fc.property(briefs, picks, (brief, numbers) => {
        const composed = compose(brief, { orderId: 'ord' });
        if (!composed.ok) return;
        let { order } = composed;
        for (const one of numbers) {
          if (seen(order).length === 0) return;
          const before = structuredClone(order);
          const result = edit(order, [pick(order, one)]);
          expect(order).toEqual(before);
          if (!result.ok) {
            if (!('unknown' in result)) expect(result.findings.length).toBeGreaterThan(0);
            continue;
          }
          expect([...faults(result.order), ...clashes(result.order)]).toEqual([]);
          expect(result.findings.filter((f) => f.severity === 'error')).toEqual([]);
          order = result.order;
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keep ids for life: a node that was there is there still, or is named among the changed, as new ones are', () => {
    fc.assert(
      fc.property(briefs, picks, (brief, numbers) => {
        const composed = compose(brief, { orderId: 'ord' });
        if (!composed.ok || seen(composed.order).length === 0) return;
        const change = pick(composed.order, numbers[0]!);
        const result = edit(composed.order, [change]);
        if (!result.ok) return;
        const after = seen(result.order);
        for (const node of seen(composed.order)) {
          const same = after.find((n) => n.id === node.id);
          const apart = !same || same.at !== node.at || same.w !== node.w || same.code !== node.code;
          if (apart) expect(result.changed).toContain(node.id);
        }
        const before = new Set(seen(composed.order).map(({ id }) => id));
        for (const { id } of after) if (!before.has(id)) expect(result.changed).toContain(id);
      }),
      { numRuns: 60 },
    );
  });

  it('in a batch are done all or not at all', () => {
    fc.assert(
      fc.property(briefs, picks, (brief, numbers) => {
        const composed = compose(brief, { orderId: 'ord' });
        if (!composed.ok || seen(composed.order).length === 0) return;
        const { order } = composed;
        const before = structuredClone(order);
        const result = edit(
          order,
          numbers.map((one) => pick(order, one)),
        );
        expect(order).toEqual(before);
        if (!result.ok) return;
        expect([...faults(result.order), ...clashes(result.order)]).toEqual([]);
        expect(result.findings.filter((f) => f.severity === 'error')).toEqual([]);
        const mirrored = edit(result.order, [{ op: 'mirror' }]);
        if (mirrored.ok) expect(done(mirrored.order, { op: 'mirror' }).order).toEqual(result.order);
      }),
      { numRuns: 60 },
    );
  });

  it('mirrored twice is what it was', () => {
    fc.assert(
      fc.property(briefs, (brief) => {
        const composed = compose(brief, { orderId: 'ord' });
        if (!composed.ok) return;
        const once = done(composed.order, { op: 'mirror' });
        expect(faults(once.order)).toEqual([]);
        expect(done(once.order, { op: 'mirror' }).order).toEqual(composed.order);
      }),
      { numRuns: 60 },
    );
  });
});

describe('one family after another', () => {
  const full = built(REQUESTS.R26);
  const corner = built(REQUESTS.R05);

  it('a batch is all or nothing', () => {
    const result = edit(full, [
      { op: 'set_finish', part: 'worktop', finish: 'oak' },
      { op: 'remove', node: 'n99' },
    ]);
    expect(result).toEqual({ ok: false, unknown: 'в заказе нет узла n99', findings: [], alternatives: [] });
    expect(full.finish).toEqual({});
  });

  it('a narrower dishwasher makes room for wider drawers in the same batch', () => {
    const { order } = done(
      full,
      { op: 'resize', node: the(full, 'FD').id, w: 450 },
      { op: 'resize', node: the(full, 'BD3').id, w: 700 },
    );
    expect([the(order, 'BD3').w, the(order, 'FD').w]).toEqual([700, 450]);
    expect(the(order, 'WH').at).toBe(the(order, 'BO').at);
    expect(the(order, 'WD').at).toBe(the(order, 'BS').at);
  });

  it('a removed unit leaves its place free', () => {
    const { order, findings } = done(full, { op: 'remove', node: the(full, 'FD').id });
    expect(withKind(order, 'dishwasher')).toEqual([]);
    expect(the(order, 'BS').at).toBe(the(full, 'BS').at);
    expect(findings.map((f) => f.code)).toContain('GEO-GAP');
  });

  it('a tier goes and comes whole; the hood comes with it and is named', () => {
    const without = done(full, { op: 'remove_tier', tier: 'wall' });
    expect(seen(without.order).some((n) => n.tier === 'wall')).toBe(false);
    expect(without.order.items.some((i) => i.kind === 'hood')).toBe(false);
    const again = done(without.order, { op: 'add_tier', tier: 'wall' });
    expect(the(again.order, 'WH').at).toBe(the(full, 'BO').at);
    expect(again.defaults.map((d) => d.code)).toContain('hood');
  });

  it('a gas hob gets the higher hood, under its old id', () => {
    const { order } = done(full, { op: 'set_item', node: the(full, 'BO').id, item: { kind: 'hob', fuel: 'gas' } });
    expect([the(order, 'WH').id, the(order, 'WH').h]).toEqual([the(full, 'WH').id, 500]);
  });

  it('an oven with its hob in place of a stove burns what that burnt, below the same hood', () => {
    const fixtures: Brief['fixtures'] = [{ kind: 'sink' }, { kind: 'stove', fuel: 'gas' }];
    const order = built({ walls: [{ length: 2600 }], fixtures, wallTier: { walls: 'all', hood: true } });
    const after = done(order, { op: 'replace', node: the(order, 'NB').id, code: 'BO' }).order;
    expect(after.items.find(({ kind }) => kind === 'hob')).toMatchObject({ node: the(after, 'BO').id, fuel: 'gas' });
    expect(the(after, 'WH').id).toBe(the(order, 'WH').id);
  });

  it('a corner unit stays in its corner when it is made narrower, the row follows into the filler', () => {
    const { order } = done(corner, { op: 'resize', node: the(corner, 'BCS').id, w: 1080 });
    expect(the(order, 'BCS').end).toBe(3000);
    expect(the(order, 'FD').end).toBe(the(order, 'BCS').at);
  });

  it('a pinned unit stays where the customer put it', () => {
    const { order } = done(corner, { op: 'pin', node: the(corner, 'FD').id, at: 1250 });
    expect(the(order, 'FD')).toMatchObject({ at: 1250, node: { pinned: true } });
    const moved = edit(order, [{ op: 'resize', node: the(order, 'BD3').id, w: 700 }]);
    expect(moved.ok).toBe(false);
    expect(
      done(order, { op: 'unpin', node: the(order, 'FD').id })
        .order.runs.flatMap((r) => r.nodes)
        .some((n) => n.pinned),
    ).toBe(false);
  });

  it('a fridge takes the place of plain units, and they are laid anew around it', () => {
    const order = built(REQUESTS.R39);
    const result = done(order, { op: 'add_fixture', fixture: { kind: 'fridge', builtIn: true } });
    expect(withKind(result.order, 'fridge').length).toBe(1);
    expect(the(result.order, 'BS').id).toBe(the(order, 'BS').id);
    expect(the(result.order, 'BO').id).toBe(the(order, 'BO').id);
  });

  it('a row laid anew for an appliance holds its corner unit once', () => {
    const room = built({
      walls: [
        { length: 1400, ends: { left: 'wall' } },
        { length: 1400, ends: { right: 'wall' } },
      ],
      fixtures: [],
      wallTier: { walls: 'all' },
      ceiling: 2500,
    });
    const { order } = done(
      room,
      { op: 'set_wall', wall: 'A', length: 2600 },
      { op: 'add_fixture', fixture: { kind: 'dishwasher', width: 450 } },
    );
    expect(faults(order)).toEqual([]);
    expect(withCode(order, 'BC').map((n) => [n.id, n.end])).toEqual([[the(room, 'BC').id, 2600]]);
  });

  it('a microwave joins the oven in its tall unit', () => {
    const order = built({
      walls: [{ length: 3600 }],
      fixtures: [{ kind: 'oven', tall: true }, { kind: 'sink' }, { kind: 'hob' }],
    });
    const result = done(order, { op: 'add_fixture', fixture: { kind: 'microwave' } });
    expect(the(result.order, 'TOM').kinds.sort()).toEqual(['microwave', 'oven']);
    expect(the(result.order, 'TOM').id).toBe(the(order, 'TO').id);
  });

  it('a window clears what hung before it', () => {
    const result = done(full, {
      op: 'set_obstacle',
      obstacle: { kind: 'window', wall: 'A', at: 2400, width: 600, bottom: 900 },
    });
    expect(seen(result.order).filter((n) => n.tier === 'wall' && n.end > 2400)).toEqual([]);
    const id = result.order.obstacles[0]!.id;
    expect(done(result.order, { op: 'remove_obstacle', id }).order.obstacles).toEqual([]);
  });

  it('finish, handles, light and ceiling are set without moving anything', () => {
    const { order, changed } = done(
      full,
      { op: 'set_finish', part: 'facade', finish: 'olive' },
      { op: 'set_finish', part: 'base', finish: 'graphite' },
      { op: 'set_handles', tier: 'all', handle: 'gola' },
      { op: 'set_lighting', under: true },
      { op: 'set_ceiling', ceiling: 2600 },
    );
    expect(order.finish.facade).toEqual({ base: 'graphite', wall: 'olive', tall: 'olive' });
    expect(order.handles).toEqual({ base: 'gola', wall: 'gola', tall: 'gola' });
    expect([order.lighting.under, order.ceiling, changed]).toEqual([true, 2600, []]);
    expect(order.runs).toEqual(full.runs);
  });

  it('an open wall unit is added where there is room and refused with the shortage where there is none', () => {
    const result = edit(full, [{ op: 'add', code: 'W', w: 600 }]);
    if (result.ok || 'unknown' in result) throw new Error('not refused');
    expect(result.findings.map((f) => f.code)).toEqual(['GEO-SUM']);
    const room = built(REQUESTS.R25);
    expect(withCode(done(room, { op: 'add', code: 'B', w: 600 }).order, 'B').length).toBe(1);
  });
});

describe('before a radiator that is as deep as a unit', () => {
  const radiator = { kind: 'radiator', wall: 'A', at: 1000, width: 1000, depth: CONSTANTS.baseD } as const;
  const order = built({ walls: [{ length: 3000 }], obstacles: [radiator], fixtures: [{ kind: 'sink' }] });
  const there = (one: Order) =>
    one.runs
      .filter(({ tier }) => tier === 'base')
      .flatMap(({ nodes }) => nodes)
      .filter(({ at, w }) => Number(at) < 2000 && Number(at) + w > 1000);

  it('nothing is laid', () => {
    expect(there(order)).toEqual([]);
    expect(seen(order).length).toBeGreaterThan(2);
  });

  it('nothing is added: what has no room elsewhere is refused', () => {
    expect(edit(order, [{ op: 'add', code: 'B', w: 800 }]).ok).toBe(false);
  });

  it('a unit stands only where it was said to, by the millimetre, and is warned of', () => {
    const made = done(order, { op: 'add', code: 'B', w: 400, at: 1200, wall: 'A' });
    expect(there(made.order).map(({ at }) => Number(at))).toEqual([1200]);
    expect(made.findings.map(({ code }) => code)).toContain('OBS-RAD');
  });

  it('there is room for one where it is as flat as any', () => {
    const { depth: _, ...flat } = radiator;
    expect(there(built({ walls: [{ length: 3000 }], obstacles: [flat], fixtures: [{ kind: 'sink' }] }))).not.toEqual(
      [],
    );
  });
});
