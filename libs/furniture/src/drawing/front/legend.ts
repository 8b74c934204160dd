import type { Finding } from '../../checks/finding.js';
import type { Canvas } from '../svg/canvas.js';
import { textWidth } from '../svg/text.js';
import { type Frame, TEXT } from './frame.js';

const SIZE = TEXT.code;
const CELL = 120;
const ROW = 150;

interface Entry {
  text: string;
  /** A sample of the sign, in a cell to the left of its text. */
  draw?(canvas: Canvas, x: number, y: number): void;
}

const swatch = (text: string, cls: string): Entry => ({
  text,
  draw: (canvas, x, y) => canvas.rect(cls, x, y - 35, CELL, 70),
});

const OPENING: Entry = {
  text: 'створка: вершина у ручки, подъёмная: вершина внизу',
  draw: (canvas, x, y) => {
    canvas.rect('bp', x, y - 45, CELL, 90);
    canvas.rect('s', x, y - 45, CELL, 90);
    canvas.lines('ok', [
      [
        [x, y - 45],
        [x + CELL, y],
        [x, y + 45],
      ],
    ]);
  },
};

const BLIND: Entry = {
  text: 'глухая зона угла',
  draw: (canvas, x, y) => {
    canvas.rect('ki', x, y - 45, CELL, 90);
    canvas.lines('hid', [
      [
        [x, y - 45],
        [x + CELL, y + 45],
      ],
      [
        [x, y + 45],
        [x + CELL, y - 45],
      ],
    ]);
  },
};

/** What the signs of this drawing mean, in rows as wide as the drawing; only what occurs in it. */
export function drawLegend(frame: Frame, findings: readonly Finding[]): void {
  const { nodes } = frame.scene;
  const has = (kind: string) => nodes.some((n) => n.panels.some((p) => p.kind === kind));
  const entries: Entry[] = [swatch('фасад', 'f'), swatch('корпус', 'ki'), swatch('столешница', 'w')];
  if (has('filler')) entries.push(swatch('фальшпанель', 'ff'));
  if (has('panel')) entries.push(swatch('боковая панель', 'kf'));
  if (has('blind')) entries.push(BLIND);
  if (has('door') || has('lift') || has('glass')) entries.push(OPENING);
  if (findings.some((f) => f.severity === 'error')) entries.push(swatch('ошибка проверки', 'er'));
  if (findings.some((f) => f.severity === 'warning')) entries.push(swatch('предупреждение', 'wa'));
  entries.push({ text: 'размеры в миллиметрах, цвета условные' });
  layOut(frame, entries);
}

function layOut({ canvas, scene }: Frame, entries: readonly Entry[]): void {
  const area = canvas.bounds();
  let y = area.y + area.h + 190;
  const left = scene.order.room.walls.length > 0 ? 0 : area.x;
  const right = Math.max(area.x + area.w, left + 2600);
  let x = left;
  for (const entry of entries) {
    const indent = entry.draw ? CELL + 30 : 0;
    const width = indent + textWidth(entry.text, SIZE);
    if (x > left && x + width > right) {
      x = left;
      y += ROW;
    }
    entry.draw?.(canvas, x, y);
    canvas.text({ cls: 't', x: x + indent, y, size: SIZE, text: entry.text, style: { anchor: 'start' } });
    x += width + 110;
  }
}
