import type { Bom } from '../bom/bom.js';
import type { Tier } from '../order/order.js';
import type { OrderParts, PartRow } from '../parts/order-parts.js';
import { applianceName } from '../reading/names.js';
import type { Scene, SceneNode } from '../scene/scene.js';
import { type Draft, list, listArea } from './paper/frame.js';
import { type Column, drawTable } from './paper/table.js';

const ROW = 6;
const GLASS = 'GLASSFRONT';

const TIERS: Readonly<Record<Tier, string>> = { base: 'низ', wall: 'верх', tall: 'пенал', upper: 'антресоль' };

const middle = (head: string, w: number): Column => ({ head, w, align: 'middle' });

/** A niche for one of several appliances with the one that stands in it: «…: стиральная машина». */
export function titleOf({ module, items }: SceneNode): string {
  const stands = items.find(({ kind }) => module.appliances.includes(kind));
  if (!module.alternatives || !stands) return module.title;
  return `${module.title.replace(/ \(.*\)/, '')}: ${applianceName(stands)}`;
}

/** The units by their numbers on the drawings. */
export function unitSheets({ nodes }: Scene): Draft[] {
  const rows = nodes.map((n) => [
    ...[String(n.number), n.module.code, titleOf(n)],
    ...[n.unit.width, n.unit.height, n.unit.depth].map(String),
    ...[n.wall.id, TIERS[n.tier], String(Math.round(n.x0))],
  ]);
  const columns = [middle('№', 10), { head: 'Код', w: 17 }, { head: 'Наименование', w: 68 }];
  const sizes = [middle('Ширина', 17), middle('Высота', 17), middle('Глубина', 17)];
  return listSheets(
    'Ведомость модулей',
    [...columns, ...sizes, middle('Ст.', 8), middle('Ряд', 18), middle('От угла', 13)],
    rows,
  );
}

/** Fronts of glass are bought to size: the article alone would not order them. */
function glassSizes({ nodes }: Scene): string {
  const panes = nodes.flatMap(({ panels }) => panels.filter(({ kind }) => kind === 'glass'));
  const sizes = Map.groupBy(panes, ({ w, h }) => `${h} × ${w}`);
  return [...sizes].map(([size, equal]) => `${size} – ${equal.length} шт.`).join(', ');
}

/** What the order takes, net, as the bill of materials has it. */
export function materialSheets(bom: Bom, scene: Scene): Draft[] {
  const m2 = (area: number) => (area / 1e6).toFixed(3).replace('.', ',');
  const m = (length: number) => (length / 1000).toFixed(2).replace('.', ',');
  const rows = [
    ...bom.sheets.map((s) => ['Листовые материалы', s.name, String(s.parts), m2(s.area_mm2), 'м²']),
    ...bom.linear.map((l) => ['Погонаж', l.name, String(l.parts), m(l.length_mm), 'м']),
    ...bom.edges.map((e) => ['Кромка', e.name, '–', m(e.length_mm), 'м']),
    ...bom.pieces.map((p) => [
      'Комплектующие',
      p.article === GLASS ? `${p.name}: ${glassSizes(scene)}` : p.name,
      String(p.qty),
      '–',
      'шт.',
    ]),
  ].map((row, i) => [String(i + 1), ...row]);
  const columns = [
    middle('№', 10),
    { head: 'Раздел', w: 42 },
    { head: 'Наименование', w: 82 },
    middle('Количество', 20),
  ];
  return listSheets(
    'Ведомость материалов',
    [...columns, { head: 'Всего', w: 19, align: 'end' }, middle('Ед.', 12)],
    rows,
  );
}

/** Linear goods as they are cut: equal lengths together, whose they are, and how many bars of stock they take. */
export function linearSheets({ linear, bars }: Pick<OrderParts, 'linear' | 'bars'>): Draft[] {
  const kinds = Map.groupBy(linear, ({ key }) => key);
  const rows = [...kinds].flatMap(([key, cuts]) => {
    const stock = bars.filter((bar) => bar.key === key);
    const lengths = [...Map.groupBy(cuts, ({ length_mm }) => length_mm)].sort(([a], [b]) => b - a);
    return lengths.map(([length, equal], i) => [
      ...[i === 0 ? (equal[0]?.name ?? key) : '', String(length), String(equal.reduce((sum, { qty }) => sum + qty, 0))],
      [...new Set(equal.map(({ unit, wall }) => (unit === null ? `стена ${wall}` : String(unit))))].join(', '),
      [...new Set(equal.flatMap(({ joints_mm }) => joints_mm))].join(', ') || '–',
      i === 0 && stock[0] ? `${stock.length} × ${stock[0].stock_mm}` : '',
    ]);
  });
  if (rows.length === 0) return [];
  const columns = [{ head: 'Наименование', w: 62 }, middle('Длина', 16), middle('Кол.', 12)];
  const places = [{ head: 'Модули, стены', w: 49 }, middle('Стык на', 22), middle('Хлысты', 24)];
  return listSheets('Ведомость погонажа', [...columns, ...places], rows);
}

/** What the columns of the tapes mean (furniture.ru.md 1.1). */
const SIDES = 'Кромка, мм: L1, L2 – длинные стороны (L1 спереди), W1, W2 – короткие';

/** Every part that is cut, unit by unit. */
export function partSheets(parts: readonly PartRow[], { nodes }: Scene): Draft[] {
  const units = new Map(nodes.map((n) => [n.number, `${n.module.code} ${n.unit.width}`]));
  const tape = (edge: { readonly thickness_mm: number } | null) =>
    edge ? String(edge.thickness_mm).replace('.', ',') : '–';
  const rows = parts.map((p) => [
    ...[
      p.mark,
      p.name,
      units.get(p.unit ?? 0) ?? '–',
      p.material_name,
      String(p.length_mm),
      String(p.width_mm),
      String(p.qty),
    ],
    ...[p.edges.L1, p.edges.L2, p.edges.W1, p.edges.W2].map(tape),
  ]);
  const columns = [
    middle('Марка', 13),
    { head: 'Деталь', w: 49 },
    { head: 'Модуль', w: 22 },
    { head: 'Материал', w: 32 },
  ];
  const sizes = [middle('Длина', 14), middle('Ширина', 14), middle('Кол.', 9)];
  // «3.2» is of unit 3.
  const groupOf = ([mark = '']: Row) => mark.split('.')[0];
  const edges = ['L1', 'L2', 'W1', 'W2'].map((side) => middle(side, 8));
  return listSheets('Ведомость деталей', [...columns, ...sizes, ...edges], rows, { note: SIDES, groupOf });
}

/** One table over as many sheets as it takes; the first has the full title block, and the note beside its heading. */
function listSheets(
  title: string,
  columns: readonly Column[],
  rows: readonly Row[],
  { note, groupOf }: { note?: string; groupOf?: (row: Row) => string | undefined } = {},
): Draft[] {
  const drafts: Draft[] = [];
  for (let from = 0; from < rows.length; ) {
    const draft = list(title, drafts.length > 0);
    const area = listArea(drafts.length > 0);
    const heading = drafts.length > 0 ? `${title}, продолжение` : title;
    draft.paper.text(area.x + 3, area.y + 7, heading, { size: 5, bold: true });
    if (note && drafts.length === 0) draft.paper.text(area.x + area.w - 2, area.y + 7, note, { anchor: 'end' });
    const end = breakBefore(rows, from, Math.floor((area.h - 10) / ROW) - 1, groupOf);
    drawTable(draft.paper, { x: area.x, y: area.y + 10, columns, rows: rows.slice(from, end), row: ROW });
    drafts.push(draft);
    from = end;
  }
  return drafts;
}

type Row = readonly string[];

/** Where a sheet of at most `most` rows ends: between two groups, unless that left it half empty. */
function breakBefore(
  rows: readonly Row[],
  from: number,
  most: number,
  groupOf: ((row: Row) => string | undefined) | undefined,
): number {
  const full = from + most;
  if (full >= rows.length || !groupOf) return full;
  const apart = (at: number) => groupOf(rows[at] ?? []) !== groupOf(rows[at - 1] ?? []);
  for (let at = full; at > from + most / 2; at -= 1) if (apart(at)) return at;
  return full;
}
