import { type Edit, edit, type Order } from '#libs/furniture';
import { play } from '../../../test/play.js';
import { normalise } from '../text/normalise.js';
import { readEdits } from './read.js';

const STRAIGHT =
  'Прямая кухня 3600 мм слева направо: холодильник встроенный, тумба с тремя ящиками 600, духовка с индукционной варочной 600, посудомойка 600, мойка 600, тумба 400. Верхние шкафы и вытяжка.';
const CORNER =
  'Угловая 3 на 2,2, мойка в углу, посудомойка рядом, духовка с варочной на второй стене, холодильник встроенный в начале первой';

let straight: Order;
let corner: Order;
beforeAll(async () => {
  const order = async (words: string): Promise<Order> => {
    const [turn] = await play([words]);
    if (!turn?.order) throw new Error(`not built: ${turn?.outcome.note}`);
    return turn.order;
  };
  straight = await order(STRAIGHT);
  corner = await order(CORNER);
});

const id = (order: Order, of: string): string => {
  const item = order.items.find(({ kind }) => kind === of)?.node;
  const node = order.runs.flatMap(({ nodes }) => nodes).find(({ code }) => code === of)?.id;
  const found = item ?? node;
  if (!found) throw new Error(`no ${of} in the order`);
  return found;
};
const read = (words: string, order = straight): Edit[] => {
  const reading = readEdits(order, normalise(words));
  if ('question' in reading) throw new Error(reading.question);
  return reading.edits;
};
const asked = (words: string, order = straight): string | undefined => {
  const reading = readEdits(order, normalise(words));
  return 'question' in reading ? reading.question : undefined;
};

describe('wider and narrower', () => {
  it.each([
    ['сделай мойку шире на 20 см', 'sink', 800],
    ['мойку шире на 200 мм', 'sink', 800],
    ['расширь мойку до 80', 'sink', 800],
    ['мойку 80', 'sink', 800],
    ['сделай мойку шириной 80 см', 'sink', 800],
    ['мойку пошире', 'sink', 800],
    ['сузь посудомойку', 'dishwasher', 450],
    ['посудомойку 45', 'dishwasher', 450],
    ['посудомойку замени на 45', 'dishwasher', 450],
    ['посудомойку 450 вместо 600', 'dishwasher', 450],
    ['ящики уже на 10 см', 'BD3', 500],
    ['ящики на двадцать сантиметров уже', 'BD3', 400],
    ['moyku shire na 20 sm', 'sink', 800],
    ['умеьши ящики до 50', 'BD3', 500],
  ])('«%s»', (words, of, w) => expect(read(words)).toEqual([{ op: 'resize', node: id(straight, of), w }])); // prettier-ignore

  it('two things in one message, and «её» for the last one', () => {
    expect(read('посудомойку 45 и ящики 40')).toEqual([
      { op: 'resize', node: id(straight, 'dishwasher'), w: 450 },
      { op: 'resize', node: id(straight, 'BD3'), w: 400 },
    ]);
    expect(read('убери посудомойку и сделай мойку шире на 20')).toEqual([
      { op: 'remove', node: id(straight, 'dishwasher') },
      { op: 'resize', node: id(straight, 'sink'), w: 800 },
    ]);
  });
});

describe('removing', () => {
  it.each([
    ['убери посудомойку', 'dishwasher'],
    ['посудомойка не нужна', 'dishwasher'],
    ['без посудомойки', 'dishwasher'],
    ['удали ящики', 'BD3'],
    ['выкинь холодильник', 'fridge'],
    ['убери вытяжку', 'hood'],
    ['тумбу 400 убери', 'B'],
  ])('«%s»', (words, of) => expect(read(words)).toEqual([{ op: 'remove', node: id(straight, of) }])); // prettier-ignore

  it.each([
    ['убери верхние', { op: 'remove_tier', tier: 'wall' }],
    ['без верхних шкафов', { op: 'remove_tier', tier: 'wall' }],
    ['верхние не нужны', { op: 'remove_tier', tier: 'wall' }],
    ['убери антресоли', { op: 'remove_tier', tier: 'upper' }],
    ['без подсветки', { op: 'set_lighting', under: false }],
  ])('«%s»', (words, wanted) => expect(read(words)).toEqual([wanted])); // prettier-ignore

  it('on one wall only where the customer says so', () => {
    expect(read('убери верхние на короткой стене', corner)).toEqual([{ op: 'remove_tier', tier: 'wall', wall: 'B' }]);
  });

  it('an oven below a hob leaves the hob its unit', () => {
    expect(read('убери духовку')).toEqual([{ op: 'replace', node: id(straight, 'oven'), code: 'BH' }]);
  });
});

describe('adding', () => {
  it.each([
    [
      'добавь бутылочницу 20 справа от мойки',
      (order: Order) => ({ op: 'add', code: 'BB', w: 200, after: id(order, 'sink') }),
    ],
    [
      'поставь тумбу 30 слева от мойки',
      (order: Order) => ({ op: 'add', code: 'B', w: 300, before: id(order, 'sink') }),
    ],
    ['добавь стиралку 60', () => ({ op: 'add_fixture', fixture: { kind: 'washer', width: 600 } })],
    ['нужна микроволновка', () => ({ op: 'add_fixture', fixture: { kind: 'microwave' } })],
    ['верх до потолка', () => ({ op: 'add_tier', tier: 'upper' })],
    ['добавь антресоли', () => ({ op: 'add_tier', tier: 'upper' })],
    ['добавь верхние', () => ({ op: 'add_tier', tier: 'wall' })],
    ['верхние высотой 90', () => ({ op: 'add_tier', tier: 'wall', height: 900 })],
    ['добавь подсветку', () => ({ op: 'set_lighting', under: true })],
  ])('«%s»', (words, wanted) => expect(read(words)).toEqual([wanted(straight)])); // prettier-ignore

  it('adding what exists asks', () => expect(asked('добавь мойку')).toMatch(/уже есть/));
});

describe('moving and swapping', () => {
  it.each([
    ['поменяй местами мойку и посудомойку', (o: Order) => ({ op: 'swap', a: id(o, 'sink'), b: id(o, 'dishwasher') })],
    [
      'мойка и посудомойка пусть поменяются местами',
      (o: Order) => ({ op: 'swap', a: id(o, 'sink'), b: id(o, 'dishwasher') }),
    ],
    ['передвинь мойку влево', (o: Order) => ({ op: 'move', node: id(o, 'sink'), before: id(o, 'dishwasher') })],
    ['мойку левее', (o: Order) => ({ op: 'move', node: id(o, 'sink'), before: id(o, 'dishwasher') })],
    [
      'поставь посудомойку справа от мойки',
      (o: Order) => ({ op: 'move', node: id(o, 'dishwasher'), after: id(o, 'sink') }),
    ],
    ['перенеси ящики к мойке', (o: Order) => ({ op: 'move', node: id(o, 'BD3'), after: id(o, 'sink') })],
    ['холодильник в конец', (o: Order) => ({ op: 'move', node: id(o, 'fridge'), after: id(o, 'B') })],
    ['мойку в начало', (o: Order) => ({ op: 'move', node: id(o, 'sink'), before: id(o, 'fridge') })],
  ])('«%s»', (words, wanted) => expect(read(words)).toEqual([wanted(straight)])); // prettier-ignore

  it('mirrors', () => expect(read('отрази кухню зеркально')).toEqual([{ op: 'mirror' }]));
});

describe('replacing', () => {
  it.each([
    ['замени ящики на тумбу с дверкой', (o: Order) => ({ op: 'replace', node: id(o, 'BD3'), code: 'B' })],
    ['вместо ящиков поставь бутылочницу 20', (o: Order) => ({ op: 'replace', node: id(o, 'BD3'), code: 'BB', w: 200 })],
    [
      'замени индукцию на газовую',
      (o: Order) => ({ op: 'set_item', node: id(o, 'hob'), item: { kind: 'hob', fuel: 'gas' } }),
    ],
    [
      'варочную электрическую',
      (o: Order) => ({ op: 'set_item', node: id(o, 'hob'), item: { kind: 'hob', fuel: 'electric' } }),
    ],
    ['холодильник отдельно стоящий', (o: Order) => ({ op: 'replace', node: id(o, 'fridge'), code: 'NF' })],
    ['духовку подними в пенал на уровень глаз', (o: Order) => ({ op: 'replace', node: id(o, 'oven'), code: 'TO' })],
    ['ящиков четыре штуки', (o: Order) => ({ op: 'replace', node: id(o, 'BD3'), code: 'BD4' })],
  ])('«%s»', (words, wanted) => expect(read(words)).toEqual([wanted(straight)])); // prettier-ignore

  it('a whole tier', () => {
    const edits = read('все верхние замени на открытые полки');
    expect(edits.length).toBeGreaterThan(1);
    expect(new Set(edits.map((one) => (one.op === 'replace' ? one.code : one.op)))).toEqual(new Set(['WO']));
  });
});

describe('looks and room', () => {
  it.each([
    ['тот же, но белый', [{ op: 'set_finish', part: 'facade', finish: 'white' }]],
    ['хочу белую', [{ op: 'set_finish', part: 'facade', finish: 'white' }]],
    [
      'верх белый, низ дуб',
      [
        { op: 'set_finish', part: 'wall', finish: 'white' },
        { op: 'set_finish', part: 'base', finish: 'oak' },
      ],
    ],
    ['а столешницу графит', [{ op: 'set_finish', part: 'worktop', finish: 'graphite' }]],
    ['ручки скобы', [{ op: 'set_handles', tier: 'all', handle: 'bar' }]],
    ['верх от нажатия', [{ op: 'set_handles', tier: 'wall', handle: 'push' }]],
    ['потолок 2,6', [{ op: 'set_ceiling', ceiling: 2600 }]],
    ['стена на самом деле 3,8', [{ op: 'set_wall', wall: 'A', length: 3800 }]],
    ['справа стена', [{ op: 'set_wall', wall: 'A', ends: { right: 'wall' } }]],
    [
      'добавь окно 100 см от левого угла шириной 60 см, подоконник 95',
      [{ op: 'set_obstacle', obstacle: { kind: 'window', wall: 'A', at: 1000, width: 600, bottom: 950 } }],
    ],
  ])('«%s»', (words, wanted) => expect(read(words)).toEqual(wanted)); // prettier-ignore
});

it('what is not understood changes nothing', () => {
  for (const words of ['хорошо бы подумать', 'фывапролдж', 'красиво получилось', '42', ''])
    expect(read(words)).toEqual([]);
});

it.each([
  ['мойку шире на 5 метров', /не делается. Ближайшая: 900/],
  ['мойку сделай 70', /Ближайшие: 600 или 800/],
  ['замени мойку на 65', /Ближайшие: 600 или 800/],
  ['добавь тумбу 650', /Ближайшие: 600 или 700/],
])('a width that nobody makes is asked about: «%s»', (words, wanted) => {
  expect(asked(words)).toMatch(wanted);
});

it('no edit makes the engine throw', () => {
  for (const words of [
    'убери мойку',
    'поменяй местами мойку и холодильник',
    'передвинь холодильник влево',
    'тумбу 400 в начало',
  ]) {
    expect(() => edit(straight, read(words))).not.toThrow();
  }
});
