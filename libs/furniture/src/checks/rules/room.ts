import type { Rule } from './index.js';

/** Rows ERG, HGT, PRD of the table of checks (furniture.ru.md 2). */
export const ROOM = {
  'ERG-TRI': {
    severity: 'info',
    source: 'T',
    limits: { sideMin: 1219, sideMax: 2743, sumMax: 7925, cramped: 800 },
    msg: 'Рабочий треугольник {a}/{b}/{c} мм.',
  },
  'ERG-AISLE': {
    severity: 'error',
    source: 'T',
    limits: { error: 1000, warning: 1067 },
    msg: 'Проход {d} мм, нужно не меньше {n}.',
    hint: 'Отказаться от одного ряда.',
  },
  'ERG-WALK': {
    severity: 'warning',
    source: 'T',
    limits: { clear: 914 },
    msg: 'Узкий проход {d} мм, удобно от {n}.',
    hint: 'Убрать ряд или часть его с этой стены.',
  },
  'ERG-TALL': {
    severity: 'warning',
    source: 'T',
    msg: 'Пенал разрывает рабочую зону: {node} между мойкой и варочной.',
    hint: 'Переставить пенал в край ряда.',
  },
  'HGT-GAP': {
    severity: 'error',
    source: 'T',
    limits: { clear: 450 },
    msg: 'Между столешницей и шкафами {d} мм, нужно не меньше {n}.',
    hint: 'Низ верхних шкафов на 1420 мм от пола.',
  },
  'HGT-CEIL': {
    severity: 'error',
    source: 'own',
    limits: { mounting: 10 },
    msg: 'До потолка {ceiling}, шкафы до {top}.',
    hint: 'Шкафы высотой 600 или без антресоли.',
  },
  'HGT-TOPGAP': {
    severity: 'info',
    source: 'P',
    limits: { above: 60 },
    msg: 'До потолка останется {d} мм, закроем планкой.',
  },
  'PRD-SPAN': {
    severity: 'error',
    source: 'P',
    limits: { error: 900, warning: 800 },
    msg: 'Полка {l} мм прогнётся: {node}.',
    hint: 'Стойка под полку или меньшая ширина.',
  },
  'PRD-DOOR': {
    severity: 'error',
    source: 'P',
    limits: { widthMax: 600, widthMin: 146, heightMin: 200 },
    msg: 'Фасад {w}x{h} не делается: {node}.',
    hint: 'Другое число створок.',
  },
  'PRD-FLAT': {
    severity: 'warning',
    source: 'T',
    limits: { perMille: 17, thickness: 16 },
    msg: 'Фасад {h}x{w} может повести: вне гарантии плоскостности ({node}).',
    hint: 'Разбить фасад или поставить выпрямитель.',
  },
  'PRD-SHEET': {
    severity: 'error',
    source: 'P',
    limits: { length: 2750, width: 1830, front: 2400, worktop: 3000 },
    msg: 'Деталь {l}x{w} не выкроить: {node}.',
    hint: 'Стык у границы узла.',
  },
  'PRD-JOINT': {
    severity: 'warning',
    source: 'P',
    limits: { clear: 100 },
    msg: 'Стык столешницы рядом с вырезом: {d} мм.',
    hint: 'Перенести стык или вырез.',
  },
  'PRD-RUNNER': {
    severity: 'error',
    source: 'own',
    limits: { width: 900, runner: 250, behind: 30 },
    msg: 'Ящик {w} при глубине корпуса {d} не делается: {node}.',
    hint: 'Ящик не шире 900 мм, корпус не мельче 280 мм.',
  },
} as const satisfies Record<string, Rule>;
