import { jest } from '@jest/globals';
import source from '../../data/catalogue.json' with { type: 'json' };
import fronts from '../../data/fronts.json' with { type: 'json' };
import spoken from '../../data/spoken.json' with { type: 'json' };
import traits from '../../data/traits.json' with { type: 'json' };

const likeDrawers = source.modules.find(({ ascii }) => ascii === 'BD2');
const likeCorner = source.modules.find(({ ascii }) => ascii === 'BC');

// What a workshop writes for two new modules: a row in each data file, and no code.
const DATA: Readonly<Record<string, unknown>> = {
  'catalogue.json': {
    ...source,
    modules: [
      ...source.modules,
      { ...likeDrawers, code: 'ШНЯ9', ascii: 'BD9', title: 'Шкаф нижний: ящики новые', widths: [350, 650] },
      { ...likeCorner, code: 'ШНУ9', ascii: 'BC9', title: 'Шкаф нижний угловой новый', widths: [1100] },
    ],
  },
  'fronts.json': { ...fronts, modules: { ...fronts.modules, BD9: fronts.modules.BD2, BC9: fronts.modules.BC } },
  'traits.json': { ...traits, modules: { ...traits.modules, BD9: traits.modules.BD2, BC9: traits.modules.BC } },
  'spoken.json': {
    ...spoken,
    modules: { ...spoken.modules, BD9: [['новая тумба', 'новые тумбы', 'новых тумб'], ''] },
  },
};
for (const [file, data] of Object.entries(DATA))
  jest.unstable_mockModule(`../../data/${file}`, () => ({ default: data }));
const { check, compose, drawFront, drawIso, edit, findModule, orderBom, parseOrder, readOrder } = await import(
  '../index.js'
);

const composed = compose(
  {
    walls: [{ length: 3200 }, { length: 2600 }],
    fixtures: [
      { kind: 'sink', wall: 'A' },
      { kind: 'unit', code: 'BD9', wall: 'A' },
      { kind: 'unit', code: 'BC9' },
      { kind: 'hob', wall: 'B' },
    ],
  },
  { orderId: 'ord' },
);
if (!composed.ok) throw new Error(composed.findings.map(({ msg }) => msg).join(' '));
const { order } = composed;
const nodes = order.runs.flatMap((run) => run.nodes);

describe('a module that is added as data', () => {
  it('is found by both its codes', () => {
    expect(findModule('ШНЯ9')).toBe(findModule('BD9'));
    expect(findModule('BD9')).toMatchObject({ title: 'Шкаф нижний: ящики новые' });
  });

  it('is laid out in a width that it is made in, and in the corner where it is a corner unit', () => {
    expect(nodes.find(({ code }) => code === 'BD9')).toMatchObject({ w: 650 });
    expect(nodes.find(({ code }) => code === 'BC9')).toMatchObject({ w: 1100 });
    expect(nodes.filter(({ code }) => code === 'BC')).toEqual([]);
    expect(check(order).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(parseOrder(order)).toEqual({ ok: true, order });
  });

  it('counts as drawers: no plain unit gets them unasked', () => {
    expect(nodes.filter(({ code }) => code === 'BD3')).toEqual([]);
  });

  it('is counted: its runners are in the bill of materials', () => {
    expect(orderBom(order).pieces).toContainEqual(expect.objectContaining({ article: 'RUN-500', qty: 4 }));
  });

  it('is drawn in both views, and read aloud', () => {
    expect(drawFront(order)).toContain('ШНЯ9, Шкаф нижний: ящики новые, 650 × 720 мм');
    expect(drawIso(order)).toContain('<svg');
    expect(readOrder(order)).toContain('новая тумба 650');
  });

  it('is edited like others', () => {
    const id = nodes.find(({ code }) => code === 'BD9')?.id ?? '';
    const narrower = edit(order, [{ op: 'resize', node: id, w: 350 }]);
    expect(narrower).toMatchObject({ ok: true });
  });
});
