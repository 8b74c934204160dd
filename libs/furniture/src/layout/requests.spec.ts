import golden from '../../test/golden-l-3000x2000.json' with { type: 'json' };
import { REQUESTS } from '../../test/layout/requests.js';
import { faults, seen, the, withCode, withKind } from '../../test/layout/view.js';
import { findModule } from '../catalogue/catalogue.js';
import { check } from '../checks/check.js';
import type { Order } from '../order/order.js';
import type { Brief, Composition } from './brief.js';
import { compose } from './compose.js';
import { edit } from './edit.js';

const composed = (brief: Brief): Composition => compose(brief, { orderId: 'ord' });

function built(brief: Brief): Order {
  const result = composed(brief);
  if (!result.ok) throw new Error(result.findings.map((f) => f.msg).join(' '));
  return result.order;
}

const sum = (order: Order, ...tiers: string[]): number =>
  seen(order)
    .filter((n) => tiers.includes(n.tier))
    .reduce((mm, n) => mm + n.w, 0);

describe('requests of the evaluation set, as briefs', () => {
  it.each(['R01', 'R02', 'R05', 'R07', 'R09', 'R11', 'R16', 'R21', 'R22', 'R25', 'R26', 'R39'] as const)(
    '%s is built: sound geometry, no error among the findings',
    (id) => {
      const order = built(REQUESTS[id]);
      expect(faults(order)).toEqual([]);
      expect(check(order).filter((f) => f.severity === 'error')).toEqual([]);
    },
  );

  it('R01: a straight kitchen of 2400 is filled, its hood hangs at the hob', () => {
    const order = built(REQUESTS.R01);
    expect(sum(order, 'base')).toBeGreaterThanOrEqual(2250);
    expect(sum(order, 'base')).toBeLessThanOrEqual(2400);
    expect(withKind(order, 'sink')[0]?.w).toBe(600);
    expect(withKind(order, 'dishwasher')[0]?.w).toBe(450);
    expect(withKind(order, 'oven')[0]?.w).toBe(600);
    expect(order.items.find((i) => i.kind === 'hob')?.fuel).toBe('electric');
    expect(withKind(order, 'fridge')).toEqual([]);
    expect(seen(order).filter((n) => n.tier === 'wall').length).toBeGreaterThanOrEqual(3);
    expect(the(order, 'WH').at).toBe(withKind(order, 'oven')[0]?.at);
  });

  it('R02: the fridge closes the row, a gas hob keeps 300 from it and 750 to its hood', () => {
    const order = built(REQUESTS.R02);
    const fridge = the(order, 'NF');
    const hob = withKind(order, 'hob')[0]!;
    const floor = seen(order).filter((n) => n.tier === 'base' || n.tier === 'tall');
    expect(fridge.end).toBe(Math.max(...floor.filter((n) => !['FL', 'FLC', 'EP'].includes(n.code)).map((n) => n.end)));
    expect(fridge.at - hob.end).toBeGreaterThanOrEqual(300);
    expect(2140 - (the(order, 'WH').h ?? 0) - 858).toBeGreaterThanOrEqual(750);
  });

  it('R05 comes out as the golden kitchen of furniture.ru.md 3.5, node by node', () => {
    const made = seen(built(REQUESTS.R05)).map((n) => `${n.wall} ${n.tier} ${n.code} ${n.at}..${n.end}`);
    const wanted = golden.nodes.map((n) => `${n.wall} ${n.tier} ${findModule(n.code)?.ascii} ${n.at}..${n.end}`);
    expect(made).toEqual(wanted);
    const heights = golden.nodes.flatMap((n) => ('h' in n ? [`${n.wall} ${n.at} ${n.h}`] : []));
    const has = seen(built(REQUESTS.R05)).map((n) => `${n.wall} ${n.at} ${n.h}`);
    expect(has).toEqual(expect.arrayContaining(heights));
  });

  it('R05 without a word on the side walls keeps the corner sink, its dishwasher and the clearance before it', () => {
    const order = built({ ...REQUESTS.R05, walls: [{ length: 3000 }, { length: 2000 }] });
    const sink = the(order, 'BCS');
    const dishwasher = withKind(order, 'dishwasher')[0]!;
    expect(sink.end).toBe(3000);
    expect(dishwasher.end).toBe(sink.at);
    expect(3000 - 580 - dishwasher.end).toBeGreaterThanOrEqual(530);
    expect(withKind(order, 'oven')[0]?.wall).toBe('B');
    expect(the(order, 'TF').wall).toBe('A');
  });

  it('R07 and R21 carry the finishes that were wished', () => {
    expect(built(REQUESTS.R07).finish.facade).toEqual({ wall: 'white', base: 'oak' });
    expect(the(built(REQUESTS.R07), 'TF').kinds).toEqual(['fridge']);
    expect(built(REQUESTS.R21).finish).toEqual(REQUESTS.R21.finish);
  });

  it('R09: oven and microwave share a tall unit, the hob has its own, mezzanines end below the ceiling', () => {
    const order = built(REQUESTS.R09);
    expect(withCode(order, 'TF').length).toBe(1);
    expect(withCode(order, 'TOM').length).toBe(1);
    expect(withKind(order, 'oven').length).toBe(1);
    expect(withKind(order, 'hob')[0]?.code).toBe('BH');
    const upper = seen(order).filter((n) => n.tier === 'upper');
    expect(upper.length).toBeGreaterThanOrEqual(2);
    for (const n of upper) expect(2140 + (n.h ?? 0)).toBeLessThanOrEqual(2690);
  });

  it('R11: the sink is centred under the window and pinned, nothing hangs before the window', () => {
    const order = built(REQUESTS.R11);
    const sink = withKind(order, 'sink')[0]!;
    expect((sink.at + sink.end) / 2).toBe(1600);
    expect(sink.node.pinned).toBe(true);
    expect(withKind(order, 'dishwasher')[0]?.at).toBe(sink.end);
    expect(withKind(order, 'hob')[0]?.at).toBeGreaterThanOrEqual(withKind(order, 'dishwasher')[0]!.end);
    expect(seen(order).filter((n) => n.tier === 'wall' && n.at < 2200 && n.end > 1000)).toEqual([]);
    expect(the(order, 'WH').at).toBe(withKind(order, 'hob')[0]?.at);
  });

  it('R13: a sill below the worktop is refused with OBS-SILL', () => {
    const result = composed(REQUESTS.R13);
    expect(result.ok).toBe(false);
    expect(result.findings.map((f) => f.code)).toContain('OBS-SILL');
    expect(result.findings[0]?.msg).toContain('858');
  });

  it('R16: a U has a unit in both corners, wall units where wished and nowhere else', () => {
    const order = built(REQUESTS.R16);
    const corners = seen(order).filter((n) => n.tier === 'base' && ['BC', 'BCS', 'BCD'].includes(n.code));
    expect(corners.length).toBe(2);
    expect(withKind(order, 'sink')[0]?.wall).toBe('B');
    expect(withKind(order, 'oven')[0]?.wall).toBe('C');
    expect(the(order, 'TF').at).toBeLessThanOrEqual(150);
    expect(
      seen(order).filter((n) => n.wall === 'C' && n.tier === 'wall' && !['WH', 'FLC', 'FL', 'EP'].includes(n.code)),
    ).toEqual([]);
  });

  it('R17: an aisle of 700 is refused with ERG-AISLE and its number', () => {
    const result = composed(REQUESTS.R17);
    expect(result.ok).toBe(false);
    expect(result.findings.map((f) => f.code)).toEqual(['ERG-AISLE']);
    expect(result.findings[0]?.msg).toContain('700');
  });

  it('R22 keeps handles and light as wished and has at least 1800 of fronts below', () => {
    const order = built(REQUESTS.R22);
    expect(order.handles).toEqual({ base: 'gola', wall: 'push' });
    expect(order.lighting).toEqual({ under: true });
    const fronts = seen(order).filter((n) => n.tier === 'base' && !['FL', 'FLC', 'EP', 'NB'].includes(n.code));
    expect(fronts.reduce((mm, n) => mm + n.w, 0)).toBeGreaterThanOrEqual(1800);
  });

  it('R41: what is too much for the wall is refused with its sum, the shortage and ways out', () => {
    const result = composed(REQUESTS.R41);
    if (result.ok) throw new Error('built');
    expect(result.findings[0]).toMatchObject({ code: 'GEO-SUM', severity: 'error', path: 'room.walls[A]' });
    expect(result.findings[0]?.msg).toBe('На стене A занято 2600 мм из 2000: не хватает 600 мм.');
    expect(result.missing).toBe(600);
    expect(result.alternatives.map((a) => a.text)).toEqual(
      expect.arrayContaining(['посудомойку 450 вместо 600', 'убрать посудомойку']),
    );
  });
});

describe('edits of the evaluation set', () => {
  it('R25: drawers 100 wider push the oven on and leave the rest of the floor as it is', () => {
    const order = built(REQUESTS.R25);
    const drawers = the(order, 'BD3');
    const result = edit(order, [{ op: 'resize', node: drawers.id, w: 600 }]);
    if (!result.ok) throw new Error('refused');
    expect(the(result.order, 'BD3').w).toBe(600);
    expect(sum(result.order, 'base')).toBeGreaterThanOrEqual(2250);
    expect(sum(result.order, 'base')).toBeLessThanOrEqual(2320);
    const rest = (o: Order) =>
      seen(o)
        .filter((n) => n.tier === 'base' && n.id !== drawers.id)
        .map((n) => [n.id, n.code, n.w]);
    expect(rest(result.order)).toEqual(rest(order));
    expect(the(result.order, 'WH').id).toBe(the(order, 'WH').id);
    expect(the(result.order, 'WH').at).toBe(the(result.order, 'BO').at);
  });

  it('R26: a full wall refuses a wider sink and names 200 missing, FD 450 and BD3 400', () => {
    const order = built(REQUESTS.R26);
    const result = edit(order, [{ op: 'resize', node: the(order, 'BS').id, w: 800 }]);
    if (result.ok || 'unknown' in result) throw new Error('not refused');
    expect(result.findings.map((f) => f.code)).toEqual(['GEO-SUM']);
    expect(result.missing).toBe(200);
    const texts = result.alternatives.map((a) => a.text);
    expect(texts).toContain('посудомойку 450 вместо 600');
    expect(texts.some((t) => /ящик.* 400 вместо 600/.test(t))).toBe(true);
  });

  it('R28: sink and dishwasher change places, the drainer follows', () => {
    const order = built(REQUESTS.R26);
    const result = edit(order, [{ op: 'swap', a: the(order, 'BS').id, b: the(order, 'FD').id }]);
    if (!result.ok) throw new Error('refused');
    expect([the(result.order, 'BS').at, the(result.order, 'BS').w, the(result.order, 'FD').at]).toEqual([
      1800, 600, 2400,
    ]);
    expect(sum(result.order, 'base', 'tall')).toBe(3000);
    expect(the(result.order, 'WD').at).toBe(1800);
    expect(faults(result.order)).toEqual([]);
  });

  it.each([
    ['replacing its unit', (id: string) => [{ op: 'replace', node: id, code: 'TO' } as const]],
    [
      'leaving the hob its own unit',
      (id: string) => [
        { op: 'replace', node: id, code: 'BH' } as const,
        { op: 'add_fixture', fixture: { kind: 'oven', tall: true } } as const,
      ],
    ],
  ])('R30: an oven at eye level does not fit (%s): 600 missing, what to drop', (_, edits) => {
    const order = built(REQUESTS.R26);
    const result = edit(order, edits(the(order, 'BO').id));
    if (result.ok || 'unknown' in result) throw new Error('not refused');
    expect(result.findings.map((f) => f.code)).toContain('GEO-SUM');
    expect(result.missing).toBe(600);
    expect(result.alternatives.some((a) => a.kind === 'drop')).toBe(true);
  });

  it('R39: a hood 400 above a gas hob is refused with HOB-HOOD and 750', () => {
    const order = built(REQUESTS.R39);
    const result = edit(order, [{ op: 'replace', node: the(order, 'WH').id, code: 'WH', h: 882 }]);
    expect(result.ok).toBe(false);
    const hood = result.findings.find((f) => f.code === 'HOB-HOOD');
    expect(hood?.msg).toContain('750');
  });
});
