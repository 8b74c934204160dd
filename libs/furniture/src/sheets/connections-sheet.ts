import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Wall } from '../order/order.js';
import { capital } from '../reading/words.js';
import type { Scene } from '../scene/scene.js';
import { type ConnectionPoint, connectionsOf } from './connections.js';
import { areaIn, drawElevation, type Elevation, elevationOf } from './elevation.js';
import { beyond, drawChain, edgesOf } from './paper/chains.js';
import { DRAWING_AREA, type Draft, drawing, STRIP_AREA } from './paper/frame.js';
import { type Area, MIN_TEXT, meet, type Paper, PENS, type Point, within } from './paper/paper.js';
import { drawTable } from './paper/table.js';
import { scaleFor } from './wall-sheet.js';

/** Between two elevations, and beside the first one, for heights; mm of the sheet. */
const BESIDE = 17;
const ABOVE = 16;
const BELOW = 24;
/** What elevations may take where the table is short, and what the table leaves them at least. */
const MAX_VIEWS = 205;
const MIN_VIEWS = 145;
const ROW = 5;
const NOTE = 'Места приняты по умолчанию. До монтажа сверить с паспортами приборов и с замером помещения.';

interface Numbered extends ConnectionPoint {
  readonly number: number;
}

interface Shown {
  readonly wall: Wall;
  readonly index: number;
}

/** The smallest scale at which signs can be told apart; walls that do not fit one sheet at it go on several. */
const MAX_SCALE = 25;

/** The walls in outline with what the appliances are connected to, numbered; below them the table. */
export function connectionsSheets(scene: Scene): Draft[] {
  const points = connectionsOf(scene).map((p, i): Numbered => ({ ...p, number: i + 1 }));
  const { walls } = scene.order.room;
  const used = walls.flatMap((wall, index) => (points.some((p) => p.wallIndex === index) ? [{ wall, index }] : []));
  const groups: Shown[][] = [];
  for (const shown of used) {
    const last = groups.at(-1);
    if (last && scaleOf(scene, [...last, shown], points) <= MAX_SCALE) last.push(shown);
    else groups.push([shown]);
  }
  return groups.map((group) => connectionsSheet(scene, group, points));
}

const pointsAt = (points: readonly Numbered[], group: readonly Shown[]) =>
  points.filter((p) => group.some(({ index }) => index === p.wallIndex));

/** What the table leaves to the elevations, mm of the sheet. */
function viewsHeight(count: number): number {
  const left = DRAWING_AREA.h + STRIP_AREA.h - (count + 1) * ROW - 12;
  return Math.max(MIN_VIEWS, Math.min(MAX_VIEWS, left));
}

function scaleOf({ order }: Scene, group: readonly Shown[], points: readonly Numbered[]): number {
  const length = group.reduce((sum, { wall }) => sum + wall.length, 0);
  const h = viewsHeight(pointsAt(points, group).length) - ABOVE - BELOW;
  return scaleFor(length, order.ceiling, { w: DRAWING_AREA.w - group.length * BESIDE - 4, h });
}

function connectionsSheet(scene: Scene, group: readonly Shown[], all: readonly Numbered[]): Draft {
  const points = pointsAt(all, group);
  const scale = scaleOf(scene, group, all);
  const draft = drawing('Подключения', `1:${scale}`);
  const { x, y } = DRAWING_AREA;
  const floor = y + ABOVE + scene.order.ceiling / scale;
  let left = x + BESIDE;
  for (const { wall, index } of group) {
    const e = elevationOf(draft.paper, scene, index, scale, [left, floor]);
    if (e) drawWall(e, pointsAt(points, [{ wall, index }]));
    left += wall.length / scale + BESIDE;
  }
  const heading = `Подключения: ${headingOf(points)}, М 1:${scale}`;
  draft.paper.text(x, y + 4, heading, { size: 3.5, bold: true });
  if (table(draft.paper, scene, points, floor + BELOW + 2)) legend(draft.paper, points);
  return draft;
}

/** Which trades a service is the work of; what stands there already is named by the table alone. */
const TRADES: readonly (readonly [trade: string, services: readonly ConnectionPoint['service'][]])[] = [
  ['вода', ['cold', 'hot', 'tee']],
  ['слив', ['drain', 'tee']],
  ['электричество', ['socket', 'power']],
  ['газ', ['gas']],
  ['вентиляция', ['duct']],
];

function headingOf(points: readonly ConnectionPoint[]): string {
  const trades = TRADES.filter(([, services]) => points.some(({ service }) => services.includes(service)));
  return trades.length > 0 ? trades.map(([trade]) => trade).join(', ') : 'что есть';
}

/** What the signs of this sheet mean, above the title block. */
function legend(paper: Paper, points: readonly Numbered[]): void {
  const services = [...new Map(points.map((p) => [p.service, p])).values()];
  const [x, bottom] = [STRIP_AREA.x + STRIP_AREA.w + 10, DRAWING_AREA.y + DRAWING_AREA.h];
  services.forEach((p, i) => {
    const y = bottom - (services.length - 1 - i) * LEGEND_ROW;
    symbol(paper, p, [x, y]);
    paper.text(x + 5, y + MIN_TEXT / 2, p.service === 'standing' ? 'Есть, со слов заказчика' : capital(p.name));
  });
}

const LEGEND_ROW = 6.5;

function drawWall(e: Elevation, points: readonly Numbered[]): void {
  const { paper, wall, x, y } = e;
  drawElevation(e, { outlines: true });
  paper.text(x(0), y(e.scene.order.ceiling) - 3, `Стена ${wall.id}`, { size: 3.5, bold: true });
  for (const p of points) symbol(paper, p, [x(p.x), y(p.z)]);
  const { worktop, worktopTop } = CONSTANTS;
  for (const { wallIndex, x0, x1 } of e.scene.worktops)
    if (wallIndex === e.index) paper.take(areaIn(e, { x0, x1, z0: worktopTop - worktop, z1: worktopTop }));
  for (const p of points) number(e, p);
  const of = `${wall.id}: выводы`;
  const line = y(0) + 8;
  const reach = drawChain(paper, {
    of,
    axis: 'x',
    at: [0, wall.length, ...points.map((p) => p.x)],
    place: x,
    line,
    from: y(0) + 1,
  });
  drawChain(paper, {
    of: `${wall.id}: стена`,
    axis: 'x',
    at: [0, wall.length],
    place: x,
    line: line + Math.max(6.5, reach + 5),
    from: beyond(line, reach),
  });
  heights(e, points);
}

/** Heights above the floor at the wall's left end, each counted from the floor, pushed apart where they are close. */
function heights({ paper, x, y }: Elevation, points: readonly Numbered[]): void {
  const [edge, at] = [x(0), x(0) - 7];
  let below = Number.POSITIVE_INFINITY;
  for (const z of edgesOf(points.filter((p) => !p.along).map((p) => p.z))) {
    const level = Math.min(y(z), below - MIN_TEXT - 0.9);
    below = level;
    paper.line(PENS.thin, [edge - 1, y(z)], [edge - 3, y(z)], [at + 1.5, level], [at + 0.8, level]);
    paper.text(at, level + MIN_TEXT / 2, String(z), { anchor: 'end' });
  }
}

const RADIUS = 1.5;
/** How far the signs that are not a plain circle or square reach. */
const REACH: Partial<Record<ConnectionPoint['service'], number>> = { drain: 2.25, gas: 2, duct: 2.6, standing: 2.1 };
const reachOf = ({ service }: ConnectionPoint): number => REACH[service] ?? RADIUS;

/** A sign per service: water and drain circles, electricity half discs and squares, gas a lozenge, ducts crossed. */
function symbol(paper: Paper, point: ConnectionPoint, [x, y]: Point): void {
  const { service } = point;
  const pen = { ...PENS.part, fill: '#FFFFFF' };
  const around = (r: number) => ({ x: x - r, y: y - r, w: 2 * r, h: 2 * r });
  const square = around(RADIUS);
  const reach = reachOf(point);
  paper.take(around(reach));
  switch (service) {
    case 'hot':
      paper.circle({ fill: '#1A1A1A' }, [x, y], RADIUS);
      return;
    case 'drain':
      paper.circle(pen, [x, y], reach);
      paper.circle(pen, [x, y], RADIUS * 0.7);
      return;
    case 'socket':
      paper.rect(pen, square);
      paper.lines(PENS.part, [
        [
          [x - 0.5, y - 0.8],
          [x - 0.5, y + 0.8],
        ],
        [
          [x + 0.5, y - 0.8],
          [x + 0.5, y + 0.8],
        ],
      ]);
      return;
    case 'power':
      paper.rect({ fill: '#1A1A1A' }, square);
      return;
    case 'gas':
      paper.polygon(pen, [
        [x, y - reach],
        [x + reach, y],
        [x, y + reach],
        [x - reach, y],
      ]);
      return;
    case 'duct':
      paper.circle(pen, [x, y], reach);
      paper.lines(PENS.part, [
        [
          [x - 1.8, y - 1.8],
          [x + 1.8, y + 1.8],
        ],
        [
          [x - 1.8, y + 1.8],
          [x + 1.8, y - 1.8],
        ],
      ]);
      return;
    case 'tee':
      paper.circle(pen, [x, y], RADIUS);
      paper.circle(PENS.dot, [x, y], 0.5);
      return;
    case 'standing':
      paper.circle({ ...PENS.hidden, fill: '#FFFFFF' }, [x, y], reach);
      return;
    default:
      paper.circle(pen, [x, y], RADIUS);
      return;
  }
}

/** Of the circles that numbers stand in, mm. */
const BADGE = 2.4;

/** The number of the table beside its sign, with a leader where it stands aside; upon an outline only where all is full. */
function number(e: Elevation, p: Numbered): void {
  const { paper, x, y } = e;
  const at: Point = [x(p.x), y(p.z)];
  const own = reachOf(p);
  const bodies = [...e.nodes, ...e.obstacles].map((v) => areaIn(e, v));
  const cuts = (area: Area) => bodies.some((body) => meet(area, body) && !within(area, body));
  const spots = [own + 3.5, 8, 11, 15, 19].flatMap((far) =>
    [-90, -60, -120, -30, -150, 0, 180, 30, 150].flatMap((angle) => {
      const [dx, dy] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      const c: Point = [at[0] + dx * far, at[1] + dy * far];
      const area = { x: c[0] - BADGE, y: c[1] - BADGE, w: 2 * BADGE, h: 2 * BADGE };
      const shown = area.y >= y(e.scene.order.ceiling) && area.y + area.h <= y(0) && paper.isFree(area);
      return shown ? [{ c, dx, dy, area }] : [];
    }),
  );
  const spot = spots.find(({ area }) => !cuts(area)) ?? spots[0];
  if (!spot) return;
  const { c, dx, dy, area } = spot;
  paper.line(PENS.thin, [at[0] + dx * own, at[1] + dy * own], [c[0] - dx * BADGE, c[1] - dy * BADGE]);
  paper.circle(PENS.badge, c, BADGE);
  paper.text(c[0], c[1] + MIN_TEXT / 2, String(p.number), { anchor: 'middle', bold: true, within: 2 * BADGE - 0.8 });
  paper.take(area);
}

const COLUMNS = [
  { head: '№', w: 8, align: 'middle' },
  { head: 'Вывод', w: 44 },
  { head: 'Прибор', w: 40 },
  { head: 'Стена', w: 9, align: 'middle' },
  { head: 'От угла', w: 15, align: 'middle' },
  { head: 'От пола', w: 15, align: 'middle' },
  { head: 'Основание', w: 64 },
] as const;

/** Left of the title block; what does not fit goes on above the block. Gives whether that place is still free. */
function table(paper: Paper, scene: Scene, points: readonly Numbered[], top: number): boolean {
  const rows = points.map((p) => [
    ...[String(p.number), capital(p.name), p.appliance, scene.order.room.walls[p.wallIndex]?.id ?? ''],
    ...[String(p.x), p.along?.join('–') ?? String(p.z), capital(p.why)],
  ]);
  const bottom = STRIP_AREA.y + STRIP_AREA.h - 6;
  const most = Math.floor((bottom - top) / ROW) - 1;
  const end = drawTable(paper, { x: STRIP_AREA.x - 3, y: top, columns: COLUMNS, rows: rows.slice(0, most) });
  const rest = rows.slice(most);
  if (rest.length > 0) {
    const columns = COLUMNS.map((c) => ({ ...c, w: c.w * 0.93 }));
    drawTable(paper, { x: STRIP_AREA.x + STRIP_AREA.w + 2, y: top, columns, rows: rest });
  }
  paper.text(STRIP_AREA.x - 3, end + 4.5, NOTE, { within: STRIP_AREA.w });
  return rest.length === 0;
}
