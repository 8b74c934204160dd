import { briefOf } from '../../../test/orders.js';

/** Fixtures read from the words after «прямая 4 м, мойка 60, варочная с духовкой», whatever the walls. */
const fixtures = (words: string): unknown[] => briefOf(`прямая 4 м, ${words}`).fixtures;
const plain = 'мойка 60, плита';

describe('walls', () => {
  it.each([
    ['прямая 3 м', [3000]],
    ['кухня 3 метра 20 см по одной стене', [3200]],
    ['стена 2900', [2900]],
    ['вдоль одной стены 4м', [4000]],
    ['нужен гарнитур два сорок в линию', [2400]],
    ['угловая 3000 на 2000', [3000, 2000]],
    ['г-образная 2,5х1,8', [2500, 1800]],
    ['кухня 2.5 на 3.5 г образная', [2500, 3500]],
    ['по длинной стене 3,1 м, по короткой 1,9 м, угловая', [3100, 1900]],
    ['угловая, левая стена 3м правая 1.6', [3000, 1600]],
    ['п-образная 2400 х 3000 х 2400', [2400, 3000, 2400]],
    ['буквой П: левая 2,4 м, по центру 3 м, правая 2,4 м', [2400, 3000, 2400]],
  ] as [string, number[]][])('«%s»', (words, lengths) =>
    expect(briefOf(`${words}, ${plain}`).walls.map(({ length }) => length)).toEqual(lengths),
  ); // prettier-ignore

  it.each([
    ['справа свободно', { right: 'free' }],
    ['слева и справа свободно', { left: 'free', right: 'free' }],
    ['слева стена', { left: 'wall' }],
    ['от стены до стены', { left: 'wall', right: 'wall' }],
    ['слева стена справа проход', { left: 'wall', right: 'free' }],
  ])('«%s» closes its ends', (words, ends) =>
    expect(briefOf(`прямая 3 м, ${words}, ${plain}`).walls[0]?.ends).toEqual(ends),
  ); // prettier-ignore
});

describe('fixtures', () => {
  it.each([
    [
      'мойка 60, газовая варочная и духовка',
      [
        { kind: 'sink', width: 600 },
        { kind: 'hob', fuel: 'gas', oven: true },
      ],
    ],
    [
      'мойка 60, духовой шкаф с электрической варочной',
      [
        { kind: 'sink', width: 600 },
        { kind: 'hob', fuel: 'electric', oven: true },
      ],
    ],
    ['мойка, дш+вп (индукц)', [{ kind: 'sink' }, { kind: 'hob', fuel: 'induction', oven: true }]],
    [
      'мойка духовка с варочной газовой холодильник встроенный',
      [{ kind: 'sink' }, { kind: 'hob', fuel: 'gas', oven: true }, { kind: 'fridge', builtIn: true }],
    ],
    ['мойка, духовка и индукция', [{ kind: 'sink' }, { kind: 'hob', fuel: 'induction', oven: true }]],
    [
      'мойка, индукция 60, духовка в пенале',
      [{ kind: 'sink' }, { kind: 'hob', fuel: 'induction', width: 600 }, { kind: 'oven', tall: true }],
    ],
    [
      'мойка, варочная, свч встр в пенал вместе с духовкой',
      [{ kind: 'sink' }, { kind: 'hob' }, { kind: 'oven', tall: true, microwave: true }],
    ],
    [
      'мойка, варочная, пенал с духовкой и микроволновкой',
      [{ kind: 'sink' }, { kind: 'hob' }, { kind: 'oven', tall: true, microwave: true }],
    ],
    ['мойка, плита газовая отдельная 50 см', [{ kind: 'sink' }, { kind: 'stove', fuel: 'gas', width: 500 }]],
    ['мойка, плита с духовкой', [{ kind: 'sink' }, { kind: 'stove' }]],
    ['мойка, плита с духовкой, все встроенное', [{ kind: 'sink' }, { kind: 'hob', oven: true }]],
    ['мойка, плита с духовкой встроенная и вытяжка', [{ kind: 'sink' }, { kind: 'hob', oven: true }]],
    ['мойка, плита и духовка отдельно в пенале', [{ kind: 'sink' }, { kind: 'hob' }, { kind: 'oven', tall: true }]],
    ['тумба под мойку 80, плита', [{ kind: 'sink', width: 800 }, { kind: 'stove' }]],
    ['мойка, плита, стиралка 60', [{ kind: 'sink' }, { kind: 'stove' }, { kind: 'washer', width: 600 }]],
    [
      'мойка, плита, отдельно стоящий холодильник 70 см',
      [{ kind: 'sink' }, { kind: 'stove' }, { kind: 'fridge', builtIn: false, width: 700 }],
    ],
    ['мойка, плита, холодильник отдельно в другом месте', [{ kind: 'sink' }, { kind: 'stove' }]],
    ['мойка, плита, холодильник не нужен', [{ kind: 'sink' }, { kind: 'stove' }]],
    ['мойка, плита, без посудомойки', [{ kind: 'sink' }, { kind: 'stove' }]],
    [
      'мойка, плита, ящики три штуки 500',
      [{ kind: 'sink' }, { kind: 'stove' }, { kind: 'unit', code: 'BD3', width: 500 }],
    ],
    [
      'мойка, плита, тумба с тремя ящиками 600',
      [{ kind: 'sink' }, { kind: 'stove' }, { kind: 'unit', code: 'BD3', width: 600 }],
    ],
    [
      'мойка, плита, тумба с двумя ящиками 80',
      [{ kind: 'sink' }, { kind: 'stove' }, { kind: 'unit', code: 'BD2', width: 800 }],
    ],
    [
      'мойка, плита, две тумбы 40',
      [{ kind: 'sink' }, { kind: 'stove' }, { kind: 'unit', code: 'B', width: 400, count: 2 }],
    ],
    ['мойка, плита, бутылочница 20', [{ kind: 'sink' }, { kind: 'stove' }, { kind: 'unit', code: 'BB', width: 200 }]],
    ['мойка, плита, остальное тумбы', [{ kind: 'sink' }, { kind: 'stove' }]],
  ])('«%s»', (words, wanted) => expect(fixtures(words)).toEqual(wanted)); // prettier-ignore
});

describe('places', () => {
  const place = (words: string, kind: string): unknown => {
    const found = briefOf(words).fixtures.find((fixture) => fixture.kind === kind);
    const { wall, where, nextTo, side, at } = found ?? {};
    return JSON.parse(JSON.stringify({ wall, where, nextTo, side, at }));
  };
  it.each([
    ['прямая 3 м, плита, мойка слева', 'sink', { where: 'start' }],
    ['прямая 3 м: мойка 60 в левом углу, плита', 'sink', { where: 'start' }],
    ['прямая 3 м, мойка 60, плита, справа отдельно стоящий холодильник', 'fridge', { where: 'end' }],
    ['прямая 3 м мойка по центру плита справа', 'sink', { where: 'centre' }],
    ['прямая 3 м мойка по центру плита справа', 'stove', { where: 'end' }],
    ['прямая 3 м, мойка, плита, посудомойка рядом с мойкой', 'dishwasher', { nextTo: 'sink' }],
    ['прямая 3 м, плита, мойка, посудомойка 60 рядом', 'dishwasher', { nextTo: 'sink' }],
    ['прямая 3 м, мойка, плита, посудомойка слева от мойки', 'dishwasher', { side: { of: 'sink', hand: 'left' } }],
    ['прямая 3 м, мойка, плита правее', 'stove', { side: { of: 'sink', hand: 'right' } }],
    ['прямая 3 м, плита, мойка в 100 см от левого угла', 'sink', { wall: 'A', at: 1000 }],
    ['угловая 3 на 2, мойка в углу, плита', 'sink', { where: 'corner' }],
    ['угловая 3 на 2, мойка в углу, плита на короткой стороне', 'stove', { wall: 'B' }],
    [
      'угловая 3 на 2, мойка в углу, плита, встроенный холодильник в начале длинной',
      'fridge',
      { wall: 'A', where: 'start' },
    ],
    ['угловая 3 на 2, мойка в углу, плита на второй стене', 'stove', { wall: 'B' }],
    ['буквой П 2,4 х 3 х 2,4. Мойка по центру, плита справа', 'sink', { wall: 'B' }],
    ['буквой П 2,4 х 3 х 2,4. Мойка по центру, плита справа', 'stove', { wall: 'C' }],
    [
      'буквой П 2,4 х 3 х 2,4. Мойка по центру, плита, холодильник встроенный в начале левой',
      'fridge',
      { wall: 'A', where: 'start' },
    ],
  ])('«%s»: %s', (words, kind, wanted) => expect(place(words, kind)).toEqual(wanted)); // prettier-ignore

  it('«слева направо» keeps the sequence, «справа налево» turns it', () => {
    const forward = briefOf('прямая 3 м слева направо: мойка, тумба 40, плита');
    const backward = briefOf('прямая 3 м справа налево: плита, тумба 40, мойка');
    expect(forward.ordered).toBe(true);
    expect(backward.fixtures).toEqual(forward.fixtures);
  });
});

describe('obstacles', () => {
  const obstacles = (words: string): unknown => briefOf(`стена 3,6 м, ${words}, мойка, плита`).obstacles;
  it.each([
    [
      'на ней окно 120 см, начинается в 100 см от левого угла, подоконник 90 см от пола, верх окна 210',
      { kind: 'window', at: 1000, width: 1200, bottom: 900, top: 2100 },
    ],
    ['окно 1400 от 900 мм слева, подоконник на высоте 90 см', { kind: 'window', at: 900, width: 1400, bottom: 900 }],
    ['окно 120 см посередине, подоконник 95', { kind: 'window', at: 1200, width: 1200, bottom: 950 }],
    [
      'окно 120х130 в 1 м от правого угла, подоконник 90',
      { kind: 'window', at: 1400, width: 1200, bottom: 900, top: 2200 },
    ],
    ['слева дверь 80 см на расстоянии 10 см от левого угла', { kind: 'door', at: 100, width: 800 }],
    ['стояк 15 на 15 в левом углу', { kind: 'riser', at: 0, width: 150, depth: 150 }],
    ['батарея 80 см в 1 метре от левого угла', { kind: 'radiator', at: 1000, width: 800 }],
    ['газовая труба 190 см от левого угла', { kind: 'gas_pipe', at: 1900, width: 30 }],
    ['розетка 50 см от левого угла на высоте 30', { kind: 'socket', at: 500, width: 80, bottom: 300 }],
  ])('«%s»', (words, wanted) => expect(obstacles(words)).toEqual([{ wall: 'A', ...wanted }])); // prettier-ignore

  it('a boiler beside the pipe stands edge to edge with it once its side is named', () => {
    const { obstacles: found } = briefOf(
      'стена 4 м, газовая труба 190 см от левого угла, справа от трубы газовый котел 45х75 низ на 140 см, мойка, плита',
    );
    expect(found?.[1]).toEqual({ kind: 'boiler', wall: 'A', at: 1930, width: 450, bottom: 1400, top: 2150 });
  });
});
