import type { Brief } from '#libs/furniture';
import type { Facts, Shape } from '../brief/facts.js';

const SHAPES: Readonly<Record<Shape, string>> = { straight: 'прямая', corner: 'угловая', u: 'П-образная' };

/** What a plan's note begins with: the shape and sizes as understood, and what the assistant itself assumed. */
export function planReply(facts: Facts, shape: Shape, brief: Brief): string {
  const sizes = brief.walls.map(({ length }) => length).join(' на ');
  return [`Собрана ${SHAPES[shape]} кухня ${sizes} мм.`, ...assumed(facts, shape, brief)].join(' ');
}

function assumed(facts: Facts, shape: Shape, brief: Brief): string[] {
  const out: string[] = [];
  if (facts.shape === undefined && shape === 'straight') out.push('кухня прямая, вдоль одной стены');
  const fridge = facts.fixtures.find(({ kind }) => kind === 'fridge');
  if (fridge && fridge.builtIn === undefined && !facts.allBuiltIn) out.push('холодильник отдельно стоящий');
  for (const { kind, bottom, width } of facts.obstacles) {
    if (kind === 'window' && bottom === undefined) out.push('подоконник на 900 мм');
    if (kind === 'door' && width === undefined) out.push('дверь 800 мм');
    if (kind === 'boiler' && width === undefined) out.push('котёл 450 на 750 мм');
  }
  const lines = out.length > 0 ? [`Считаю, что ${out.join('; ')}.`] : [];
  if (facts.nearest.length > 0) lines.push('Такого цвета в палитре нет: взят ближайший, показано условно.');
  if (brief.fixtures.length === 0) lines.push('Техники в ней нет.');
  return lines;
}
