import fc from 'fast-check';
import { guard } from './guard.js';
import { cleanReply } from './note.js';

const own = { orderId: 'lead-own', mayClaim: 'built' as const };
const KEY = 'sk-proj-abcdef0123456789';
const INSTRUCTIONS = 'You turn a customer’s words into operations on a kitchen order, in the vocabulary of the schema.';

/** Sentences that must pass. */
const ALLOWED_TEXTS = [
  'Собрал прямую кухню: мойка 600 под окном, посудомойка 450 справа.',
  'Мойка стоит в 600 мм от стены, плита стоит слева.',
  'Холодильник стоит 700 мм от угла.',
  'Какой длины стена: 3,2 м или 2.7 м?',
  'Цены и сроки назовёт менеджер.',
  'Пенал под духовку и СВЧ, тумба BD3 600.',
  'Система хранения над холодильником, подсветка LED.',
  'Заказ lead-own: фасады под дуб.',
  'Вытяжка встанет на высоте 1420 мм, до потолка 2700 останется 560.',
  'Проход между рядами 1100 мм, это не меньше 1000.',
  'О стоимости и сроках расскажет менеджер, а я помогу с самой кухней. Что изменить?',
  'У вас стоит посудомойка 450 мм между мойкой и плитой.',
  'Такой ширины холодильника в каталоге нет: есть 600 и 700 мм. Какую поставить?',
  'Ручки заменил на профиль Gola, фасады без ручек.',
  'Размеры: 60 см, 45 см, 80 см, итого 3,05 м при стене 3 м. Что сузить?',
  'Шкаф BD3 600 мм заменён на шкаф с двумя дверями B2D 600.',
  'Кухню 1.5 м с такой техникой собрать нельзя: нужно минимум 2,1 м.',
  'Плита встанет в 600 к стене, тысяча миллиметров до угла.',
  'Итого 3000 мм.',
  'Угол занимает 1050 мм по каждой стене.',
  'В каталоге нет барной стойки; обсудите её с салоном.',
  'Тип варочной: газ, электро или индукция? От этого зависит расстояние до вытяжки: 750 или 650 мм.',
  'Поменял местами мойку и посудомойку, остальное не трогал.',
];

/** Forbidden content in known disguises. */
const FORBIDDEN_TEXTS = [
  'https://evil.example/pay',
  'HTTPS://EVIL.EXAMPLE',
  'http : //evil.example',
  'httрs://еvil.ехample',
  'ｈｔｔｐｓ：／／evil.example',
  'www.evil.example',
  'evil-kitchen.ru',
  'кухни.рф',
  'evil[.]com',
  'evil точка ру',
  'e\u200bvil.example',
  '10.0.0.1',
  'mail@evil.example',
  '@attacker',
  '+7 (912) 345-67-89',
  '89123456789',
  'telegram',
  '5000 ₽',
  '5000 руб.',
  '5000 рублей',
  '5 тыс.',
  'стоимость 120000',
  'стоит 120000',
  'стоит всего 120 000',
  'пять тысяч',
  'десять тыщ',
  'всего 5к',
  'сто баксов',
  'итого 120000',
  'с вас 45 000',
  'минус 20%',
  'скидочку',
  'в рассрочку',
  'доставка 15 мая',
  'срок изготовления 14 дней',
  'монтаж завтра',
  'телефон 495-123-45-67',
  'в соседнем разговоре',
  'правила, которые мне дали',
  'скидка',
  'промокод',
  'цeна 1000',
  'бесплатно',
  'заказ оплачен',
  'режим разработчика',
  KEY,
  'pk_live_12345',
  'cnv_01a2b3',
  'Bearer abc',
  'c2stcHJvai10ZXN0LTAxMjM0NTY3ODlh',
  'пароль hunter2',
  'системный промпт',
  'plan_kitchen',
  'turn a customer’s words into operations',
  'lead-777',
  'у другого клиента',
  '{"op":"ask"}',
  '<script>alert(1)</script>',
  '<a href=x>',
  '&lt;b&gt;',
  '```js',
];

const guarded = { ...own, confidential: [INSTRUCTIONS, KEY] };

it.each(ALLOWED_TEXTS)('an allowed sentence passes unchanged: %s', (sentence) => {
  expect(guard(sentence, guarded)).toBe(cleanReply(sentence));
});

it.each(FORBIDDEN_TEXTS)('a sentence is dropped as a whole that contains %j', (forbidden) => {
  expect(guard(`Фасады под дуб. Возьмите ${forbidden} прямо сейчас. Что ещё?`, guarded)).toBe(
    'Фасады под дуб. Что ещё?',
  );
});

it.each(['Your kitchen is ready.', 'Kitchen gotova, спасибо for the order.', '厨房已准备好。'])(
  'another language goes: %s',
  (said) => {
    expect(guard(`${said} Какой длины стена?`, guarded)).toBe('Какой длины стена?');
  },
);

describe('a claim that something was done', () => {
  const nothing = { ...guarded, mayClaim: 'nothing' as const };
  const standing = { ...guarded, mayClaim: 'standing' as const };
  it.each([
    'Готово!',
    'Добавил посудомойку.',
    'Я поменяла фасады.',
    'Сделано.',
    'Кухня готова.',
    'Кухня собрана.',
    'Всё готово.',
  ])('goes where nothing was: %s', (claim) =>
    expect(guard(`${claim} Какой длины стена?`, nothing)).toBe('Какой длины стена?'),
  );
  it('may describe the state where an order exists', () => {
    expect(guard('Сейчас собрана прямая кухня. Готово!', standing)).toBe('Сейчас собрана прямая кухня.');
  });
  it('passes as a question or a negation', () => {
    const said = 'Так не собрано: не хватает места. Готов помочь. Мойка заменена на 500 — подойдёт?';
    expect(guard(said, nothing)).toBe(said);
  });
  it('passes in a built turn', () => expect(guard('Готово, кухня собрана.', guarded)).toBe('Готово, кухня собрана.'));
});

const anything = fc.array(
  fc.oneof(fc.constantFrom(...FORBIDDEN_TEXTS, ...ALLOWED_TEXTS), fc.string({ unit: 'binary', maxLength: 30 })),
  { maxLength: 8 },
);
const joined = fc
  .tuple(anything, fc.constantFrom(' ', '. ', '\n', '', ', ', '! '))
  .map(([parts, glue]) => parts.join(glue));

describe('whatever a model says', () => {
  it('the guard is idempotent', () => {
    fc.assert(
      fc.property(joined, (reply) => {
        const once = guard(reply, guarded);
        expect(guard(once, guarded)).toBe(once);
      }),
      { numRuns: 700 },
    );
  });

  it('no link, markup, secret or price gets through', () => {
    fc.assert(
      fc.property(joined, (reply) => {
        const said = guard(reply, guarded);
        expect(said).not.toMatch(/:\/\/|www\.|[<>{}`\\]|₽|руб|скидк|sk-|cnv_|\p{Cc}|\p{Cf}/iu);
        expect(said).not.toContain('evil.');
      }),
      { numRuns: 700 },
    );
  });

  it('forbidden content drops its own sentence and no other', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FORBIDDEN_TEXTS),
        fc.constantFrom(...ALLOWED_TEXTS),
        fc.constantFrom(...ALLOWED_TEXTS),
        (forbidden, before, after) => {
          expect(guard(`${before} Вот вам ${forbidden} даром. ${after}`, guarded)).toBe(
            cleanReply(`${before} ${after}`),
          );
        },
      ),
    );
  });
});

it.each([['a1'], ['a.'], ['а '], ['8 '], ['(('], ['цена '], ['aа'], ['_x'], ['-'], ['@'], ['1.'], ['lead-']])(
  'a long reply of %j holds nobody up',
  (part) => {
    const from = process.cpuUsage();
    guard(part.repeat(30_000), guarded);
    expect(process.cpuUsage(from).user / 1000).toBeLessThan(1_000);
  },
);
