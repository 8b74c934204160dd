import { ceilingOf, changeOf, distanceOf, unitWidth, wallLength } from './lengths.js';
import { normalise } from './normalise.js';
import type { Quantity } from './token.js';

const quantities = (text: string): Quantity[] => normalise(text).flatMap(({ quantity }) => quantity ?? []);
const first = (text: string): Quantity => quantities(text)[0] ?? { value: Number.NaN };

describe('a wall is as long as the customer said', () => {
  it.each([
    ['3 м 20 см', 3200],
    ['3 метра 20 см', 3200],
    ['3м20', 3200],
    ['3 м 200 мм', 3200],
    ['3,2 м', 3200],
    ['3.2м', 3200],
    ['3,25 метра', 3250],
    ['три двадцать', 3200],
    ['три метра двадцать', 3200],
    ['три метра двести', 3200],
    ['три метра', 3000],
    ['метр восемьдесят', 1800],
    ['полтора метра', 1500],
    ['два с половиной метра', 2500],
    ['две тысячи четыреста', 2400],
    ['три тысячи двести', 3200],
    ['три целых две десятых метра', 3200],
    ['двести сорок', 2400],
    ['двести сорок сантиметров', 2400],
    ['320 см', 3200],
    ['3000', 3000],
    ['3 000 мм', 3000],
    ['3000мм', 3000],
    ['3', 3000],
    ['2,7', 2700],
    ['12', 12_000],
    ['400', 400],
  ])('«%s» is %i mm', (text, mm) => expect(wallLength(first(text))).toBe(mm)); // prettier-ignore

  it.each(['300', '30', '240', '25 метров', '13 м', '300 мм', '20 см', '15000', '0'])(
    '«%s» has to be asked: no wall is that',
    (text) => {
      expect(wallLength(first(text))).toBeUndefined();
    },
  );
});

describe('a unit is as wide as the customer said', () => {
  it.each([
    ['60', 600],
    ['45', 450],
    ['600', 600],
    ['60 см', 600],
    ['60см', 600],
    ['450 мм', 450],
    ['0,6 м', 600],
    ['шестьдесят', 600],
    ['сорок пять', 450],
    ['шестьсот', 600],
    ['сорокапятка', 450],
  ])('«%s» is %i mm', (text, mm) => expect(unitWidth(first(text))).toBe(mm)); // prettier-ignore
});

describe('other measures', () => {
  it.each([
    ['10 см', 100],
    ['10', 100],
    ['100', 100],
    ['100 мм', 100],
    ['двадцать сантиметров', 200],
    ['0,1', 100],
  ])(
    'wider by «%s» is %i mm',
    (text, mm) => expect(changeOf(first(text))).toBe(mm), // prettier-ignore
  );
  it.each([
    ['2,7', 2700],
    ['270', 2700],
    ['2700', 2700],
    ['2.65 м', 2650],
    ['три метра', 3000],
  ])(
    'a ceiling of «%s» is %i mm',
    (text, mm) => expect(ceilingOf(first(text))).toBe(mm), // prettier-ignore
  );
  it.each([
    ['100 см', 1000],
    ['90', 900],
    ['120', 1200],
    ['900 мм', 900],
    ['1,2', 1200],
    ['1 м', 1000],
    ['1400', 1400],
  ])(
    'a window «%s» is %i mm',
    (text, mm) => expect(distanceOf(first(text))).toBe(mm), // prettier-ignore
  );
});

describe('numbers beside each other stay apart', () => {
  it.each([
    ['3 на 2', [3, 2]],
    ['3000х2000', [3000, 2000]],
    ['2000 х 1900 х 2000', [2000, 1900, 2000]],
    ['45x75', [45, 75]],
    ['600, 450, 500', [600, 450, 500]],
    ['600,450,500', [600, 450, 500]],
    ['3,1 на 2,2, мойка', [3.1, 2.2]],
    ['мойка 60 посудомойка 45', [60, 45]],
    ['три ящика шестьдесят', [3, 60]],
    ['ящики три штуки 500', [3, 500]],
  ] as [string, number[]][])('«%s»', (text, values) =>
    expect(quantities(text).map(({ value }) => value)).toEqual(values),
  ); // prettier-ignore
});
