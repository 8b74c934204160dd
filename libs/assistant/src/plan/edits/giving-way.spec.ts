import { play } from '../../../test/play.js';

/** The lower rows of a played order, wall by wall, fillers and panels aside: «B500 BS600 | …». */
const rows = ({ order }: Awaited<ReturnType<typeof play>>[number]): string =>
  (order?.room.walls ?? [])
    .map(({ id }) =>
      (order?.runs ?? [])
        .filter(({ wall, tier }) => wall === id && (tier === 'base' || tier === 'tall'))
        .flatMap(({ nodes }) => nodes)
        .sort((a, b) => Number(a.at) - Number(b.at))
        .flatMap(({ code, w }) => (/^(EP|FL|FLC)$/.test(code) ? [] : [`${code}${w}`]))
        .join(' '),
    )
    .join(' | ');

const STRAIGHT = 'прямая 3 м мойка слева плита справа';
const CORNER = 'угловая 3 на 2 мойка в углу, духовка с варочной на длинной, холодильник встроенный в конце короткой';
const TALLS = 'Нужно 2 пенала по краям, между ними мойка, варка, духовка, пмм. стена 4.2';
const EYE_LEVEL = ['прямая 3,6 м, мойка, посудомойка, духовка с варочной, холодильник', 'духовку хочу на уровне глаз'];

it.each([
  [
    '«между ними» is between what was spoken of before',
    [STRAIGHT, 'а теперь посудомойку 45 между ними'],
    'B500 BS600 FD450 BD3350 NB600 B450',
  ],
  [
    'also where the kitchen was turned since',
    [STRAIGHT, 'наоборот', 'посудомойку 45 между ними'],
    'B450 NB600 BD3350 FD450 BS600 B500',
  ],
  [
    'beside a corner is on either wall',
    [CORNER, 'хочу еще посудомойку возле мойки'],
    'B450 BO600 BD3300 B400 FD600 | BCS1030 B350 TF600',
  ],
  [
    'the unit that stands there becomes what was said',
    ['прямая 3600 мойка пмм плита', 'справа от плиты ящики 40'],
    undefined,
  ],
  ['tall units at both ends', [TALLS], 'T600 BS600 FD600 BO600 BD3800 B350 T600'],
  [
    'added at both ends',
    ['прямая 4 м мойка плита', 'добавь пеналы по бокам'],
    'T600 B450 B500 BS600 BD3600 NB600 T600',
  ],
  [
    'a tall unit becomes the fridge’s',
    [TALLS, 'в левый пенал холодильник'],
    'TF600 BS600 FD600 BO600 BD3800 B350 T600',
  ],
  ['an oven that comes down again', [...EYE_LEVEL, 'нет, верни духовку вниз'], 'B450 BO600 FD600 BS600 BD3700 NF600'],
  [
    'the colour said since stays',
    [...EYE_LEVEL, 'фасады белые', 'нет, верни духовку вниз'],
    'B450 BO600 FD600 BS600 BD3700 NF600',
  ],
  [
    'an appliance that goes again',
    [STRAIGHT, 'посудомойку 45 между ними', 'посудомойку убери'],
    'B500 BS600 BD3800 NB600 B450',
  ],
  [
    'an appliance that comes again',
    [EYE_LEVEL[0] ?? '', 'посудомойку убери', 'верни посудомойку'],
    'B450 BO600 FD600 BS600 BD3700 NF600',
  ],
])('%s', async (_, messages, expected) => {
  const played = await play(messages);
  const last = played.at(-1);
  expect(last?.outcome.status).toBe('built');
  if (last && expected) expect(rows(last)).toBe(expected);
});

it('what was removed once is not missed later', async () => {
  const last = (await play([TALLS, 'правый пенал убери', 'и цвет белый'])).at(-1);
  expect(last?.outcome.note).not.toMatch(/Не получилось/);
});

it('offers no other corner unit, and no second thing beside one that is enough', async () => {
  const messages = ['угловая 2,2 на 1,7, мойка в углу, плита и посудомойка 60 на длинной', 'холодильник на короткую'];
  const last = (await play([...messages, 'пенал 60 на короткую'])).at(-1);
  expect(last?.outcome.note).toMatch(/без холодильника/);
  expect(last?.outcome.note).not.toMatch(/1030|без угл/);
});

it('a hood goes where the cooker goes', async () => {
  const last = (await play(['угловая 3 на 2 мойка в углу, плита на левой стене, вытяжка', 'плиту на правую стену'])).at(
    -1,
  );
  expect(last?.outcome.note).toMatch(/вытяжка — следом/);
  expect(last?.outcome.note).not.toMatch(/Убрано: вытяжка|не помещается/);
});
