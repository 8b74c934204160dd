import spoken from '../../data/spoken.json' with { type: 'json' };
import { node, orderOf, run, wall } from '../../test/drawing/orders.js';
import { goldenOrder, straightOrder } from '../../test/golden-order.js';
import { modules } from '../catalogue/catalogue.js';
import type { Order } from '../order/order.js';
import { applianceName, nodeName } from './names.js';
import { readOrder, readWall } from './reading.js';
import { counted, formatMm, formatNumber, listed, plural } from './words.js';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

/** The straight order with its base row replaced. */
const withBase = (rows: [code: string, at: number, w: number][], change: Partial<Order> = {}): Order => {
  const order = straightOrder();
  const base = order.runs
    .filter((run) => run.tier === 'base')
    .map((run) => ({
      ...run,
      nodes: rows.map(([code, at, w], i) => ({ id: `b${i}`, at: String(at), code, w })),
    }));
  return { ...order, items: [], runs: base, ...change };
};

describe('an order read aloud', () => {
  it('names shape, walls, rows from left to right and appliances: the golden kitchen', () => {
    expect(plain(readOrder(goldenOrder()))).toBe(
      [
        'Угловая кухня, 3000 × 2000 мм, потолок 2700.',
        'Стена A, 3000 мм. Внизу слева направо: добор 70, пенал со встроенным холодильником 600, тумба с тремя ящиками 600, посудомоечная машина 600, угловая тумба под мойку 1130. Вверху: добор 60, шкаф с полками 400, шкаф с полками 500, шкаф с сушкой 600, угловой шкаф 770.',
        'Стена B, 2000 мм. Внизу слева направо: тумба с полкой 400, тумба под духовой шкаф 600 (индукционная варочная панель), тумба с полкой 350. Вверху: шкаф с полками 600, добор 60, шкаф с вытяжкой 600, шкаф с полками 350.',
        'Подсветка под верхними шкафами.',
      ].join('\n'),
    );
  });

  it('names finishes and handles where the order does', () => {
    const dressed: Order = {
      ...straightOrder(),
      finish: { carcass: 'white', facade: { base: 'oak', wall: 'white' }, worktop: 'graphite' },
      handles: { base: 'gola', tall: 'gola', wall: 'push' },
    };
    expect(readOrder(dressed)).toContain(
      'Фасады: низ дуб, верх белый; корпус белый; столешница графит; профиль гола и открывание нажатием.',
    );
  });

  it('counts alike units that stand together, but not those with an appliance', () => {
    const order = withBase([
      ['B', 0, 400],
      ['B', 400, 400],
      ['B', 800, 400],
      ['BD3', 1200, 600],
      ['B', 1800, 600],
      ['B', 2400, 600],
    ]);
    expect(plain(readWall(order, 'A'))).toContain(
      'слева направо: 3 тумбы с полкой по 400, тумба с тремя ящиками 600, 2 тумбы с полкой по 600.',
    );
    const cooking = { ...order, items: [{ id: 'i1', kind: 'hob' as const, node: 'b1', fuel: 'gas' as const }] };
    expect(plain(readWall(cooking, 'A'))).toContain(
      'тумба с полкой 400, тумба с полкой 400 (газовая варочная панель), тумба с полкой 400,',
    );
  });

  it('names what is free, doors and windows', () => {
    const order = withBase(
      [
        ['B', 1000, 600],
        ['BS', 1900, 600],
      ],
      {
        obstacles: [
          { id: 'o1', kind: 'door', wall: 'A', at: 70, width: 800 },
          { id: 'o2', kind: 'window', wall: 'A', at: 1600, width: 1200, bottom: 900, top: 2100 },
          { id: 'o3', kind: 'socket', wall: 'A', at: 500, width: 0 },
        ],
      },
    );
    expect(plain(readWall(order, 'A'))).toBe(
      'Стена A, 3000 мм. Внизу слева направо: дверь 800, тумба с полкой 600, свободно 300, тумба под мойку 600, свободно 500. На стене: дверь 70–870, розетка на 500, окно 1600–2800, подоконник 900, верх 2100.',
    );
  });

  it('leaves nothing of a wall out: a door for which a row leaves its gap is named; a socket by its axis', () => {
    const order = orderOf(
      [wall('A', 3000)],
      [run('A', 'base', [node('n1', 200, 'GAP', 800), node('n2', 1100, 'B', 600)])],
      {
        obstacles: [
          { id: 'o1', kind: 'socket', wall: 'A', at: 2000, width: 160 },
          { id: 'o2', kind: 'door', wall: 'A', at: 200, width: 800 },
        ],
      },
    );
    expect(plain(readWall(order, 'A'))).toBe(
      'Стена A, 3000 мм. Внизу слева направо: свободно 200, дверь 800, свободно 100, тумба с полкой 600, свободно 1300. На стене: дверь 200–1000, розетка на 2080.',
    );
  });

  it('calls a niche by what stands in it', () => {
    const niche = withBase([['NB', 0, 600]]);
    const [node] = niche.runs[0]?.nodes ?? [];
    if (!node) throw new Error('no node');
    const holding = (kind: 'stove' | 'washer', fuel?: 'gas') =>
      nodeName({ ...niche, items: [{ id: 'i1', kind, node: 'b0', ...(fuel ? { fuel } : {}) }] }, node);
    expect(holding('stove', 'gas')).toBe('место под газовую плиту 600');
    expect(holding('washer')).toBe('место под стиральную машину 600');
    expect(nodeName(niche, node)).toBe('место под отдельную технику 600');
  });

  it('of an empty wall and of an empty kitchen says so', () => {
    const order = goldenOrder();
    const bare = { ...order, runs: order.runs.filter((run) => run.wall === 'A') };
    expect(plain(readOrder(bare))).toContain('\nСтена B, 2000 мм. Пусто.');
    expect(plain(readOrder({ ...order, runs: [], lighting: {} }))).toBe('Угловая кухня, 3000 × 2000 мм, потолок 2700.');
    expect(readWall(order, 'Z')).toBe('');
  });

  it('has words for every module of the catalogue', () => {
    expect(Object.keys(spoken.modules).sort()).toEqual(
      modules()
        .map((module) => module.ascii)
        .sort(),
    );
  });
});

describe('Russian numbers and plurals', () => {
  it.each([
    [1, '1 тумба'],
    [2, '2 тумбы'],
    [4, '4 тумбы'],
    [5, '5 тумб'],
    [11, '11 тумб'],
    [12, '12 тумб'],
    [21, '21 тумба'],
    [22, '22 тумбы'],
    [111, '111 тумб'],
    [0, '0 тумб'],
  ])('%i', (n, words) => expect(counted(n, ['тумба', 'тумбы', 'тумб'])).toBe(words)); // prettier-ignore

  it('write a decimal comma, no-break spaces and a true minus', () => {
    expect(formatNumber(3.25)).toBe('3,25');
    expect(formatNumber(12000)).toBe('12\u00a0000');
    expect(formatNumber(-5)).toBe('−5');
    expect(formatMm(3000)).toBe('3000\u00a0мм');
  });

  it('list with «и»', () => {
    expect([[], ['мойка'], ['мойка', 'плита'], ['мойка', 'плита', 'вытяжка']].map(listed)).toEqual([
      '',
      'мойка',
      'мойка и плита',
      'мойка, плита и вытяжка',
    ]);
    expect(plural(3, ['узел', 'узла', 'узлов'])).toBe('узла');
  });

  it('name appliances with their fuel', () => {
    expect(applianceName({ kind: 'hob', fuel: 'induction' })).toBe('индукционная варочная панель');
    expect(applianceName({ kind: 'fridge' })).toBe('холодильник');
  });
});
