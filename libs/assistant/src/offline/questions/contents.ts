import {
  applianceName,
  capital,
  counted,
  finishName,
  type Handle,
  isMachineFront,
  isNiche,
  isOpenShelf,
  isOrdinary,
  itemsIn,
  listed,
  nodesOf,
  nodeUnit,
  type Order,
  type OrderNode,
} from '#libs/furniture';
import { labelOf } from '../edits/interpretation.js';
import { wallIn } from '../edits/read.js';
import { floorRow, mentions, NAMES, type NodeInRun, nodesNamed } from '../edits/refer.js';
import { find, has, is, type Token } from '../text/token.js';
import { saysOf, type Topic } from './recognise.js';

/** A carcass that a customer counts as a cabinet. */
const isCabinet = ({ code }: OrderNode): boolean =>
  isOrdinary(code) && !isMachineFront(code) && !isNiche(code) && !isOpenShelf(code);

const drawersIn = ({ node, run }: NodeInRun): number =>
  nodeUnit(node, run)?.zones.filter(({ kind }) => kind === 'drawer').length ?? 0;

const drawers: Topic = (tokens, order) => {
  if (!order || !has(tokens, 'many') || !has(tokens, 'drawers')) return undefined;
  const units = nodesOf(order).filter((one) => drawersIn(one) > 0);
  const sum = units.reduce((total, one) => total + drawersIn(one), 0);
  if (sum === 0) return 'Ящиков в этой кухне нет.';
  const names = units.map((one) => labelOf(order, one));
  return `В кухне ${counted(sum, ['ящик', 'ящика', 'ящиков'])}: ${listed(names)}.`;
};

const count: Topic = (tokens, order) => {
  if (!order || !has(tokens, 'many') || !has(tokens, 'cabinet', 'baseUnit', 'tall', 'kitchen', 'top', 'low'))
    return undefined;
  const wall = wallIn(order, tokens);
  const of = (...tiers: string[]): number =>
    order.runs
      .filter((run) => tiers.includes(run.tier) && (wall === undefined || run.wall === wall))
      .flatMap(({ nodes }) => nodes)
      .filter(isCabinet).length;
  if (has(tokens, 'top') !== has(tokens, 'low'))
    return has(tokens, 'top') ? `Верхних шкафов: ${of('wall')}.` : `Нижних шкафов: ${of('base')}.`;
  const parts = [
    `нижних ${of('base')}`,
    `верхних ${of('wall')}`,
    ...(of('tall') > 0 ? [`пеналов ${of('tall')}`] : []),
    ...(of('upper') > 0 ? [`антресолей ${of('upper')}`] : []),
  ];
  return `В кухне шкафов: ${of('base', 'wall', 'tall', 'upper')}, из них ${parts.join(', ')}.`;
};

/** «Тумба под мойку 600: ширина 600 мм, стена A, 2400–3000 мм от левого угла.» */
function placeText(order: Order, one: NodeInRun): string {
  const { node, run } = one;
  const from = Number(node.at);
  return `${capital(labelOf(order, one))}: ширина ${node.w} мм, стена ${run.wall}, ${from}–${from + node.w} мм от левого угла`;
}

/** «какая ширина мойки», «где холодильник», «какая варочная». */
const thing: Topic = (tokens, order) => {
  if (tokens.some((token, i) => is(token, 'left', 'right') && is(tokens[i + 1], 'from'))) return undefined;
  if (!order || !(has(tokens, 'width', 'size', 'how') || saysOf(tokens, /^(где|куда|какого)$/))) return undefined;
  if (has(tokens, 'height', 'depth', 'colour', 'worktop') || (has(tokens, 'many') && !has(tokens, 'width', 'size')))
    return undefined;
  const named = mentions(order, has(tokens, 'many') ? tokens.slice(find(tokens, ['width', 'size'])) : tokens);
  if (named.length === 0) return undefined;
  const found = named.flatMap((mention) => mention.found);
  if (found.length === 0) return 'В этой кухне такого нет.';
  const fuels = found.flatMap(({ node }) => itemsIn(order, node.id).filter(({ fuel }) => fuel));
  const asksFuel = has(tokens, 'hob', 'stove') && !has(tokens, 'width', 'size') && saysOf(tokens, /^как/);
  if (asksFuel && fuels[0]) return `${capital(applianceName(fuels[0]))}.`;
  return `${found
    .slice(0, 4)
    .map((one) => placeText(order, one))
    .join('. ')}.`;
};

/** «что стоит справа от духовки»: the neighbour in the floor row. */
const beside: Topic = (tokens, order) => {
  const from = tokens.findIndex((token, i) => is(token, 'from') && is(tokens[i - 1], 'left', 'right'));
  if (!order || from < 0 || !saysOf(tokens, /^(что|какой|какая)$/)) return undefined;
  const one = mentions(order, tokens.slice(from + 1))[0]?.found[0];
  if (!one) return undefined;
  const row = floorRow(order, one.run.wall);
  const at = row.findIndex(({ node }) => node.id === one.node.id);
  const next = row[is(tokens[from - 1], 'left') ? at - 1 : at + 1];
  return next ? `Там ${labelOf(order, next)}.` : 'Там ничего не стоит: это край ряда.';
};

/** «вытяжка есть?», «есть ли посудомойка». */
const exists: Topic = (tokens, order) => {
  if (!order || !saysOf(tokens, /^(есть|имеется)$/)) return undefined;
  const asked = tokens.filter((token): token is Token => is(token, ...NAMES));
  if (has(tokens, 'light')) return order.lighting.under ? 'Да, подсветка есть.' : 'Подсветки нет. Добавить?';
  if (has(tokens, 'top'))
    return order.runs.some(({ tier, nodes }) => tier === 'wall' && nodes.length > 0)
      ? 'Да, верхние шкафы есть.'
      : 'Верхних шкафов нет. Добавить?';
  if (asked.length === 0) return undefined;
  return asked
    .map((token) => {
      const found = token.lex ? nodesNamed(order, token.lex) : [];
      return found.length > 0
        ? `Да, есть: ${listed(found.map((one) => labelOf(order, one)))}.`
        : 'Нет, такого нет. Добавить?';
    })
    .join(' ');
};

const TIERS = [
  ['base', 'низ'],
  ['wall', 'верх'],
  ['tall', 'пеналы'],
  ['upper', 'антресоли'],
] as const;

const colours: Topic = (tokens, order) => {
  const asks = has(tokens, 'colour') && (has(tokens, 'how') || saysOf(tokens, /^какого$/));
  if (!order || !asks) return undefined;
  const { facade, carcass, worktop } = order.finish;
  const stands = (tier: string): boolean => order.runs.some((run) => run.tier === tier && run.nodes.length > 0);
  const parts = [
    ...TIERS.flatMap(([tier, name]) => {
      const finish = facade?.[tier];
      return finish && stands(tier) ? [`${name} — ${finishName(finish)}`] : [];
    }),
    ...(carcass ? [`корпус — ${finishName(carcass)}`] : []),
    ...(worktop ? [`столешница — ${finishName(worktop)}`] : []),
  ];
  return parts.length > 0 ? `Цвета: ${parts.join(', ')}.` : 'Цвета пока не выбраны: назовите, и я покажу.';
};

const HANDLE_NAMES: Readonly<Record<Handle, string>> = {
  bar: 'скобы',
  grip: 'торцевой профиль',
  gola: 'профиль гола',
  push: 'открывание нажатием',
};

const handles: Topic = (tokens, order) => {
  if (!order || !has(tokens, 'handle') || !has(tokens, 'how')) return undefined;
  const parts = TIERS.flatMap(([tier, name]) => {
    const handle = order.handles[tier];
    return handle ? [`${name} — ${HANDLE_NAMES[handle]}`] : [];
  });
  return parts.length > 0
    ? `Ручки: ${parts.join(', ')}.`
    : 'Ручки не выбраны: могут быть скобы, торцевые, гола или нажатие.';
};

const why: Topic = (tokens, order) =>
  order && saysOf(tokens, /^(почему|зачем)$/)
    ? 'Так встало по правилам расстановки. Если удобнее иначе, скажите, что куда переставить.'
    : undefined;

export const CONTENTS: readonly Topic[] = [beside, drawers, count, thing, exists, colours, handles, why];
