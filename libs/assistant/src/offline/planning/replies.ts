import { type Brief, CONSTANTS, type Finish, finishName } from '#libs/furniture';
import type { Facts, Shape } from '../brief/facts.js';

const SHAPES: Readonly<Record<Shape, string>> = { straight: 'прямая', corner: 'угловая', u: 'П-образная' };

/** Start of a plan's note: shape, sizes and the assistant's own assumptions. */
export function planReply(facts: Facts, shape: Shape, brief: Brief): string {
  const sizes = brief.walls.map(({ length }) => length).join(' на ');
  return [`Собрана ${SHAPES[shape]} кухня ${sizes} мм.`, ...assumed(facts, shape, brief)].join(' ');
}

/** The nearest finish for colours that are not in the palette, with a note (furniture.ru.md, 4.4). */
export function nearestReply(nearest: Readonly<Record<string, Finish>>): string | undefined {
  const named = Object.entries(nearest).map(([text, finish]) => `«${text}» — ${finishName(finish)}`);
  return named.length > 0
    ? `В палитре нет такого цвета, взят ближайший, показано условно: ${named.join(', ')}.`
    : undefined;
}

/** Lowest mezzanine and the gap below the ceiling, mm (furniture.ru.md, 1.1 and HGT-CEIL). */
const MEZZANINE_MM = { min: 300, gapBelowCeiling: 10 };
const DEFAULT_CEILING_MM = 2700;

/** The reply for «до потолка» where no mezzanine fits. */
export function noMezzanine(
  ceiling = DEFAULT_CEILING_MM,
  height = CONSTANTS.wallTop - CONSTANTS.wallBottom,
): string | undefined {
  const left = ceiling - CONSTANTS.wallBottom - height;
  return left > 0 && left < MEZZANINE_MM.min + MEZZANINE_MM.gapBelowCeiling
    ? `До потолка останется ${left} мм: антресоль туда не входит (нужно от ${MEZZANINE_MM.min}), щель закроют планкой.`
    : undefined;
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
  const nearest = nearestReply(facts.nearest);
  if (nearest) lines.push(nearest);
  if (facts.single) lines.push('Приборы ставлю по одному каждого вида.');
  if (facts.usual) lines.push('Техника взята обычная: скажите, если что-то лишнее.');
  const ceiling = brief.wallTier?.toCeiling ? noMezzanine(brief.ceiling, brief.wallTier.height) : undefined;
  if (ceiling) lines.push(ceiling);
  if (brief.fixtures.length === 0) lines.push('Техники в ней нет.');
  return lines;
}
