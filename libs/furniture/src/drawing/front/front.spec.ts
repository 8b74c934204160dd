import fc from 'fast-check';
import { anyOrder, node, orderOf, run, straightOrder, tidyOrder, wall } from '../../../test/drawing/orders.js';
import { boxOf, chainsOf, parseXml, textOverlaps, viewBox } from '../../../test/drawing/svg.js';
import { goldenOrder } from '../../../test/golden-order.js';
import type { Finding } from '../../checks/finding.js';
import { FINISHES } from '../../order/order.js';
import { inside } from '../svg/canvas.js';
import { drawFront } from './index.js';

const finding = (code: string, severity: Finding['severity'], path: string): Finding => ({
  code,
  severity,
  path,
  msg: 'a < b & c',
});

const findings = [
  finding('GEO-WIDTH', 'error', 'runs[A-base].nodes[n3]'),
  finding('HOB-SINK', 'warning', 'runs[B-base].nodes[n13]'),
  finding('GEO-SUM', 'error', 'room.walls[B]'),
  finding('ERG-TRI', 'info', 'runs[A-base].nodes[n4]'),
];

const orders = {
  golden: goldenOrder(),
  straight: straightOrder(),
  gola: straightOrder({ handles: { base: 'gola', wall: 'push' } }),
};

const texts = (svg: string) =>
  parseXml(svg)
    .filter((e) => e.name === 'text')
    .map((e) => e.text);

describe.each(Object.entries(orders))('the front view of the %s kitchen', (_, order) => {
  it('is well-formed and lies within its view box', () => {
    const elements = parseXml(drawFront(order, { findings }));
    const view = viewBox(elements);
    const outside = elements.filter((e) => {
      const box = boxOf(e);
      return box && !inside(box, view);
    });
    expect(outside).toEqual([]);
  });

  it('has no two labels that overlap, with and without findings', () => {
    expect(textOverlaps(parseXml(drawFront(order)))).toEqual([]);
    expect(textOverlaps(parseXml(drawFront(order, { findings })))).toEqual([]);
  });

  it('is the same bytes for the same order, in whole coordinates', () => {
    const svg = drawFront(order, { facade: 'oak' });
    expect(drawFront(structuredClone(order), { facade: 'oak' })).toBe(svg);
    const body = svg.replace(/<style>[\s\S]*<\/style>/, '');
    expect(body).not.toMatch(/="[^"]*\d\.\d[^"]*"/);
  });

  it('shows every unit with its number, Russian code and width', () => {
    const svg = drawFront(order);
    const words = texts(svg).join('\n');
    const named = parseXml(svg)
      .filter((e) => e.name === 'title')
      .map((e) => e.text);
    order.runs
      .flatMap((r) => r.nodes)
      .forEach((n) => {
        expect(named.some((t) => t.includes(` ${n.w} × `))).toBe(true);
      });
    for (let number = 1; number <= order.runs.flatMap((r) => r.nodes).length; number += 1) {
      expect(words).toMatch(new RegExp(`^${number}( · |$)`, 'm'));
    }
    expect(words).not.toMatch(/\b(BD|BO|WH|FD)\d?\b/);
  });
});

describe('the front view', () => {
  it('dimensions the golden kitchen: widths, totals, heights, clearance below the hood', () => {
    const words = texts(drawFront(goldenOrder()));
    for (const text of ['Стена A, 3000 мм', 'Стена B, 2000 мм', 'угол A–B', 'ПММ', 'Х']) expect(words).toContain(text);
    for (const mm of [
      '70',
      '600',
      '1130',
      '3000',
      '2000',
      '100',
      '720',
      '38',
      '562',
      '560',
      '682',
      '2140',
      '320',
      '16',
    ]) {
      expect(words).toContain(mm);
    }
  });

  it('dimensions units as wide as they are, and the narrowest gap between them', () => {
    const row = [node('w1', 0, 'W', 700), node('w2', 710, 'W', 600), node('w3', 1320, 'W', 450)];
    const [whole, hung] = chainsOf(drawFront(orderOf([wall('A', 3000)], [run('A', 'wall', row)])));
    expect(whole?.numbers).toEqual([3000]);
    expect([...(hung?.numbers ?? [])].sort((a, b) => a - b)).toEqual([10, 10, 450, 600, 700, 1230]);
  });

  it('writes the walls’ titles in one row, whatever hangs above each', () => {
    const order = goldenOrder();
    order.runs.push(run('B', 'upper', [node('u1', 370, 'A', 600, 420)]));
    const titles = parseXml(drawFront(order)).filter((e) => e.name === 'text' && e.text.startsWith('Стена '));
    expect(titles).toHaveLength(2);
    expect(new Set(titles.map((e) => e.attributes.y)).size).toBe(1);
  });

  it.each([
    ['the oven', ['oven', 'hob']],
    ['the hob', ['hob', 'oven']],
  ] as const)(
    'shows the oven below a hob with frame, dark glass and handle, also where the order names %s first',
    (_, kinds) => {
      const items = kinds.map((kind, i) => ({ id: `i${i}`, kind, node: 'n1' }));
      const order = orderOf([wall('A', 600)], [run('A', 'base', [node('n1', 0, 'BO', 600)])], { items });
      const shapes = parseXml(drawFront(order, { facade: 'oak' })).filter((e) => e.name === 'rect');
      const boxes = (cls: string) => shapes.filter((e) => e.attributes.class === cls).flatMap((e) => boxOf(e) ?? []);
      const [frame] = boxes('ab');
      expect(frame).toMatchObject({ x: 2, w: 596, h: 596 });
      for (const part of ['ag', 'ah']) for (const box of boxes(part)) expect(frame && inside(box, frame)).toBe(true);
      expect([boxes('ag').length, boxes('ah').length]).toEqual([2, 1]);
    },
  );

  it('stands the handles of a hood’s cabinet above the hood', () => {
    const row = run('A', 'wall', [node('n1', 0, 'WH', 600, 500)]);
    const svg = drawFront(orderOf([wall('A', 600)], [row], { handles: { wall: 'bar' } }));
    const handles = parseXml(svg).filter((e) => e.attributes.class === 'h');
    expect(handles).toHaveLength(2);
    for (const { y = 0, h = 0 } of handles.flatMap((e) => boxOf(e) ?? [])) expect(y + h).toBeLessThan(-1640 - 130);
  });

  it('draws grates over gas alone, and a stove in line with the worktop', () => {
    const stands = (kind: 'hob' | 'stove', fuel: 'gas' | 'electric') =>
      parseXml(
        drawFront(
          orderOf([wall('A', 600)], [run('A', 'base', [node('n1', 0, kind === 'hob' ? 'BO' : 'NB', 600)])], {
            items: [{ id: 'i1', kind, node: 'n1', fuel }],
          }),
        ),
      );
    for (const kind of ['hob', 'stove'] as const) {
      const grates = (fuel: 'gas' | 'electric') => stands(kind, fuel).filter((e) => e.attributes.class === 'gr').length;
      expect([grates('gas'), grates('electric')]).toEqual([2, 0]);
    }
    const [body] = stands('stove', 'gas').filter((e) => e.attributes.class === 'sp');
    expect(body && boxOf(body)?.y).toBe(-856);
  });

  it('shows what the order puts into a niche for one of several appliances', () => {
    const stands = (kind: 'stove' | 'washer') => {
      const row = run('A', 'base', [node('n1', 0, 'NB', 600)]);
      return drawFront(orderOf([wall('A', 600)], [row], { items: [{ id: 'i1', kind, node: 'n1' }] }));
    };
    expect(stands('stove')).toContain('class="ag"');
    expect(stands('washer')).not.toContain('class="ag"');
  });

  it('draws light lines and ink on dark finishes, dark ones on light finishes', () => {
    const style = (facade: (typeof FINISHES)[number]) =>
      /\.tf\{fill:(#\w+)\}/.exec(drawFront(goldenOrder(), { facade }))?.[1];
    expect(FINISHES.filter((f) => style(f) === '#F2F2F2')).toEqual(['walnut', 'wenge', 'graphite', 'black', 'blue']);
    expect(style('white')).toBe('#2A2A2A');
  });

  it('stays a line drawing without finishes: paper fill, painted outline', () => {
    const svg = drawFront(goldenOrder());
    expect(svg).toContain('.dwg .f{fill:#FFFFFF;stroke:#1A1A1A;stroke-width:5}');
    expect(svg).toContain('.dwg .k{fill:#FFFFFF;');
    expect(svg).not.toContain('class="g1"');
  });

  it('draws grain on wood only', () => {
    expect(drawFront(goldenOrder(), { facade: 'oak' })).toContain('class="g1"');
    expect(drawFront(goldenOrder(), { facade: 'olive' })).not.toContain('class="g1"');
  });

  it('marks errors red and warnings amber with their codes, and leaves infos out', () => {
    const svg = drawFront(goldenOrder(), { findings });
    const outlined = parseXml(svg).filter((e) => e.attributes.class === 'er' || e.attributes.class === 'wa');
    expect(outlined.filter((e) => e.attributes.class === 'er')).toHaveLength(3);
    expect(outlined.filter((e) => e.attributes.class === 'wa')).toHaveLength(2);
    expect(texts(svg)).toEqual(expect.arrayContaining(['GEO-WIDTH', 'HOB-SINK', 'GEO-SUM']));
    expect(svg).not.toContain('ERG-TRI');
    expect(svg).toContain('a &lt; b &amp; c');
  });

  it('hangs the door of a corner unit on the side away from the corner', () => {
    const right = drawFront(
      orderOf([wall('A', 3000), wall('B', 2000, 'right')], [run('A', 'base', [node('n1', 1870, 'BC', 1130)])]),
    );
    const left = drawFront(
      orderOf([wall('A', 3000), wall('B', 2000, 'right')], [run('B', 'base', [node('n1', 0, 'BC', 1130)])]),
    );
    // Open part 500 wide: the marks' apex is at its edge next to the blind zone.
    expect(right).toContain('class="o" d="M1872 -818L2368 -460L1872 -102"');
    expect(left).toContain('class="o" d="M4728 -818L4232 -460L4728 -102"');
  });

  it('keeps labels of thin fillers out of their neighbours, with a leader', () => {
    const svg = drawFront(goldenOrder());
    expect(texts(svg)).toEqual(expect.arrayContaining(['15 · БП 16', '21 · БП 16', '11 · ФПУ 50']));
    expect(svg).toContain('class="lead"');
  });

  it('escapes every word of the order', () => {
    const order = goldenOrder();
    order.id = '"><script>alert(1)</script>';
    const svg = drawFront(order);
    parseXml(svg);
    expect(svg).not.toContain('<script');
  });

  it('has no labels that overlap in any kitchen, findings on every unit included', () => {
    fc.assert(
      fc.property(tidyOrder, (order) => {
        const all = order.runs.flatMap((r) =>
          r.nodes.map((n) => finding('HOB-SINK', 'warning', `runs[${r.id}].nodes[${n.id}]`)),
        );
        expect(textOverlaps(parseXml(drawFront(order)))).toEqual([]);
        expect(textOverlaps(parseXml(drawFront(order, { findings: all })))).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('tells of an obstacle where it is, how large, and how high it begins', () => {
    const obstacles = [{ id: 'o1', kind: 'window' as const, wall: 'A', at: 700, width: 1200, bottom: 850, top: 2000 }];
    const svg = drawFront(orderOf([wall('A', 3000)], [], { obstacles }));
    expect(texts(svg)).toEqual(expect.arrayContaining(['окно 1200 × 1150', '+850']));
    expect(chainsOf(svg).map(({ numbers }) => numbers)).toContainEqual([700, 1200, 1100]);
  });

  it('tells the heights of what stands on each wall, and no others', () => {
    const order = orderOf(
      [wall('A', 2000), wall('B', 2000, 'right')],
      [run('A', 'base', [node('n1', 0, 'B', 600)]), run('B', 'wall', [node('n2', 800, 'W', 600)])],
    );
    const heights = chainsOf(drawFront(order)).filter(({ of }) => of === 'height');
    const told = heights.map(({ numbers }) => [...numbers].sort((a, b) => a - b));
    expect(told).toEqual([
      [38, 100, 720, 1842],
      [560, 720, 1420],
    ]);
  });

  it('names what the floor row leaves open: no door, no corner', () => {
    const order = orderOf(
      [wall('A', 3000), wall('B', 2000, 'right')],
      [
        run('A', 'base', [node('n1', 1000, 'B', 600), node('n2', 1970, 'BC', 1030)]),
        run('B', 'base', [node('n3', 630, 'B', 600)]),
      ],
      { obstacles: [{ id: 'o1', kind: 'door', wall: 'A', at: 100, width: 800 }] },
    );
    const named = texts(drawFront(order)).filter((text) => text.startsWith('свободно'));
    expect(named).toEqual(['свободно 370', 'свободно 50', 'свободно 770']);
  });

  it('tells the totals from the floor: worktop, units, ceiling', () => {
    const totals = chainsOf(drawFront(goldenOrder())).filter(({ of }) => of === 'total');
    expect(totals.map(({ numbers }) => numbers)).toEqual([[858], [2140], [2700]]);
  });

  it('shows the joints of the worktop that the bill of materials counts', () => {
    const row = Array.from({ length: 7 }, (_, i) => node(`n${i}`, i * 600, 'B', 600));
    const svg = drawFront(orderOf([wall('A', 4200)], [run('A', 'base', row)]));
    const joints = parseXml(svg).filter((e) => e.attributes.class === 'jt');
    expect(joints.map((e) => boxOf(e)?.x)).toEqual([3000]);
    expect(texts(svg)).toContain('стык');
  });

  it('shows the furniture alone on request', () => {
    expect(texts(drawFront(straightOrder()))).toContain('окно 1000 × 1200');
    const alone = drawFront(straightOrder(), { obstacles: false });
    expect(alone).not.toMatch(/class="o[bhd]"/);
    expect(texts(alone)).not.toContain('окно 1000 × 1200');
  });

  it('never throws and stays well-formed within its view box, whatever the order says', () => {
    fc.assert(
      fc.property(anyOrder, fc.constantFrom(...FINISHES), (order, facade) => {
        const elements = parseXml(drawFront(order, { facade, findings }));
        const view = viewBox(elements);
        for (const e of elements) {
          const box = e.name === 'text' ? undefined : boxOf(e);
          if (box) expect(inside(box, view)).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });
});
