import finishes from '../../data/finishes.json' with { type: 'json' };
import spoken from '../../data/spoken.json' with { type: 'json' };
import { findModule } from '../catalogue/catalogue.js';
import { itemsIn } from '../order/nodes.js';
import type { Appliance, Finish, Item, ObstacleKind, Order, OrderNode } from '../order/order.js';
import { plural } from './words.js';

interface Spoken {
  forms: readonly [string, string, string];
  tail: string;
}

/** The table's rows as pairs of forms and tail; a module without words is called by its title. */
const MODULES: ReadonlyMap<string, Spoken> = new Map(
  Object.entries(spoken.modules).flatMap(([code, [forms, tail]]) => {
    if (!Array.isArray(forms) || typeof tail !== 'string') return [];
    const [one = '', few = '', many = ''] = forms;
    return [[code, { forms: [one, few, many], tail }]];
  }),
);

/** «варочная панель», «индукционная варочная панель». */
export const applianceName = ({ kind, fuel }: Pick<Item, 'kind' | 'fuel'>): string =>
  fuel ? `${spoken.fuels[fuel]} ${spoken.appliances[kind]}` : spoken.appliances[kind];

/** «окно». */
export const obstacleName = (kind: ObstacleKind): string => spoken.obstacles[kind];

/** «дуб». */
export const finishName = (finish: Finish): string => finishes.finishes[finish].name;

const lower = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** A niche is called by what stands in it: «место под газовую плиту». */
function under(items: readonly Item[]): string | undefined {
  const item = items.find(({ kind }) => kind === 'stove' || kind === 'washer');
  if (item?.kind !== 'stove' && item?.kind !== 'washer') return undefined;
  return `под ${item.fuel ? `${spoken.fuelsUnder[item.fuel]} ` : ''}${spoken.under[item.kind]}`;
}

/** Appliances of a node that its module's own words do not name already. */
function besides(items: readonly Item[], own: readonly Appliance[]): string {
  const named = items.filter(({ kind, fuel }) => !own.includes(kind) || (kind === 'hob' && fuel));
  return named.length > 0 ? ` (${named.map(applianceName).join(', ')})` : '';
}

/**
 * A node as a designer names it: «тумба с тремя ящиками 600», «тумба под духовой шкаф 600 (индукционная варочная панель)»;
 * with `count`, several alike: «2 шкафа с полками по 400».
 */
export function nodeName(order: Order, node: OrderNode, count = 1): string {
  const module = findModule(node.code);
  const words = MODULES.get(node.code) ?? { forms: [lower(module?.title ?? node.code), '', ''] as const, tail: '' };
  const items = itemsIn(order, node.id);
  const own = module?.appliances ?? [];
  const tail = (module?.alternatives && under(items)) || words.tail;
  const many = count > 1 && words.forms[1] !== '';
  const noun = many ? `${count} ${plural(count, words.forms)}` : words.forms[0];
  return `${noun}${tail && ' '}${tail}${many ? ' по' : ''} ${node.w}${besides(items, own)}`;
}

/** «Кухня угловая 3000 × 2000»: an order's title for people, lengths of its walls in mm. */
export function kitchenTitle({ room: { walls } }: Order): string {
  const inner = walls.slice(1).every(({ turn }) => turn === 'right');
  const kinds = ['', 'прямая', 'угловая', 'П-образная'] as const;
  const kind = inner ? (kinds[walls.length] ?? `на ${walls.length} стенах`) : 'с наружным углом';
  return ['Кухня', kind, walls.map(({ length }) => length).join(' × ')].filter((word) => word !== '').join(' ');
}
