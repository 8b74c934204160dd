import { CONSTANTS, findModule, hasTrait, isHoodCabinet, type Order, STANDARD, worktops } from '#libs/furniture';
import { HOOD_CLEARANCE_MM } from '../norms/heights.js';
import { has, is } from '../text/token.js';
import { saysOf, type Topic } from './recognise.js';

const height: Topic = (tokens) =>
  has(tokens, 'worktop') && has(tokens, 'height', 'many', 'raise', 'lower')
    ? `Высота столешницы от пола ${CONSTANTS.worktopTop} мм.${tokens.some(({ quantity }) => quantity) || has(tokens, 'raise', 'lower') ? ' Другую высоту пока не делаем, обсудите её с салоном.' : ''}`
    : undefined;

const gap: Topic = (tokens) =>
  has(tokens, 'gap') ||
  (tokens.some(({ text }) => text === 'между') && has(tokens, 'top', 'worktop', 'cabinet')) ||
  has(tokens, 'apron')
    ? `Между столешницей и верхними шкафами ${CONSTANTS.apron} мм.`
    : undefined;

const hood: Topic = (tokens, order) => {
  if (!has(tokens, 'hood') || !has(tokens, 'height', 'gap', 'many', 'to', 'above')) return undefined;
  const node = order?.runs.flatMap(({ nodes }) => nodes).find(({ code }) => isHoodCabinet(code));
  const stands = node
    ? `До вытяжки ${CONSTANTS.wallTop - (node.h ?? 600) - CONSTANTS.worktopTop} мм от столешницы. `
    : '';
  return `${stands}По норме над газовой варочной не меньше ${HOOD_CLEARANCE_MM.gas} мм, над электрической и индукционной ${HOOD_CLEARANCE_MM.electric} мм.`;
};

const top: Topic = (tokens, order) => {
  if (!has(tokens, 'top') || !(has(tokens, 'height') || saysOf(tokens, /^вис/)) || has(tokens, 'worktop'))
    return undefined;
  const node = order?.runs.find(({ tier }) => tier === 'wall')?.nodes.find(({ code }) => hasTrait(code, 'row-height'));
  return `Верхние шкафы высотой ${node?.h ?? CONSTANTS.baseH} мм, низ на ${CONSTANTS.wallBottom} мм от пола.`;
};

/** «какая высота кухни», «какой потолок». */
const whole: Topic = (tokens, order) => {
  if (has(tokens, 'worktop', 'top', 'hood', 'sill', 'apron', 'gap')) return undefined;
  if (has(tokens, 'ceiling')) return order && `Потолок в заказе ${order.ceiling} мм.`;
  if (!has(tokens, 'height')) return undefined;
  if (has(tokens, 'low', 'baseUnit', 'drawers'))
    return `Нижние шкафы вместе со столешницей высотой ${CONSTANTS.worktopTop} мм от пола.`;
  if (has(tokens, 'tall', 'fridge'))
    return `Пеналы высотой ${CONSTANTS.wallTop} мм от пола, в линию с верхними шкафами.`;
  const upper = order?.runs.find(({ tier, nodes }) => tier === 'upper' && nodes.length > 0)?.nodes[0];
  return `Верх кухни на ${CONSTANTS.wallTop + (upper?.h ?? 0)} мм от пола, столешница на ${CONSTANTS.worktopTop} мм.`;
};

const depth: Topic = (tokens) =>
  has(tokens, 'depth')
    ? `Глубина нижних шкафов ${CONSTANTS.baseD} мм, верхних ${findModule(STANDARD.wall)?.depth ?? 300} мм, столешницы ${CONSTANTS.worktopDepth} мм.`
    : undefined;

const worktopLength: Topic = (tokens, order) => {
  if (!order || !has(tokens, 'worktop') || !has(tokens, 'length', 'many', 'size', 'width') || has(tokens, 'height'))
    return undefined;
  const parts = worktops(order).map(({ wall, x0, x1 }) => `стена ${wall} — ${x1 - x0} мм`);
  return parts.length > 0
    ? `Столешница по длине: ${parts.join(', ')}; глубина ${CONSTANTS.worktopDepth} мм.`
    : 'Столешницы в этой кухне нет.';
};

const wallLengths: Topic = (tokens, order) =>
  order && has(tokens, 'length', 'size') && !has(tokens, 'worktop') && has(tokens, 'wall', 'kitchen', 'side', 'how')
    ? `${order.room.walls.map(({ id, length }) => `Стена ${id} — ${length} мм`).join(', ')}.`
    : undefined;

const taken = (order: Order, wall: string): number =>
  order.runs
    .filter((run) => run.wall === wall && (run.tier === 'base' || run.tier === 'tall'))
    .flatMap(({ nodes }) => nodes)
    .reduce((sum, { w }) => sum + w, 0);

const free: Topic = (tokens, order) => {
  if (!order || !(has(tokens, 'free') || (has(tokens, 'many') && saysOf(tokens, /^(мест|остал)/)))) return undefined;
  const left = order.room.walls.map(
    ({ id, length }) =>
      `Стена ${id}: занято ${taken(order, id)} мм из ${length}, свободно ${Math.max(0, length - taken(order, id))} мм`,
  );
  return `${left.join('. ')}.`;
};

/** Decided by production rules: explained when asked about, never asked of the customer. */
const ruled: Topic = (tokens) =>
  saysOf(tokens, /^(петл|открыва|наполнен)/) && !has(tokens, 'many') && !tokens.some((token) => is(token, 'push'))
    ? 'Сторону открывания, петли и полки внутри определяют правила цеха; открывание показано на чертеже.'
    : undefined;

export const MEASURES: readonly Topic[] = [
  height,
  gap,
  hood,
  top,
  whole,
  depth,
  worktopLength,
  wallLengths,
  free,
  ruled,
];
