import type { Brief } from '#libs/furniture';
import { briefOf } from '../../../test/orders.js';

describe('looks', () => {
  const looks = (words: string): Partial<Brief> => {
    const { finish, handles, lighting, wallTier, ceiling } = briefOf(`прямая 3 м, мойка, плита. ${words}`);
    return JSON.parse(JSON.stringify({ finish, handles, lighting, wallTier, ceiling }));
  };
  const all = (finish: string): object => ({ base: finish, wall: finish, tall: finish, upper: finish });
  it.each([
    [
      'Корпус белый, низ графит, верх оливковый, столешница дуб',
      { carcass: 'white', facade: { base: 'graphite', wall: 'olive' }, worktop: 'oak' },
    ],
    ['верх белый низ дуб', { facade: { wall: 'white', base: 'oak' } }],
    ['белый верх, дубовый низ', { facade: { wall: 'white', base: 'oak' } }],
    ['верх и низ белые', { facade: { wall: 'white', base: 'white' } }],
    ['фасады серые', { facade: all('grey') }],
    ['белая', { facade: all('white') }],
    ['столешка дуб сонома', { worktop: 'oak' }],
  ])('«%s» paints', (words, finish) => expect(looks(words).finish).toEqual(finish)); // prettier-ignore

  it.each(['мойка чёрная', 'чёрная вытяжка', 'белые ручки'])('«%s» paints nothing', (words) =>
    expect(looks(words).finish).toBeUndefined(),
  );

  it.each([
    [
      'без ручек, профиль гола на нижних, верх открывание нажатием',
      { base: 'gola', wall: 'push', tall: 'push', upper: 'push' },
    ],
    ['профиль гола', { base: 'gola' }],
    ['верх от нажатия', { wall: 'push' }],
    ['ручки скобы', all('bar')],
  ])('«%s» sets handles', (words, handles) => expect(looks(words).handles).toEqual(handles)); // prettier-ignore

  it.each([
    ['без верхних', { walls: 'none' }],
    ['верхние не нужны', { walls: 'none' }],
    ['только нижние', { walls: 'none' }],
    ['верхние и вытяжка', { walls: 'all', hood: true }],
    ['верх до потолка', { walls: 'all', toCeiling: true }],
    ['навесные высотой 90', { walls: 'all', height: 900 }],
    ['верх, без вытяжки', { walls: 'all', hood: false }],
  ])('«%s» hangs', (words, tier) => expect(looks(words).wallTier).toEqual(tier)); // prettier-ignore

  it('names lighting and ceiling', () => {
    expect(looks('подсветка рабочей зоны, потолок 2.6')).toEqual({ lighting: { under: true }, ceiling: 2600 });
  });
});

describe('several messages make one brief', () => {
  it.each([
    [['Хочу кухню', 'прямая, 3 метра', 'мойка 60, духовка с индукцией']],
    [['прямая кухня', 'три метра', 'мойка шестьдесят духовка и индукция']],
    [['Прямая 3 на 2', 'прямая, 3 метра', 'мойка 60 и духовка с варочной, индукция']],
  ])('%j', (messages) => {
    expect(briefOf(...messages)).toEqual({
      walls: [{ length: 3000 }],
      fixtures: [
        { kind: 'sink', width: 600 },
        { kind: 'hob', fuel: 'induction', oven: true },
      ],
    });
  });

  it('a later word wins, a unit answers the question of units', () => {
    expect(briefOf('прямая 3 м, мойка 60, плита', 'нет, 3,2 м, мойка 80').walls).toEqual([{ length: 3200 }]);
    expect(
      briefOf('кухня 300 на 200 угловая, мойка, плита', 'в сантиметрах').walls.map(({ length }) => length),
    ).toEqual([3000, 2000]);
    expect(
      briefOf('угловая, одна сторона 3 м', 'вторая 2 м', 'мойка, плита').walls.map(({ length }) => length),
    ).toEqual([3000, 2000]);
  });
});
