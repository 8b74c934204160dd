import {
  type AppliedDefault,
  type Brief,
  compose,
  type Edit,
  edit,
  type Finding,
  type Fixture,
  type Order,
} from '#libs/furniture';
import { builtNote, cleanReply, MAX_NOTE_LENGTH, shorten } from './note.js';

const fridge: Fixture = { kind: 'fridge', builtIn: false, width: 600 };
const sink: Fixture = { kind: 'sink', width: 600 };
const dishwasher: Fixture = { kind: 'dishwasher', width: 450 };
const induction: Fixture = { kind: 'hob', fuel: 'induction', oven: true };
const gasStove: Fixture = { kind: 'stove', fuel: 'gas', width: 500 };
const unit = (code: string, width: number, more: Partial<Fixture> = {}): Fixture =>
  ({ kind: 'unit', code, width, ...more }) as Fixture;

const straight = (length: number, ...fixtures: Fixture[]): Brief => ({
  walls: [{ length }],
  fixtures,
  ordered: true,
  wallTier: { walls: 'none' },
});
const corner = (...fixtures: Fixture[]): Brief => ({
  walls: [{ length: 3000 }, { length: 2000 }],
  fixtures,
  wallTier: { walls: 'none' },
});

function laidOut(brief: Brief): Order {
  const made = compose(brief, { orderId: 'lead-1' });
  if (!made.ok) throw new Error(JSON.stringify(made.findings));
  return made.order;
}
interface More {
  readonly before?: Order;
  readonly reply?: string;
  readonly defaults?: readonly AppliedDefault[];
  readonly findings?: readonly Finding[];
  readonly unmet?: string;
  readonly told?: string;
}
const note = (after: Order, more: More = {}): string =>
  builtNote({
    kind: more.before ? 'edits' : 'plan',
    before: undefined,
    after,
    reply: '',
    defaults: [],
    findings: [],
    unmet: '',
    told: '',
    ...more,
  });

describe('what stands is told from left to right, wall by wall', () => {
  it.each<[string, Brief, string]>([
    [
      'the usual row',
      straight(3200, fridge, sink, dishwasher, induction),
      'Прямая кухня 3200 мм. Слева направо: холодильник 600, мойка 600, посудомойка 450, духовка с индукцией 600, свободно 918.',
    ],
    ['gas', straight(1700, sink, unit('B', 500), gasStove), 'мойка 600, тумба 500, газовая плита 500.'],
    [
      'an oven with gas above',
      straight(1800, sink, unit('B', 500), { kind: 'hob', fuel: 'gas', oven: true }),
      'духовка с газовой варочной 600',
    ],
    [
      'an electric hob over the oven',
      straight(1800, sink, unit('B', 600), { kind: 'hob', fuel: 'electric', oven: true }),
      'духовка с электрической варочной 600',
    ],
    [
      'a hob alone',
      straight(1800, sink, unit('B', 600), { kind: 'hob', fuel: 'induction', width: 600 }),
      'индукционная варочная панель 600',
    ],
    [
      'an electric stove',
      straight(1800, sink, unit('B', 600), { kind: 'stove', fuel: 'electric', width: 600 }),
      'электрическая плита 600',
    ],
    [
      'a fridge in a tall unit',
      straight(1800, { kind: 'fridge', builtIn: true }, sink, unit('B', 600)),
      'встроенный холодильник 600',
    ],
    [
      'an oven in a tall unit',
      straight(2400, { kind: 'oven', tall: true }, sink, unit('B', 600)),
      'пенал с духовкой 600',
    ],
    [
      'with a microwave',
      straight(2400, { kind: 'oven', tall: true, microwave: true }, sink, unit('B', 600)),
      'пенал с духовкой и микроволновкой 600',
    ],
    [
      'a washing machine',
      straight(1900, sink, { kind: 'washer', width: 600 }, unit('B', 600)),
      'стиральная машина 600',
    ],
    [
      'drawers by their number',
      straight(2300, sink, unit('BD2', 500), unit('BD3', 500), unit('BD4', 500)),
      'тумба с двумя ящиками 500, тумба с ящиками 500, тумба с четырьмя ящиками 500',
    ],
    [
      'alike units that stand together',
      straight(2000, sink, unit('B', 400), unit('B', 400)),
      'мойка 600, 2 тумбы по 400',
    ],
    [
      'a bottle rack and an open unit',
      straight(1300, unit('BB', 150), sink, unit('BOS', 300)),
      'бутылочница 150, мойка 600, открытая тумба 300',
    ],
    ['tall units', straight(1900, unit('T', 600), sink, unit('TR', 600)), 'пенал 600, мойка 600, пенал со штангой 600'],
    [
      'a door in the row',
      { ...straight(3000, sink, unit('B', 600)), obstacles: [{ kind: 'door', wall: 'A', at: 2100, width: 900 }] },
      'дверь 900',
    ],
    [
      'a diagonal corner unit, which takes as much of both walls',
      corner(unit('BCD', 900, { where: 'corner' }), { ...sink, wall: 'B' }),
      'Правая стена, слева направо: мойка 600',
    ],
    [
      'what is kept free',
      {
        ...straight(2000, sink, unit('B', 600)),
        obstacles: [{ kind: 'window', wall: 'A', at: 100, width: 900, bottom: 900 }],
      },
      'Учтено от левого угла, мм: окно 100–1000.',
    ],
    [
      'a boiler',
      { ...straight(2600, sink, unit('B', 600)), obstacles: [{ kind: 'boiler', wall: 'A', at: 1800, width: 450 }] },
      'котёл 1800–2250',
    ],
    [
      'a corner',
      corner({ ...sink, where: 'corner', width: 1130 }, induction),
      'Угловая кухня 3000 на 2000 мм. Левая стена, слева направо: ',
    ],
    ['its second wall', corner({ ...sink, where: 'corner', width: 1130 }, induction), 'Правая стена, слева направо: '],
    ['its corner sink', corner({ ...sink, where: 'corner', width: 1130 }, induction), 'угловая мойка '],
    [
      'three walls',
      {
        walls: [{ length: 2400 }, { length: 3000 }, { length: 2400 }],
        fixtures: [sink, induction],
        wallTier: { walls: 'none' },
      },
      'П-образная кухня 2400 на 3000 на 2400 мм.',
    ],
    [
      'the middle one of them',
      {
        walls: [{ length: 2400 }, { length: 3000 }, { length: 2400 }],
        fixtures: [sink, induction],
        wallTier: { walls: 'none' },
      },
      'Средняя стена, слева направо: ',
    ],
    [
      'the upper row',
      { ...straight(1800, sink, unit('B', 600), gasStove), wallTier: { walls: 'all' } },
      'Верх: шкаф с сушкой 600, шкаф 600, вытяжка ',
    ],
    [
      'mezzanines',
      { ...straight(1300, sink, unit('B', 600)), wallTier: { walls: 'all', toCeiling: true } },
      'Антресоли: ',
    ],
    [
      'only wall units',
      {
        walls: [{ length: 2000 }],
        fixtures: [unit('W', 500, { count: 4 } as Partial<Fixture>)],
        wallTier: { walls: 'none' },
      },
      'Верх: 4 шкафа по 500.',
    ],
    [
      'one colour',
      { ...straight(1300, sink, unit('B', 600)), finish: { facade: { base: 'white' }, worktop: 'oak' } },
      'Цвет: фасады — белый, столешница — дуб.',
    ],
    [
      'two colours',
      {
        ...straight(1300, sink, unit('B', 600)),
        wallTier: { walls: 'all' },
        finish: { facade: { base: 'graphite', wall: 'milk' } },
      },
      'Цвет: низ — графит, верх — молочный.',
    ],
    [
      'handles and lighting',
      { ...straight(1300, sink, unit('B', 600)), handles: { base: 'gola' }, lighting: { under: true } },
      'Ручки: профиль гола. Под верхними шкафами подсветка.',
    ],
  ])('%s', (_, brief, expected) => expect(note(laidOut(brief))).toContain(expected));
});

describe('of an edit only what changed is told', () => {
  const before = laidOut({
    ...straight(3200, fridge, sink, dishwasher, induction, unit('B', 500)),
    wallTier: { walls: 'all' },
  });
  const idOf = (kind: string): string => before.items.find((item) => item.kind === kind)?.node ?? '';
  const plain = before.runs.flatMap(({ nodes }) => nodes).find(({ code }) => code === 'B')?.id ?? '';
  it.each<[string, Edit[], string]>([
    [
      'a width',
      [{ op: 'resize', node: idOf('sink'), w: 800 }],
      'Теперь: мойка 800 вместо 600. Верхний ряд подобран заново под нижний.',
    ],
    ['a unit that went', [{ op: 'remove', node: plain }], 'Убрано: тумба 500.'],
    [
      'a unit that came',
      [{ op: 'add', code: 'BB', w: 200, after: idOf('dishwasher') }],
      'Добавлено: бутылочница 200 (между посудомойкой 450 и духовкой с индукцией 600).',
    ],
    [
      'another unit',
      [{ op: 'replace', node: plain, code: 'BD3', w: 500 }],
      'Теперь: тумба с ящиками 500 вместо тумбы 500.',
    ],
    ['two that changed places', [{ op: 'swap', a: idOf('sink'), b: idOf('dishwasher') }], 'Поменялись местами: '],
    [
      'a unit that moved',
      [{ op: 'move', node: idOf('fridge'), after: plain }],
      'Переставлено: холодильник 600 (справа от тумбы 500).',
    ],
    [
      'colours',
      [
        { op: 'set_finish', part: 'facade', finish: 'olive' },
        { op: 'set_finish', part: 'worktop', finish: 'oak' },
      ],
      'Цвет: фасады — оливковый, столешница — дуб.',
    ],
    ['one row’s colour', [{ op: 'set_finish', part: 'wall', finish: 'white' }], 'Цвет: верхние фасады — белый.'],
    ['handles', [{ op: 'set_handles', tier: 'all', handle: 'bar' }], 'Ручки: скобы.'],
    ['lighting', [{ op: 'set_lighting', under: true }], 'Добавлено: подсветка под верхними шкафами.'],
    ['the ceiling', [{ op: 'set_ceiling', ceiling: 2600 }], 'Теперь: потолок 2600 мм.'],
    ['a wall', [{ op: 'set_wall', wall: 'A', length: 3400 }], 'Теперь: стена 3400 мм вместо 3200.'],
    [
      'an obstacle',
      [{ op: 'set_obstacle', obstacle: { kind: 'socket', wall: 'A', at: 100, width: 80, bottom: 300 } }],
      'Учтено: розетка 100–180 мм от левого угла.',
    ],
    ['the upper row', [{ op: 'remove_tier', tier: 'wall' }], 'Убран верх.'],
  ])('%s', (_, edits, expected) => {
    const made = edit(before, edits);
    if (!made.ok) throw new Error(JSON.stringify(made));
    const text = note(made.order, { before });
    expect(text).toContain(expected);
    expect(text).not.toMatch(/Слева направо|Прямая кухня/);
  });
});

describe('after it', () => {
  const order = laidOut(straight(1300, sink, unit('B', 600)));
  const warning = (code: string): Finding => ({
    code,
    severity: 'warning',
    path: 'a',
    msg: `ШНМ 600: ${code}, 600/600 мм.`,
  });

  it('come the reply, the defaults and what was not done', () => {
    const defaults = [
      { code: 'ceiling', text: 'потолок 2700 мм' },
      { code: 'instead', text: 'мойка на месте B 600' },
    ];
    expect(
      note(order, { reply: 'Барную стойку обсудите с салоном.', defaults, unmet: 'Не получилось учесть: пенал.' }),
    ).toMatch(
      /Барную стойку обсудите с салоном\. Не получилось учесть: пенал\. Принято по умолчанию: потолок 2700 мм\.$/,
    );
  });
  it('come warnings in a customer’s words, without codes, each once in a conversation', () => {
    const findings = [warning('FR-LAND'), warning('PRD-FLAT'), warning('DW-SINK')];
    const text = note(order, { findings });
    expect(text).toMatch(
      /Обратите внимание: у холодильника некуда поставить продукты\. Посудомойка далеко от мойки: подключить её сложнее\.$/,
    );
    expect(text).not.toMatch(/ШНМ|600\/600/);
    expect(note(order, { findings, told: text })).not.toContain('Обратите внимание');
  });
  it('it never is longer than 1,000 characters; what stands is told in less detail, and this is said', () => {
    const many = laidOut({
      walls: [4000, 4000, 4000].map((length) => ({ length })),
      fixtures: [sink, dishwasher, fridge, induction],
      wallTier: { walls: 'all', toCeiling: true },
    });
    const reply = 'Слово за словом. '.repeat(30);
    const defaults = Array.from({ length: 12 }, (_, i) => ({ code: `d${i}`, text: `умолчание номер ${i} длинное` }));
    const text = note(many, { reply, defaults });
    expect(text.length).toBeLessThanOrEqual(MAX_NOTE_LENGTH);
    expect(text).toMatch(/Остальное|Верхних шкафов: \d+/);
    for (const { text: named } of defaults) expect(text).toContain(named);
  });
});

it.each([
  ['<script>alert(1)</script>готово', 'alert(1)готово'],
  ['смотрите https://a.b/c и www.x.ru вот', 'смотрите и вот'],
  ['[кухня](http://x.y)', 'кухня'],
  ['**жирно** `код`', 'жирно код'],
  ['а\u0000б\u200b  в', 'а б в'],
])('markup and links are removed: %j', (text, clean) => expect(cleanReply(text)).toBe(clean)); // prettier-ignore

it('a cut ends at a sentence or a word, never inside a surrogate pair', () => {
  expect(shorten('Первое предложение. Второе предложение.', 30)).toBe('Первое предложение.');
  expect(shorten('😀'.repeat(20), 10)).toMatch(/^(😀)+…$/u);
  expect(shorten('коротко', 30)).toBe('коротко');
});
