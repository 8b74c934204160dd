import golden from '../../test/golden-l-3000x2000.json' with { type: 'json' };
import { goldenOrder } from '../../test/golden-order.js';
import goldenUnits from '../../test/golden-units.json' with { type: 'json' };
import { findModule, makeUnit } from '../catalogue/catalogue.js';
import { nodeUnit } from '../order/node-unit.js';
import { tapesOf, unitBom } from './bom.js';
import { orderBom } from './order-bom.js';

const unitOf = (code: string, w: number, h?: number) => {
  const module = findModule(code);
  if (!module) throw new Error(`no module ${code}`);
  return makeUnit(module, { w, h });
};

describe('the golden units', () => {
  it('are one of each module', () => expect(new Set(goldenUnits.map((unit) => unit.code)).size).toBe(39));

  it.each(goldenUnits.map((unit) => [unit.code, unit] as const))('%s comes out exactly', (code, expected) => {
    const unit = unitOf(code, expected.width, expected.height);
    const bom = unitBom(unit);
    expect({
      code: unit.module.code,
      width: unit.width,
      height: unit.height,
      depth: unit.depth,
      parts: unit.parts.map((p) => `${p.qty} ${p.name} ${p.length}x${p.width} ${p.material}`),
      sheets: Object.fromEntries(bom.sheets.map(({ material, parts, area_mm2 }) => [material, { parts, area_mm2 }])),
      edges: Object.fromEntries(bom.edges.map(({ edge, length_mm }) => [edge, length_mm])),
      pieces: Object.fromEntries(bom.pieces.map(({ article, qty }) => [article, qty])),
      linear: Object.fromEntries(bom.linear.map(({ key, length_mm }) => [key, length_mm])),
    }).toEqual(expected);
  });
});

describe('the golden kitchen L 3000 x 2000', () => {
  const bom = orderBom(goldenOrder());

  it('has its sheets, edges and pieces', () => {
    expect(bom.sheets).toEqual(golden.sheets);
    expect(bom.edges).toEqual(golden.edges);
    expect(bom.pieces.map(({ article, qty }) => ({ article, qty }))).toEqual(golden.pieces);
  });

  it('has its plinth, lighting and grips', () => {
    expect(bom.linear.map(({ key, parts, length_mm }) => ({ key, parts, length_mm }))).toEqual(golden.linear);
  });

  it('names everything in Russian', () => {
    for (const { name } of [...bom.linear, ...bom.pieces]) expect(name).toMatch(/^[А-Я]/);
  });

  const nodes = goldenOrder().runs.flatMap((run) => run.nodes.map((node) => ({ run, node })));

  it.each(golden.detail.map((detail, i) => [detail.node, detail, nodes[i]] as const))(
    '%s has its parts',
    (name, detail, at) => {
      const unit = at && nodeUnit(at.node, at.run);
      if (!unit) throw new Error(`no unit for ${name}`);
      expect(`${at.run.wall}/${at.run.tier}/${unit.module.code} ${unit.width}`).toBe(name);
      expect(Number(at.node.at)).toBe(detail.at);
      const parts = unit.parts.map((part) => {
        const edges: Record<string, number> = {};
        for (const { edge, length } of tapesOf(part)) edges[edge] = (edges[edge] ?? 0) + length;
        const { name, material, qty, length, width } = part;
        return { name, material, qty, size: `${length}x${width}`, area: qty * length * width, edges };
      });
      expect(parts).toEqual(detail.parts);
      expect(unit.pieces).toEqual(detail.pieces);
    },
  );

  it('takes the heights of fillers and panels from their rows where the order names none', () => {
    const bare = goldenOrder();
    for (const run of bare.runs)
      for (const node of run.nodes) if (['FL', 'FLC', 'EP'].includes(node.code)) delete node.h;
    expect(orderBom(bare)).toEqual(bom);
  });
});
