import type { ConversationDiff } from '#libs/conversations';

export interface TurnsDiff extends ConversationDiff {
  readonly conversation_id: string;
  readonly from: number;
  readonly to: number;
}

type Nodes = ConversationDiff['nodes'];
type Field = Nodes['changed'][number]['fields'][number];
type Line = ConversationDiff['bom'][number];

const FIELD_WORDS: Readonly<Record<string, string>> = {
  run: 'ряд',
  at: 'место в ряду',
  code: 'модуль',
  w: 'ширина',
  h: 'высота',
  d: 'глубина',
  pinned: 'закреплён',
  items: 'техника',
};

/** What changed between two turns, for auditors. */
export function diffText({ conversation_id, from, to, nodes, bom, coins }: TurnsDiff): string {
  const { added, removed, changed } = nodes;
  const parts = [
    ...listed('Добавлено', added.map(named)),
    ...listed('Убрано', removed.map(named)),
    ...listed(
      'Изменено',
      changed.map((node) => `${named(node)}: ${node.fields.map(fieldWords).join('; ')}`),
    ),
    ...listed('Материалы', bom.map(lineWords)),
  ];
  return [
    `Разговор ${conversation_id}: от хода ${from} к ходу ${to}`,
    ...(parts.length > 0 ? parts : ['', 'Заказ тот же.']),
    '',
    `Монет списано: ${coins.before} → ${coins.after}`,
  ].join('\n');
}

function listed(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];
}

const named = ({ id, code, title }: Nodes['added'][number]): string => `${title} (${code}, ${id})`;

function fieldWords({ name, before, after }: Field): string {
  return `${FIELD_WORDS[name] ?? name} ${valueWords(before)} → ${valueWords(after)}`;
}

function valueWords(value: Field['before']): string {
  if (value === null) return '—';
  return typeof value === 'boolean' ? (value ? 'да' : 'нет') : String(value);
}

function lineWords({ kind, title, before, after }: Line): string {
  const change = after - before;
  return `${title}: ${amount(kind, before)} → ${amount(kind, after)} (${change > 0 ? '+' : '−'}${amount(kind, Math.abs(change))})`;
}

function amount(kind: Line['kind'], value: number): string {
  if (kind === 'sheet') return `${(value / 1e6).toFixed(3)} м²`;
  return kind === 'piece' ? `${value} шт.` : `${(value / 1000).toFixed(2)} м`;
}

export interface Picture {
  readonly turn: number;
  /** Null while nothing was assembled. */
  readonly svg: string | null;
}

const WIDTH = 1200;
const MAX_HEIGHT = 1200;
const MARGIN = 24;
const CAPTION = 56;

/**
 * Pictures one below the other, each under its turn's number. They are embedded as images of their own: styles of one
 * drawing would else colour the other.
 */
export function picturesSvg(pictures: readonly Picture[]): string {
  let y = MARGIN;
  const parts = pictures.flatMap(({ turn, svg }) => {
    const title = `После хода ${turn}${svg === null ? ': ничего не собрано' : ''}`;
    const caption = `<text x="${MARGIN}" y="${y + 28}">${title}</text>`;
    y += CAPTION;
    if (svg === null) return [caption];
    const height = heightOf(svg);
    const data = Buffer.from(svg).toString('base64');
    const place = `x="${MARGIN}" y="${y}" width="${WIDTH - 2 * MARGIN}" height="${height}"`;
    y += height + MARGIN;
    return [caption, `<image ${place} href="data:image/svg+xml;base64,${data}"/>`];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" font-family="Arial, sans-serif" font-size="26">`,
    `<rect width="${WIDTH}" height="${y}" fill="#FFFFFF"/>`,
    ...parts,
    '</svg>',
  ].join('\n');
}

/** Of a drawing at the full width, as its view box says. */
function heightOf(svg: string): number {
  const [, width = '1', height = '1'] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg) ?? [];
  return Math.min(MAX_HEIGHT, Math.round(((WIDTH - 2 * MARGIN) * Number(height)) / Number(width)));
}
