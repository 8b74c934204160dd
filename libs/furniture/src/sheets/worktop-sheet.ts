import { CONSTANTS } from '../catalogue/catalogue.js';
import type { CutoutRow, WorktopRow } from '../parts/worktop-rows.js';
import { capital } from '../reading/words.js';
import type { Scene } from '../scene/scene.js';
import { beyond, drawChain } from './paper/chains.js';
import { DRAWING_AREA, type Draft, drawing, STRIP_AREA } from './paper/frame.js';
import { type Area, MIN_TEXT, meet, type Paper, PENS } from './paper/paper.js';
import { drawTable } from './paper/table.js';
import { widthOf } from './paper/text.js';
import { SCALES, scaleFor } from './wall-sheet.js';

const LEFT = 24;
const RIGHT = 20;
/** Heading and chains of one part, mm of the sheet. */
const AROUND = 38;
/** From an opening to the chain beside it. */
const BESIDE = 8;

/** Every part from above, the wall at the top: length, cut-outs with their places, joints. As many sheets as it takes. */
export function worktopSheets(pieces: readonly WorktopRow[], scene: Scene): Draft[] {
  if (pieces.length === 0) return [];
  const inserts = insertsOf(pieces, scene);
  const longest = Math.max(...pieces.map((p) => p.length_mm));
  const depth = Math.max(...pieces.map((p) => p.width_mm));
  const { scale, each } = arrangement(pieces.length, longest, depth);
  const drafts: Draft[] = [];
  for (let from = 0; from < pieces.length; from += each) {
    const draft = drawing('Столешница', `1:${scale}`);
    const shown = pieces.slice(from, from + each);
    draft.paper.text(DRAWING_AREA.x, DRAWING_AREA.y + 4, `Столешница, вид сверху, М 1:${scale}`, {
      size: 3.5,
      bold: true,
    });
    shown.forEach((piece, i) => {
      drawPiece(draft.paper, piece, scale, DRAWING_AREA.y + 12 + i * (depth / scale + AROUND));
    });
    const last = from + each >= pieces.length;
    if (last) drawInserts(draft.paper, inserts, scale);
    table(draft.paper, shown, last ? inserts : []);
    drafts.push(draft);
  }
  return drafts;
}

/** A part at this scale is still read easily. */
const READABLE = 20;

/** On as few sheets as a readable scale allows, as large as those take: no part stands alone on a sheet without need. */
function arrangement(count: number, longest: number, depth: number): { scale: number; each: number } {
  const room = DRAWING_AREA.h - 10;
  const largest = scaleFor(longest, 0, { w: DRAWING_AREA.w - LEFT - RIGHT, h: room });
  const at = (scale: number) => {
    const each = Math.max(1, Math.floor(room / (depth / scale + AROUND)));
    return { scale, each, sheets: Math.ceil(count / each) };
  };
  const smaller = SCALES.filter((scale) => scale > largest && scale <= READABLE).map(at);
  return smaller.reduce((best, made) => (made.sheets < best.sheets ? made : best), at(largest));
}

function drawPiece(paper: Paper, piece: WorktopRow, scale: number, top: number): void {
  const left = DRAWING_AREA.x + LEFT;
  const y0 = top + 14;
  const place = (v: number) => left + v / scale;
  const down = (v: number) => y0 + v / scale;
  const [w, h] = [piece.length_mm / scale, piece.width_mm / scale];
  paper.text(
    left,
    top + 2.5,
    `${piece.mark}, стена ${piece.wall}, ${piece.length_mm} × ${piece.width_mm} × ${piece.thickness_mm}`,
    {
      ...{ size: 3.5, bold: true },
    },
  );
  paper.rect(PENS.worktop, { x: left, y: y0, w, h });
  const areaOn = (c: CutoutRow): Area => ({
    ...{ x: place(c.from_mm), y: down(c.back_mm) },
    ...{ w: c.length_mm / scale, h: c.width_mm / scale },
  });
  for (const c of piece.cutouts.filter(isOpening)) {
    const area = areaOn(c);
    const [cx, cy] = [area.x + area.w / 2, area.y + area.h / 2];
    paper.rect(PENS.body, area);
    paper.lines(PENS.axis, [
      [
        [cx, y0 - 2],
        [cx, y0 + h + 2],
      ],
    ]);
    paper.rect(PENS.plate, { x: cx - 1, y: cy - 4, w: 2, h: 8.5 });
    paper.text(cx, cy - 0.6, capital(c.name), { anchor: 'middle', within: area.w - 2 });
    paper.text(cx, cy + MIN_TEXT + 0.6, `${c.length_mm} × ${c.width_mm}`, { anchor: 'middle', within: area.w - 2 });
  }
  for (const joint of piece.joints) {
    const { end, kind, with: other } = joint;
    const x = end === 'left' ? left : left + w;
    const before = isBefore(joint);
    if (before) drawFrontJoint(paper, x, y0 + h, scale);
    else paper.line(PENS.wall, [x, y0 - 2], [x, y0 + h + 2]);
    const text = `${kind === 'corner' ? 'угловой стык' : 'стык'} с ${other}`;
    // Above the ends of the openings' axes; on the part where it is joined by its front edge.
    const base = before ? y0 + h - 1.6 : y0 - 2.8;
    paper.text(end === 'left' ? x + 1 : x - 1, base, text, { anchor: end === 'left' ? 'start' : 'end' });
  }
  const edges = piece.cutouts.flatMap((c) => [c.from_mm, c.from_mm + c.length_mm]);
  const of = `${piece.mark}`;
  let [line, from] = [y0 + h + 8, y0 + h + 1];
  if (edges.length > 0) {
    const reach = drawChain(paper, {
      of: `${of}: вырезы`,
      axis: 'x',
      at: [0, piece.length_mm, ...edges],
      place,
      line,
      from,
    });
    from = beyond(line, reach);
    line += Math.max(6.5, reach + 5);
  }
  drawChain(paper, { of: `${of}: длина`, axis: 'x', at: [0, piece.length_mm], place, line, from });
  drawChain(paper, {
    of: `${of}: ширина`,
    axis: 'y',
    at: [0, piece.width_mm],
    place: down,
    line: left - 8,
    from: left - 1,
  });
  const kept: Area[] = piece.cutouts.map(areaOn);
  for (const c of piece.cutouts) {
    // What begins at the edge is measured by its size.
    if (c.back_mm === 0) continue;
    // Beside the opening, where the part leaves the place: what is left behind and before it.
    const ahead = c.from_mm / scale >= BESIDE + 5;
    const line = ahead ? place(c.from_mm) - BESIDE : place(c.from_mm + c.length_mm) + 5;
    const at = [0, c.back_mm, c.back_mm + c.width_mm, piece.width_mm];
    drawChain(paper, { of: `${of}: ${c.name}`, axis: 'y', at, place: down, line, from: line });
    kept.push({ x: line - 4.5, y: y0, w: 7, h }, { x: place(c.from_mm + c.length_mm / 2) - 0.5, y: y0, w: 1, h });
  }
  const part = { x: left, y: y0, w, h };
  for (const c of piece.cutouts.filter((each) => !isOpening(each)))
    drawNotch(paper, part, { ...c, area: areaOn(c) }, kept);
}

/** Sinks and hobs lie in the part; what is cut off for a riser is open to the wall. */
const isOpening = ({ kind }: CutoutRow): boolean => kind === 'sink' || kind === 'hob';

/** The part ends where the riser stands; said beside it, clear of openings and chains. */
function drawNotch(paper: Paper, part: Area, { area, ...c }: CutoutRow & { area: Area }, kept: readonly Area[]): void {
  const [right, bottom] = [part.x + part.w, part.y + part.h];
  const [x0, x1, y0, y1] = [area.x, area.x + area.w, area.y, area.y + area.h];
  const over = (edge: boolean) => (edge ? 0.4 : 0);
  const [first, last, back] = [x0 - part.x < 0.01, right - x1 < 0.01, y0 - part.y < 0.01];
  paper.rect(PENS.plate, {
    ...{ x: x0 - over(first), y: y0 - over(back) },
    ...{ w: area.w + over(first) + over(last), h: area.h + over(back) },
  });
  const sides = [
    {
      edge: first,
      line: [
        [x0, y0],
        [x0, y1],
      ] as const,
    },
    {
      edge: last,
      line: [
        [x1, y0],
        [x1, y1],
      ] as const,
    },
    {
      edge: back,
      line: [
        [x0, y0],
        [x1, y0],
      ] as const,
    },
    {
      edge: false,
      line: [
        [x0, y1],
        [x1, y1],
      ] as const,
    },
  ];
  paper.lines(
    PENS.outline,
    sides.flatMap(({ edge, line }) => (edge ? [] : [line])),
  );
  const text = `${capital(c.name)} ${c.length_mm} × ${c.width_mm}`;
  const w = widthOf(text, { size: MIN_TEXT });
  const rows = [y1 + 1.2, y1 + 5, y1 + 9, y1 + 13].filter((y) => y + MIN_TEXT + 4 < bottom);
  const spots = rows.flatMap((y) =>
    [(x0 + x1 - w) / 2, x1 - w - 1, x0 + 1, x0 - w - 1.5, x1 + 1.5].map((x) => ({
      ...{ x: Math.min(Math.max(x, part.x + 1.5), right - w - 1.5), y },
      ...{ w, h: MIN_TEXT },
    })),
  );
  const spot = spots.find((s) => !kept.some((other) => meet(s, other))) ?? spots[0];
  if (spot) paper.text(spot.x, spot.y + MIN_TEXT, text);
}

/** A part that runs into a corner is joined there by its front edge: the next wall's part is butted against it. */
const isBefore = ({ end, kind }: WorktopRow['joints'][number]): boolean => kind === 'corner' && end === 'right';

/** Along the last 600 mm of the front edge, its start marked. */
function drawFrontJoint(paper: Paper, x: number, front: number, scale: number): void {
  const start = x - CONSTANTS.worktopDepth / scale;
  paper.lines(PENS.wall, [
    [
      [start, front],
      [x + 2, front],
    ],
    [
      [start, front - 2],
      [start, front + 2],
    ],
  ]);
}

/** A triangle before a diagonal corner unit, under its mark in the list of parts. */
interface Insert {
  readonly mark: string;
  /** Its equal sides, mm. */
  readonly leg: number;
  /** The walls whose parts it is joined to, and these parts. */
  readonly walls: readonly string[];
  readonly joined: readonly string[];
}

/** They follow the parts along the walls, as in the takeoff. */
const insertsOf = (pieces: readonly WorktopRow[], { order, diagonals }: Scene): Insert[] =>
  diagonals.inserts.map(({ node, leg }, i) => {
    const half = diagonals.halves.find((h) => h.node.node.id === node.node.id);
    const indices = [node.wallIndex, ...(half ? [half.wallIndex] : [])].sort((a, b) => a - b);
    const walls = indices.map((index) => order.room.walls[index]?.id ?? '');
    const [before, after] = walls;
    const joined = [pieces.findLast((p) => p.wall === before), pieces.find((p) => p.wall === after)];
    return { mark: `С${pieces.length + i + 1}`, leg, walls, joined: joined.flatMap((p) => (p ? [p.mark] : [])) };
  });

const RIGHT_ANGLE = 'прямой угол у стыка';

/** The triangles before diagonal corner units, in the free corner above the title block; the walls as with the parts. */
function drawInserts(paper: Paper, inserts: readonly Insert[], scale: number): void {
  inserts.forEach(({ mark, leg }, i) => {
    const heading = `${mark}, вставка в угол, ${RIGHT_ANGLE}`;
    const caption = widthOf(heading, { size: MIN_TEXT, bold: true });
    const side = leg / scale;
    const [x, y] = [
      DRAWING_AREA.x + DRAWING_AREA.w - Math.max(side + 24, caption),
      DRAWING_AREA.y + DRAWING_AREA.h - side - 16 - i * (side + 26),
    ];
    paper.rect(PENS.plate, { x: x - 14, y: y - 10, w: Math.max(side + 38, caption + 14), h: side + 26 });
    paper.polygon(PENS.worktop, [
      [x, y],
      [x + side, y],
      [x + side, y + side],
    ]);
    paper.text(x, y - 4, heading, { bold: true });
    drawChain(paper, {
      of: `вставка ${i + 1}`,
      axis: 'y',
      at: [0, leg],
      place: (v) => y + v / scale,
      line: x + side + 7,
      from: x + side + 1,
    });
    drawChain(paper, {
      of: `вставка ${i + 1}`,
      axis: 'x',
      at: [0, leg],
      place: (v) => x + v / scale,
      line: y + side + 6,
      from: y + side + 1,
    });
  });
}

function table(paper: Paper, pieces: readonly WorktopRow[], inserts: readonly Insert[]): void {
  const parts = pieces.map((p) => [
    ...[p.mark, p.wall, String(p.from_mm), `${p.length_mm} × ${p.width_mm} × ${p.thickness_mm}`],
    p.cutouts.map((c) => `${c.name} ${c.length_mm} × ${c.width_mm}`).join('; ') || '–',
    p.joints
      .map((j) => `${isBefore(j) ? 'спереди ' : ''}${j.end === 'left' ? 'слева' : 'справа'} с ${j.with}`)
      .join(', ') || '–',
  ]);
  const triangles = inserts.map(({ mark, leg, walls, joined }) => [
    ...[mark, walls.join('–'), '–', `${leg} × ${leg} × ${CONSTANTS.worktop}`],
    ...['– (треугольник)', `катетами с ${joined.join(' и ')}`],
  ]);
  const rows = [...parts, ...triangles];
  const columns = [
    { head: 'Марка', w: 14, align: 'middle' as const },
    { head: 'Стена', w: 13, align: 'middle' as const },
    { head: 'От угла', w: 16, align: 'middle' as const },
    { head: 'Размер', w: 34, align: 'middle' as const },
    { head: 'Вырезы', w: 72 },
    { head: 'Стыки', w: 46 },
  ];
  const y = STRIP_AREA.y + STRIP_AREA.h - (rows.length + 1) * 5 - 10;
  const end = drawTable(paper, { x: STRIP_AREA.x - 3, y, columns, rows });
  paper.text(
    STRIP_AREA.x - 3,
    end + 4.5,
    'Верх чертежа: край у стены. Вырезы сверить с шаблонами приборов, у коробов и труб – с замером.',
    {
      within: STRIP_AREA.w,
    },
  );
}
