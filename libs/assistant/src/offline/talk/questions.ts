import { CONSTANTS, type Order, orderBom, readOrder } from '#libs/furniture';
import { mentions } from '../edits/refer.js';
import { HOOD_CLEARANCE } from '../lexicon/norms.js';
import { find, has, is, type Token } from '../text/token.js';

const PRICE = 'Цену не считаем: её назовёт салон.';
const NEXT = 'Что-нибудь изменить в кухне?';

const square = (mm2: number): string => (mm2 / 1e6).toFixed(2).replace('.', ',');
const metres = (mm: number): string => (mm / 1000).toFixed(1).replace('.', ',');

/** Words that ask rather than order: «какая», «сколько», a price. A deed in the same words makes it a request. */
export function isQuestion(tokens: readonly Token[]): boolean {
  if (has(tokens, 'price', 'many')) return true;
  const asked = tokens.some(({ text }) => text === '?');
  const asks = tokens.some(
    (token, i) =>
      (asked || i < 3) && (is(token, 'how') || /^(почему|зачем|где|что|есть|когда|какого)$/.test(token.text)),
  );
  return (
    asks &&
    !has(
      tokens,
      'restore',
      'was',
      'add',
      'remove',
      'put',
      'make',
      'replace',
      'move',
      'wider',
      'narrower',
      'mirror',
      'same',
    )
  );
}

type Topic = (tokens: readonly Token[], order: Order | undefined) => string | undefined;

const height: Topic = (tokens) =>
  has(tokens, 'worktop') && has(tokens, 'height', 'many')
    ? `Высота столешницы от пола ${CONSTANTS.worktopTop} мм.`
    : undefined;

const gap: Topic = (tokens) =>
  has(tokens, 'gap') ||
  (tokens.some(({ text }) => text === 'между') && has(tokens, 'top', 'worktop', 'cabinet')) ||
  has(tokens, 'apron')
    ? `Между столешницей и верхними шкафами ${CONSTANTS.apron} мм.`
    : undefined;

const hood: Topic = (tokens, order) => {
  if (!has(tokens, 'hood') || !has(tokens, 'height', 'gap', 'many', 'to')) return undefined;
  const node = order?.runs.flatMap(({ nodes }) => nodes).find(({ code }) => code === 'WH');
  const stands = node
    ? `До вытяжки ${CONSTANTS.wallTop - (node.h ?? 600) - CONSTANTS.worktopTop} мм от столешницы. `
    : '';
  return `${stands}По норме над газовой варочной не меньше ${HOOD_CLEARANCE.gas} мм, над электрической и индукционной ${HOOD_CLEARANCE.electric} мм.`;
};

const top: Topic = (tokens, order) => {
  if (!has(tokens, 'top') || !has(tokens, 'height') || has(tokens, 'worktop')) return undefined;
  const node = order?.runs.find(({ tier }) => tier === 'wall')?.nodes.find(({ code }) => code === 'W');
  return `Верхние шкафы высотой ${node?.h ?? CONSTANTS.baseH} мм, низ на ${CONSTANTS.wallBottom} мм от пола.`;
};

const depth: Topic = (tokens) =>
  has(tokens, 'depth')
    ? `Глубина нижних шкафов ${CONSTANTS.baseD} мм, верхних 300 мм, столешницы ${CONSTANTS.worktopDepth} мм.`
    : undefined;

const price: Topic = (tokens) =>
  has(tokens, 'price') || (has(tokens, 'many') && tokens.some(({ text }) => text === 'стоит' || /^обойд/.test(text)))
    ? PRICE
    : undefined;

const material: Topic = (tokens, order) => {
  if (
    !has(tokens, 'sheets', 'area', 'edge') &&
    !tokens.some(({ text }) => /^(материал|мдф|хдф|фурнитур|деталей|детал)/.test(text))
  )
    return undefined;
  const lead = 'Листы считает цех при раскрое';
  if (!order) return `${lead}, мы даём площадь деталей, когда кухня собрана.`;
  const bom = orderBom(order);
  const sheets = bom.sheets.map(({ name, area_mm2 }) => `${name} ${square(area_mm2)} м²`).join(', ');
  const edges = bom.edges.map(({ name, length_mm }) => `${name} ${metres(length_mm)} м`).join(', ');
  return `${lead}. Площадь деталей: ${sheets}.${has(tokens, 'edge') ? ` Кромка: ${edges}.` : ''}`;
};

/** Strips, panels and gaps are no cabinets. */
const SILENT = ['FL', 'FLC', 'EP', 'GAP', 'FD', 'NB', 'NF', 'SH'];

const count: Topic = (tokens, order) => {
  if (!order || !has(tokens, 'many') || !has(tokens, 'cabinet', 'baseUnit', 'tall', 'drawers', 'kitchen'))
    return undefined;
  const of = (...tiers: string[]): number =>
    order.runs
      .filter(({ tier }) => tiers.includes(tier))
      .flatMap(({ nodes }) => nodes)
      .filter(({ code }) => !SILENT.includes(code)).length;
  return `В кухне шкафов: ${of('base', 'wall', 'tall', 'upper')}, из них нижних ${of('base')}, верхних ${of('wall')}, пеналов ${of('tall')}, антресолей ${of('upper')}.`;
};

const width: Topic = (tokens, order) => {
  if (!order || !has(tokens, 'width', 'size', 'how')) return undefined;
  const asked = tokens.slice(Math.max(0, find(tokens, ['width', 'size'])));
  const named = mentions(order, asked).filter(({ found }) => found.length > 0);
  if (named.length === 0 || has(tokens, 'height', 'depth')) return undefined;
  return named
    .map(({ found }) =>
      found
        .map(
          ({ node, run }) =>
            `${node.w} мм, стена ${run.wall}, ${node.at}–${Number(node.at) + node.w} мм от левого края`,
        )
        .join('; '),
    )
    .map((text) => `Ширина: ${text}.`)
    .join(' ');
};

const free: Topic = (tokens, order) => {
  if (
    !order ||
    !(has(tokens, 'free') || (has(tokens, 'many') && tokens.some(({ text }) => /^(мест|остал)/.test(text))))
  )
    return undefined;
  const left = order.room.walls.map(({ id, length }) => {
    const taken = order.runs
      .filter(({ wall, tier }) => wall === id && (tier === 'base' || tier === 'tall'))
      .flatMap(({ nodes }) => nodes)
      .reduce((sum, { w }) => sum + w, 0);
    return `стена ${id}: занято ${taken} мм из ${length}`;
  });
  return `${left.join('; ')}.`.replace(/^с/, 'С');
};

const service: Topic = (tokens) =>
  tokens.some(({ text }) => /^(срок|достав|монтаж|сборк|гаранти|оплат|рассроч|замер|скидк)/.test(text))
    ? 'Сроки, доставку, сборку и оплату подскажет салон.'
    : undefined;

const all: Topic = (tokens, order) =>
  order &&
  (has(tokens, 'kitchen', 'cabinet', 'baseUnit') ||
    tokens.some(({ text }) => /^(получил|получит|вышло|итог|стоит|состав|опиши|где)/.test(text)))
    ? readOrder(order)
    : undefined;

const TOPICS: readonly Topic[] = [price, height, gap, hood, top, depth, material, count, width, free, service];

/** The answer to a question about the standing order; never a price (spec.md, bill of materials). */
export function answerQuestion(tokens: readonly Token[], order: Order | undefined): string | undefined {
  const found = TOPICS.flatMap((topic) => topic(tokens, order) ?? []);
  if (found.length === 0) {
    const whole = all(tokens, order);
    return whole && `${whole} ${NEXT}`;
  }
  return `${found.join(' ')}${order ? ` ${NEXT}` : ''}`;
}

export const isBareYes = (tokens: readonly Token[]): boolean =>
  tokens.length > 0 &&
  tokens.length <= 4 &&
  tokens.every(
    (token) =>
      is(token, 'yes', 'make', 'how', 'want') ||
      token.mark !== undefined ||
      /^(так|делаем|делайте|собирай|собирайте|же|ну|пожалуйста|можно)$/.test(token.text),
  ) &&
  (has(tokens, 'yes', 'make') || tokens.some(({ text }) => /^(собирай|делаем|собирайте)/.test(text)));
