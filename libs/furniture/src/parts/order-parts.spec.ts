import fc from 'fast-check';
import { anyOrder } from '../../test/any-order.js';
import { goldenOrder, straightOrder } from '../../test/golden-order.js';
import { kitchen, run } from '../../test/kitchen-of-rows.js';
import { sumsOfBom, sumsOfParts } from '../../test/sums.js';
import { orderBom } from '../bom/order-bom.js';
import { type Order } from '../order/order.js';
import { orderParts } from './order-parts.js';
import { partsTable } from './table.js';

describe('the parts of an order', () => {
  it('sum up to its bill of materials', () => {
    const handles = fc.constantFrom<Order['handles']>({}, { base: 'gola' }, { base: 'bar', tall: 'push' });
    fc.assert(
      fc.property(anyOrder(), handles, (order, given) => {
        const dressed: Order = { ...order, handles: given, finish: { carcass: 'white', facade: { base: 'oak' } } };
        expect(sumsOfParts(orderParts(dressed))).toEqual(sumsOfBom(orderBom(dressed)));
      }),
    );
    expect(sumsOfParts(orderParts(goldenOrder()))).toEqual(sumsOfBom(orderBom(goldenOrder())));
  });

  it('are written down by what a workshop needs of them', () => {
    const { parts } = orderParts({ ...goldenOrder(), finish: { carcass: 'white' } });
    expect(parts.find(({ mark }) => mark === '3.1')).toEqual({
      ...{ mark: '3.1', unit: 3, unit_name: 'Шкаф нижний: три ящика 600', name: 'Боковина' },
      ...{ material: 'chip', material_name: 'ЛДСП 16, белый', thickness_mm: 16 },
      ...{ length_mm: 720, width_mm: 560, area_mm2: 806_400, qty: 2 },
      edges: {
        L1: { edge: 'e04', thickness_mm: 0.4 },
        L2: null,
        W1: { edge: 'e04', thickness_mm: 0.4 },
        W2: null,
      },
    });
    expect(new Set(parts.map(({ mark }) => mark)).size).toBe(parts.length);
  });

  it('name the worktops last, with their cut-outs and joints', () => {
    const { parts, worktops } = orderParts(goldenOrder());
    expect(parts.slice(-2).map(({ mark, length_mm, unit }) => [mark, length_mm, unit])).toEqual([
      ['С1', 2330, null],
      ['С2', 1400, null],
    ]);
    expect(worktops).toEqual([
      {
        ...{ mark: 'С1', wall: 'A', from_mm: 670, length_mm: 2330, width_mm: 600, thickness_mm: 38 },
        cutouts: [
          // The open part of the corner unit: 1870..2370.
          {
            ...{ kind: 'sink', name: 'мойка', unit: 5, from_mm: 1250, back_mm: 60, length_mm: 400, width_mm: 480 },
          },
        ],
        joints: [{ end: 'right', kind: 'corner', with: 'С2' }],
      },
      {
        ...{ mark: 'С2', wall: 'B', from_mm: 600, length_mm: 1400, width_mm: 600, thickness_mm: 38 },
        cutouts: [
          {
            ...{ kind: 'hob', name: 'варочная панель', unit: 13, from_mm: 450, back_mm: 55 },
            ...{ length_mm: 560, width_mm: 490 },
          },
        ],
        joints: [{ end: 'left', kind: 'corner', with: 'С1' }],
      },
    ]);
  });

  it('have the area of their size, but for the triangle of a diagonal corner unit', () => {
    const rows = [run('A', 'base', [['BCD', 1100, 900]]), run('B', 'base', [['B', 900, 600]])];
    const { parts } = orderParts(kitchen([2000, 2400], rows));
    const odd = parts.filter(({ qty, length_mm, width_mm, area_mm2 }) => area_mm2 !== qty * length_mm * width_mm);
    expect(odd.map(({ mark, name, area_mm2 }) => [mark, name, area_mm2])).toEqual([
      ['С3', 'Вставка столешницы, треугольник', 45_000],
    ]);
  });

  it('cut a sink into the worktop by its own width where the customer named it', () => {
    const order = straightOrder();
    const named = { ...order, items: order.items.map((item) => (item.kind === 'sink' ? { ...item, w: 450 } : item)) };
    const [sink] = orderParts(named).worktops.flatMap(({ cutouts }) => cutouts);
    expect(sink).toMatchObject({ kind: 'sink', length_mm: 430 });
  });

  it('join a worktop that is cut along one wall', () => {
    const row = Array.from({ length: 8 }, (_, i): [string, number, number] => ['B', i * 600, 600]);
    const { worktops } = orderParts(kitchen([4800], [run('A', 'base', row)]));
    expect(worktops.map(({ mark, length_mm, joints }) => [mark, length_mm, joints])).toEqual([
      ['С1', 3000, [{ end: 'right', kind: 'straight', with: 'С2' }]],
      ['С2', 1800, [{ end: 'left', kind: 'straight', with: 'С1' }]],
    ]);
  });

  it('are as thick as the name of their material says', () => {
    for (const { material_name, thickness_mm } of orderParts(goldenOrder()).parts) {
      expect(material_name).toMatch(new RegExp(` ${thickness_mm}(?!\\d)`));
    }
  });

  it('are the same each time, and leave the order as it was', () => {
    const order = goldenOrder();
    expect(orderParts(order)).toEqual(orderParts(goldenOrder()));
    expect(order).toEqual(goldenOrder());
  });
});

describe('the table of parts', () => {
  it("has the columns of OpenCutList's import, and a row for each part", () => {
    const parts = orderParts({ ...goldenOrder(), finish: { carcass: 'white' } });
    const [heading, ...rows] = partsTable(parts);
    expect(heading).toEqual([
      ...['Name', 'Count', 'Length', 'Width', 'Thickness', 'Material', 'Tags'],
      ...['Edge L1', 'Edge L2', 'Edge W1', 'Edge W2'],
    ]);
    expect(rows).toHaveLength(parts.parts.length);
    expect(rows).toContainEqual([
      ...['3.1 Боковина', '2', '720', '560', '16', 'ЛДСП 16, белый', '3 Шкаф нижний: три ящика 600'],
      ...['0.4', '', '0.4', ''],
    ]);
    for (const [, , , , , , tags] of rows) expect(tags).not.toContain(',');
  });
});
