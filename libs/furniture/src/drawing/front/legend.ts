import type { Finding } from '../../checks/finding.js';
import { crossOf, type Point } from '../svg/canvas.js';
import { CELL, drawEntries, type Entry, swatch } from '../svg/legend.js';
import type { Frame } from './frame.js';
import { hiddenLine } from './obstacles.js';

const NOTE = 'Размеры в миллиметрах, цвета условные.';

/** A front of the legend, its opening mark through three points of the cell: shares of its width and height. */
const opening = (text: string, mark: readonly Point[]): Entry => ({
  text,
  draw: (canvas, x, y) => {
    canvas.rect('bp', x, y - 45, CELL, 90);
    canvas.rect('s', x, y - 45, CELL, 90);
    canvas.lines('lg', [mark.map(([u, v]): Point => [x + u * CELL, y - 45 + v * 90])]);
  },
});

const LEAF = opening('створка: вершина у ручки', [
  [0, 0],
  [1, 0.5],
  [0, 1],
]);
const LIFT = opening('подъёмный фасад: вершина внизу', [
  [0, 0],
  [0.5, 1],
  [1, 0],
]);
const DROP = opening('откидной фасад: вершина вверху', [
  [0, 1],
  [0.5, 0],
  [1, 1],
]);

const BLIND: Entry = {
  text: 'глухая зона угла',
  draw: (canvas, x, y) => {
    canvas.rect('ki', x, y - 45, CELL, 90);
    canvas.lines('lk', crossOf({ x, y: y - 45, w: CELL, h: 90 }));
  },
};

/** What the signs of this drawing mean, in rows as wide as the drawing, then a note; only what occurs in it. */
export function drawLegend(frame: Frame, findings: readonly Finding[]): void {
  const { nodes } = frame.scene;
  const has = (kind: string) => nodes.some((n) => n.panels.some((p) => p.kind === kind));
  // Without colours the three would look alike.
  const entries: Entry[] = frame.bare ? [] : [swatch('фасад', 'f'), swatch('корпус', 'ki'), swatch('столешница', 'w')];
  if (has('filler')) entries.push(swatch('фальшпанель', 'ff'));
  if (has('panel')) entries.push(swatch('боковая панель', 'kf'));
  if (has('blind')) entries.push(BLIND);
  if (has('door') || has('glass')) entries.push(LEAF);
  if (has('lift')) entries.push(LIFT);
  if (has('drop')) entries.push(DROP);
  if (frame.obstacles.some((v) => hiddenLine(frame, v))) entries.push(swatch('за мебелью', 'od'));
  if (findings.some((f) => f.severity === 'error')) entries.push(swatch('ошибка проверки', 'er'));
  if (findings.some((f) => f.severity === 'warning')) entries.push(swatch('предупреждение', 'wa'));
  const { canvas, scene } = frame;
  const area = canvas.bounds();
  drawEntries(canvas, area, scene.order.room.walls.length > 0 ? 0 : area.x, entries, NOTE);
}
