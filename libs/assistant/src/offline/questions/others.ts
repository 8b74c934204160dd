import { FINISHES, type Finish, finishName, orderBom } from '#libs/furniture';
import { has } from '../text/token.js';
import { saysOf, type Topic } from './recognise.js';

const square = (mm2: number): string => (mm2 / 1e6).toFixed(2).replace('.', ',');
const metres = (mm: number): string => (mm / 1000).toFixed(1).replace('.', ',');
const PRICE = 'Цену не считаем: её назовёт салон.';

const price: Topic = (tokens) =>
  has(tokens, 'price') || (has(tokens, 'many') && tokens.some(({ text }) => text === 'стоит' || /^обойд/.test(text)))
    ? PRICE
    : undefined;

const material: Topic = (tokens, order) => {
  if (!has(tokens, 'sheets', 'area', 'edge') && !saysOf(tokens, /^(материал|мдф|хдф|деталей|детал)/)) return undefined;
  const lead = 'Листы считает цех при раскрое';
  if (!order) return `${lead}, мы даём площадь деталей, когда кухня собрана.`;
  const bom = orderBom(order);
  const sheets = bom.sheets.map(({ name, area_mm2 }) => `${name} ${square(area_mm2)} м²`).join(', ');
  const edges = bom.edges.map(({ name, length_mm }) => `${name} ${metres(length_mm)} м`).join(', ');
  return `${lead}. Площадь деталей: ${sheets}.${has(tokens, 'edge') ? ` ${edges}.` : ''}`;
};

/** Pieces of the bill of materials; it has no hinges, handles or fasteners (spec.md). */
const pieces: Topic = (tokens, order) => {
  if (
    !order ||
    !has(tokens, 'many') ||
    !saysOf(tokens, /^(ножк|ножек|опор|петл|петел|направляющ|газлифт|ручк|ручек|сушк|сушек|фурнитур)/)
  )
    return undefined;
  const counted = orderBom(order)
    .pieces.map(({ name, qty }) => `${name} ${qty} шт`)
    .join(', ');
  return `По ведомости: ${counted || 'штучных изделий нет'}. Петли, ручки и крепёж в неё не входят.`;
};

const service: Topic = (tokens) =>
  saysOf(tokens, /^(готов|срок|достав|монтаж|сборк|гаранти|оплат|рассроч|замер|скидк)/)
    ? 'Сроки, доставку, сборку и оплату подскажет салон.'
    : undefined;

const drawing: Topic = (tokens) =>
  saysOf(tokens, /^(чертеж|эскиз|картинк|рендер|фото|схем|визуал|рисун)/)
    ? 'Чертёж и вид кухни обновляются после каждого изменения, их покажет салон.'
    : undefined;

/** «посоветуй цвет», «какой цвет лучше»: lists the palette. */
const palette: Topic = (tokens) => {
  const asks = saysOf(tokens, /^(посовет|лучше|предлож|бывают|можно|выбр|есть|вариант)/);
  if (!has(tokens, 'colour', 'facade') || !asks) return undefined;
  const names = FINISHES.filter((finish: Finish) => finish !== 'clear').map(finishName);
  return `Цвета на выбор: ${names.join(', ')}. Часто берут светлый верх и низ темнее или под дерево. Что покрасить?`;
};

export const OTHERS: readonly Topic[] = [price, material, pieces, service, drawing, palette];
