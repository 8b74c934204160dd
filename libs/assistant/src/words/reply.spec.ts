import { compose, type Order } from '#libs/furniture';
import { meaning, mention, type Said } from '../../test/meanings.js';
import type { QuestionAbout, Topic } from '../meaning/meaning.js';
import type { Act, Ask, Assumed, Decision, NotDone, Way } from '../plan/decision.js';
import { replyOf } from './index.js';

const made = compose(
  {
    walls: [{ length: 3200 }],
    fixtures: [
      { kind: 'fridge', builtIn: false, width: 600 },
      { kind: 'sink', width: 600 },
      { kind: 'unit', code: 'BD3', width: 500 },
      { kind: 'hob', fuel: 'induction', oven: true },
    ],
    ordered: true,
  },
  { orderId: 'lead-1' },
);
if (!made.ok) throw new Error('the sample is not built');
const order: Order = made.order;

const reply = (
  act: Act,
  { said = [], more = {}, standing }: { said?: Said[]; more?: Partial<Decision>; standing?: Order } = {},
): string => replyOf({ act, became: [], assumed: [], ...more }, meaning(said), standing);
const ask = (...asks: Ask[]): string => reply({ kind: 'ask', asks }, { standing: order });
const built: Act = { kind: 'operations', operations: [], made: order };

it.each<[Ask, string]>([
  [{ ask: 'length', shapeToo: true, known: [] }, 'Какой длины стена и какой будет кухня: прямая или угловая?'],
  [{ ask: 'length', shapeToo: false, shape: 'straight', known: [] }, 'Какой длины стена, вдоль которой встанет кухня?'],
  [{ ask: 'length', shapeToo: false, shape: 'corner', known: [] }, 'Какой длины обе стены угла?'],
  [
    { ask: 'length', shapeToo: false, shape: 'corner', known: [3000] },
    'Одна стена — 3000 мм, а какой длины вторая стена?',
  ],
  [{ ask: 'shape', known: [3000, 2000] }, 'Стены 3000 и 2000 мм: кухня угловая вдоль обеих или прямая вдоль одной?'],
  [{ ask: 'appliances' }, 'Какая техника нужна: мойка, плита или варочная с духовкой, холодильник, посудомойка?'],
  [{ ask: 'cooker', oven: false }, 'На чём готовить: плита или варочная панель с духовкой, газ или электричество?'],
  [
    { ask: 'obstacle', obstacle: { kind: 'window', places: [] }, lacks: ['place', 'width'] },
    'Где окно: сколько от левого или от правого угла и какая ширина?',
  ],
  [{ ask: 'obstacle', obstacle: { kind: 'riser', places: [] }, lacks: ['depth'] }, 'Какой глубины короб?'],
  [
    {
      ask: 'width',
      thing: mention('sink'),
      wanted: 700,
      made: [600, 800],
      finding: { code: 'GEO-WIDTH', severity: 'error', path: '', msg: '' },
    },
    'Мойка шириной 700 мм не делается. Какую ширину взять: 600 или 800?',
  ],
  [{ ask: 'where', thing: mention('dishwasher') }, 'Куда поставить посудомойку?'],
])('a question: %j', (one, expected) => expect(ask(one)).toBe(expected));

it('asks which of several by their neighbours', () => {
  const nodes = order.runs.flatMap((run) => run.nodes).filter(({ code }) => code === 'BD3' || code === 'BS');
  expect(ask({ ask: 'which', thing: mention('base'), nodes: nodes.map(({ id }) => id) })).toBe(
    'Какой именно шкаф: мойка 600 (между холодильником 600 и тумбой с ящиками 500) или тумба с ящиками 500 (между мойкой 600 и духовкой с индукцией 600)?',
  );
});

it.each<[Way, string]>([
  [{ way: 'narrow', thing: { concept: 'dishwasher', width: 600 }, to: 450 }, 'посудомойка 450 вместо 600'],
  [{ way: 'drop', thing: { concept: 'tall', width: 600 } }, 'без пенала 600'],
  [
    { way: 'place', thing: mention('fridge'), place: { at: 'side', hand: 'right', end: true } },
    'холодильник в правом конце ряда: встанет слева от мойки 600',
  ],
  [{ way: 'lengthen', from: 3200, to: 3400 }, 'стена 3400 мм вместо 3200'],
  [
    { way: 'shape', shape: 'straight', along: [3000], without: [2000] },
    'прямая кухня вдоль стены 3000 мм, без стены 2000',
  ],
])('an offer: %j', (way, expected) => {
  const offers = [{ ways: [way], operations: [], made: order }];
  const text = reply({ kind: 'refused', findings: [], missing: 150, offers }, { standing: order });
  expect(text).toBe(`Так не поместится. Не хватает 150 мм. Можно так: ${expected}. Как поступим?`);
});

it.each<[NotDone, string]>([
  [{ because: 'outside', name: 'барная стойка' }, 'В кухню не вношу, обсудите с салоном: барная стойка.'],
  [{ because: 'shape', shape: 'island' }, 'Остров пока не делаем: кухня стоит вдоль стен.'],
  [{ because: 'no_room', thing: { concept: 'washer', width: 600 } }, 'Стиральная машина 600 не помещается.'],
  [
    {
      because: 'place',
      thing: mention('sink'),
      place: { at: 'under', of: { obstacle: 'window', source: mention('').source } },
    },
    'Мойка — не там, где просили (под окном): так не встаёт.',
  ],
  [
    { because: 'no_corner', thing: mention('sink') },
    'Угловая мойка не встанет: у прямой кухни нет угла, для него нужна вторая стена.',
  ],
  [
    { because: 'one_wall', thing: mention('sink') },
    'Мойка — на другую стену не переставить: кухня прямая, стена одна. Чтобы сделать угловую, назовите длину второй стены.',
  ],
  [
    { because: 'width', thing: { concept: 'stove', width: 500 }, wanted: 540 },
    'Плита не 540, а 500 мм: другой ширины не получается.',
  ],
  [{ because: 'absent', thing: mention('microwave') }, 'Микроволновка: в этой кухне такого нет.'],
  [
    { because: 'colour', thing: mention('sink') },
    'Мойка — не в отдельном цвете: красятся целые ряды фасадов, а техника не красится.',
  ],
])('what was not done: %j', (why, expected) =>
  expect(reply(built, { more: { became: [{ statement: 0, is: 'not_done', why }] }, standing: order })).toBe(expected),
);

it.each<[Assumed, string]>([
  [{ assume: 'approximate', length: 2500 }, 'Длина стены взята примерно: 2500 мм.'],
  [{ assume: 'cooker', kind: 'stove' }, 'Плита взята отдельно стоящая, не встроенная.'],
  [
    { assume: 'nearest_colour', named: 'красный', finish: 'walnut' },
    'Цвета «красный» в палитре нет, взят ближайший: орех, показано условно.',
  ],
])('what was assumed: %j', (assumed, expected) =>
  expect(reply(built, { more: { assumed: [assumed] } })).toBe(expected),
);

const talk = (topic: Topic, act: Act = { kind: 'reply' }, standing?: Order): string =>
  reply(act, {
    said: [{ say: 'talk', topic }],
    more: { became: [{ statement: 0, is: 'answered' }] },
    ...(standing ? { standing } : {}),
  });

it.each<[Topic, RegExp]>([
  ['greeting', /^Здравствуйте! Расскажите о кухне/],
  ['thanks', /^Пожалуйста/],
  ['price', /^Цену здесь не считаем/],
  ['delivery', /доставк/],
  ['warranty', /гаранти/],
  ['other_furniture', /только с кухонными гарнитурами/],
  ['other_language', /по-русски/],
  ['swearing', /досадно/],
  ['who', /помощник салона/],
  ['injection', /только собираю кухни/],
])('small talk has its own sentence, and no length is asked for first: %s', (topic, expected) => {
  expect(talk(topic)).toMatch(expected);
  expect(talk(topic)).not.toMatch(/^Какой длины|\d|руб/);
  expect(talk(topic, { kind: 'reply' }, order)).not.toMatch(/длин/);
});
it('money that nothing was made of is a question for its price', () =>
  expect(reply({ kind: 'reply' }, { said: [{ say: 'context', of: 'money' }], standing: order })).toMatch(/^Цену/));
it('an apology is enough beside a kitchen that was changed', () =>
  expect(talk('swearing', built, order)).toBe('Простите за неудобство.'));

it.each<[QuestionAbout, string | undefined, string]>([
  ['width', 'sink', 'Мойка 600 мм (между холодильником 600 и тумбой с ящиками 500): 616–1216 мм от левого угла. Что'],
  ['place', 'fridge', 'Холодильник 600 мм (слева от мойки 600): 16–616 мм'],
  ['exists', 'dishwasher', 'Посудомойка: в этой кухне такого нет. Добавить?'],
  ['exists', 'sink', 'Мойка 600 мм ('],
  ['count', 'drawers', 'В кухне 3 ящика.'],
  ['neighbour', 'sink', 'Мойка 600 мм (между холодильником 600 и тумбой с ящиками 500)'],
  ['free_space', undefined, 'свободно '],
  ['fuel', 'hob', 'Духовка с индукцией 600 мм ('],
  ['height', 'sink', 'высота '],
  ['length', undefined, 'Стена — 3200 мм.'],
  ['depth', undefined, 'Глубина нижних шкафов 560 мм'],
  ['area', undefined, 'Площадь деталей: '],
  ['contents', undefined, 'Слева направо: холодильник 600, мойка 600, тумба с ящиками 500, духовка с индукцией 600'],
])('a question about the order: %s of %s', (about, concept, expected) => {
  const said: Said = { say: 'question', about, things: concept ? [mention(concept)] : [], places: [] };
  const text = reply(
    { kind: 'reply' },
    { said: [said], more: { became: [{ statement: 0, is: 'answered' }] }, standing: order },
  );
  expect(text).toContain(expected);
});
