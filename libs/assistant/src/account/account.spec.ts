import { type Brief, compose, type Edit, edit, given, type Order } from '#libs/furniture';
import { meaning, mention, refuses, type Said, walls, wants } from '../../test/meanings.js';
import type { Meaning } from '../meaning/meaning.js';
import { type Account, accountOf, mustAsk } from './account.js';
import { unreadIn } from './unread.js';

function built(brief: Brief): Order {
  const made = compose(brief, { orderId: 'lead-1' });
  if (!made.ok) throw new Error(made.findings[0]?.msg);
  return made.order;
}
function changed(order: Order, ...edits: Edit[]): Order {
  const made = edit(order, edits);
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made.order;
}

const BRIEF: Brief = {
  walls: [{ length: 3200 }],
  fixtures: [
    { kind: 'fridge', builtIn: false, width: 600 },
    { kind: 'sink', width: 600 },
    { kind: 'dishwasher', width: 450 },
    { kind: 'hob', fuel: 'induction', oven: true },
  ],
  ordered: true,
};
const SAID: readonly Said[] = [
  walls(3200),
  wants(mention('fridge', { width: 600, builtIn: false }), { at: 'side', hand: 'left' }),
  wants(mention('sink', { width: 600 })),
  wants(mention('dishwasher', { width: 450 })),
  wants(mention('oven', { with: [mention('hob', { fuel: 'induction' })] })),
  { say: 'sequence', of: [1, 2, 3, 4], direction: 'listed' },
  { say: 'row', act: 'want', tier: 'wall' },
  wants('hood', { at: 'over', of: mention('hob') }),
];
const kitchen = built(BRIEF);

const first = (said: readonly Said[], after: Order, note = ''): Account =>
  accountOf({ past: [], meaning: meaning(said), before: undefined, after, note });
const later = (said: readonly Said[], after: Order, note = '', before = kitchen): Account =>
  accountOf({ past: [{ meaning: meaning(SAID), status: 'built' }], meaning: meaning(said), before, after, note });
const lost = ({ unmet }: Account) => unmet.map(({ key }) => key);
const touched = ({ unasked }: Account) => unasked.map(({ change, grave }) => `${change.change}${grave ? '!' : ''}`);
const CLEAN: Account = { unmet: [], unasked: [], cookers: 0, idle: false };
const idOf = (order: Order, kind: string): string => order.items.find((item) => item.kind === kind)?.node ?? '';

it('a kitchen that stands as it was said is clean', () => expect(first(SAID, kitchen)).toEqual(CLEAN));

describe('what was said and does not stand is missing', () => {
  it.each<[string, Said, string]>([
    ['an appliance', wants('washer'), 'washer'],
    ['a width', wants(mention('sink', { width: 800 })), 'width sink'],
    ['a fuel', wants(mention('hob', { fuel: 'gas' })), 'fuel'],
    ['a kind of fridge', wants(mention('fridge', { builtIn: true })), 'fridge'],
    ['a refused thing', refuses('dishwasher'), 'dishwasher'],
    ['a side', wants('fridge', { at: 'side', hand: 'right' }), 'place fridge 0'],
    ['an end', wants('oven', { at: 'side', hand: 'left', end: true }), 'place oven 0'],
    ['a neighbour', wants('fridge', { at: 'beside', of: mention('hob') }), 'place fridge 0'],
    ['a place between', wants('sink', { at: 'between', a: mention('dishwasher'), b: mention('oven') }), 'place sink 0'],
    ['a corner', wants(mention('sink', { corner: true })), 'sink'],
    [
      'a place by an obstacle',
      wants('sink', { at: 'under', of: { obstacle: 'window', source: mention('').source } }),
      'place sink 0',
    ],
    ['a length', walls(3400), 'walls'],
    ['a ceiling', { say: 'ceiling', mm: 2500 }, 'ceiling'],
    ['an end wall', { say: 'ends', left: 'wall' }, 'end left'],
    ['an obstacle', { say: 'obstacle', act: 'is', obstacle: { kind: 'riser', places: [] } }, 'obstacle riser '],
    ['a colour', { say: 'colour', parts: ['facade'], colour: { finish: 'oak', named: 'дуб' } }, 'colour base'],
    ['handles', { say: 'handles', tiers: 'all', handle: 'gola' }, 'handles base'],
    ['lighting', { say: 'lighting', on: true }, 'lighting'],
    ['a height', { say: 'row', act: 'want', tier: 'wall', height: 900 }, 'row wall '],
    ['what has no module', { say: 'outside', name: 'барная стойка' }, 'told барная стойка'],
    ['units', wants(mention('drawers', { width: 800, count: 2 })), 'drawers 800'],
  ])('%s', (_, said, key) => expect(lost(first([...SAID, said], kitchen))).toEqual(expect.arrayContaining([key])));

  it('the sequence', () => {
    const [a, b] = [idOf(kitchen, 'sink'), idOf(kitchen, 'dishwasher')];
    expect(lost(first(SAID, changed(kitchen, { op: 'swap', a, b })))).toContain('sequence');
  });
  it('unless the note admits it, naming the thing', () => {
    const said = [...SAID, wants('washer'), { say: 'outside', name: 'барная стойка' } as const];
    const note = 'Стиральная машина не помещается. Барную стойку обсудите с салоном.';
    expect(lost(first(said, kitchen, note))).toEqual([]);
    expect(lost(first(said, kitchen, 'Всё поставлено. Не помещается пенал.'))).toHaveLength(2);
  });
  it('words that nothing explains are unread, in the customer’s own words', () =>
    expect(unreadIn(meaning(SAID, ['крокозябра'])).map(({ text }) => text)).toEqual(['крокозябра']));
  it('an unread negation goes with its words and with what it is said of', () => {
    const of = { ...meaning([wants('sink')]) };
    const filler = { text: 'обычная', explained: 'filler' as const };
    const words = [...of.words, { text: 'не', explained: undefined }, filler];
    expect(unreadIn({ ...of, words })).toEqual([{ text: 'не обычная', beside: of.statements }]);
    expect(unreadIn({ ...of, words: words.slice(1) })).toEqual([]);
  });
  it.each<[string, Said, string[]]>([
    [
      'a wish worded as a question',
      { say: 'question', about: 'fits', things: [mention('washer')], places: [] },
      ['washer'],
    ],
    ['what is to be kept', { say: 'edit', edit: { act: 'keep', things: [mention('shelf')], places: [] } }, ['shelf']],
    [
      'a place alone is of the thing before it',
      { say: 'place', places: [{ at: 'side', hand: 'left', end: true }] },
      ['place hood 0'],
    ],
  ])('%s', (_, said, keys) => expect(lost(first([...SAID, said], kitchen))).toEqual(keys));
  it('what takes back a refusal and was not understood is unread', () => {
    const refused = meaning([{ say: 'thing', act: 'refuse', thing: mention('hood'), places: [] }]);
    const behind = ['хотя', 'нет', 'передумаем'].map((text) => ({ text, explained: 'filler' as const }));
    const words = [...refused.words, { text: ',', explained: 'filler' as const }, ...behind];
    expect(unreadIn({ ...refused, words })).toEqual([{ text: 'хотя нет передумаем', beside: refused.statements }]);
    const wanted = meaning([wants('hood')]);
    expect(unreadIn({ ...wanted, words: [...wanted.words, ...behind] })).toEqual([]);
  });
  it('an unread word behind a preposition is of the thing before both, not over a mark', () => {
    const of = meaning([wants('fridge')]);
    const behind = [
      { text: 'на', explained: 'filler' as const },
      { text: 'рундуке', explained: undefined },
    ];
    expect(unreadIn({ ...of, words: [...of.words, ...behind] })).toEqual([{ text: 'рундуке', beside: of.statements }]);
    const mark = { text: ',', explained: 'filler' as const };
    expect(unreadIn({ ...of, words: [...of.words, mark, ...behind] })).toEqual([]);
  });
  it('a refusal of something unknown is unread wherever it stands', () => {
    const of = meaning([wants('sink')]);
    const apart = [
      { text: 'без', explained: undefined },
      { text: 'крокозябр', explained: undefined },
      { text: '.', explained: 'filler' as const },
    ];
    expect(unreadIn({ ...of, words: [...apart, ...of.words] }).map(({ text }) => text)).toEqual(['без крокозябр']);
  });
  it('an edit after which everything stands as it stood is asked about', () => {
    const now = { past: [], meaning: meaning([wants('washer')]), note: '' };
    expect(mustAsk(accountOf({ ...now, before: kitchen, after: kitchen }))).toBe(true);
    expect(mustAsk(accountOf({ ...now, meaning: meaning([wants('sink')]), before: kitchen, after: kitchen }))).toBe(
      false,
    );
  });
  it.each<[string, Said[], boolean]>([
    ['a number that is no size of the kitchen', [...SAID, { say: 'number', value: 41 }], true],
    ['two lengths that nobody called a corner, most of them without a name', [walls(3000, 4000), wants('sink')], true],
    ['the same called a corner', [{ say: 'shape', shape: 'corner' }, walls(3000, 4000), wants('sink')], false],
  ])('%s', (_, said, asks) => {
    const corner = built({
      walls: [{ length: 3000 }, { length: 4000 }],
      fixtures: [
        { kind: 'sink' },
        { kind: 'hob', oven: true },
        { kind: 'dishwasher' },
        { kind: 'fridge', builtIn: false },
      ],
    });
    expect(mustAsk(first(said, said.length > 3 ? kitchen : corner))).toBe(asks);
  });
  it('a number in the words of a thing that has no size of its own', () => {
    const words = (width?: number) => {
      const said = meaning([...SAID, wants(mention('washer', given({ width })))], []);
      const number = { text: 'сорок', explained: said.statements.length - 1 };
      return { ...said, words: [...said.words, number] };
    };
    const unmet = (one: Meaning) =>
      lost(accountOf({ past: [], meaning: one, before: undefined, after: kitchen, note: '' }));
    expect(unmet(words())).toEqual(['washer', 'number 40']);
    expect(unmet(words(400))).not.toContain('number 40');
    expect(unreadIn(words()).map(({ text }) => text)).toEqual(['сорок']);
  });
  it('a number that a correction took the place of is not missing', () => {
    const said = meaning([...SAID.slice(0, 2), wants(mention('sink', { width: 600 }))], []);
    const explained = said.statements.length - 1;
    const numbers = (...words: string[]) => ({
      ...said,
      words: [
        ...said.words,
        ...words.map((text) => ({ text, explained: /\d/.test(text) ? explained : ('filler' as const) })),
      ],
    });
    expect(unreadIn(numbers('50', 'ой', '60'))).toEqual([]);
    expect(unreadIn(numbers('60', 'не', '50'))).toEqual([]);
    expect(unreadIn(numbers('60', 'а', 'не', 'на', '50'))).toEqual([]);
    expect(unreadIn(numbers('50', ',', '60')).map(({ text }) => text)).toEqual(['50']);
  });
  it('an oven that was said with a stove is in it', () => {
    const after = built({
      walls: [{ length: 2400 }],
      fixtures: [{ kind: 'sink' }, { kind: 'stove', fuel: 'electric' }],
    });
    expect(first([walls(2400), wants(mention('stove', { with: [mention('oven')] }))], after)).toEqual(CLEAN);
  });
});

describe('later words', () => {
  it('take the place of earlier ones, in one message and over several', () => {
    expect(lost(first([wants(mention('sink', { width: 800 })), ...SAID], kitchen))).toEqual([]);
    const past = [{ meaning: meaning([walls(2800), refuses('hood')]), status: 'question' }];
    expect(accountOf({ past, meaning: meaning(SAID), before: undefined, after: kitchen, note: '' })).toEqual(CLEAN);
  });
  it('«всё сначала» voids what was said and what stood', () => {
    const after = built({ walls: [{ length: 2400 }], fixtures: [{ kind: 'sink' }, { kind: 'stove' }] });
    const said: Said[] = [{ say: 'anew' }, walls(2400), wants('sink'), wants('stove')];
    expect(later(said, after)).toEqual(CLEAN);
  });
  it('an answer takes what the question offered instead', () => {
    const past = [
      {
        meaning: meaning([...SAID, wants(mention('washer'))]),
        status: 'question',
        reply: 'Не хватает 600 мм. Можно так: убрать стиральную машину или без пенала.',
      },
    ];
    const asked = { before: undefined, after: kitchen, note: '' };
    expect(lost(accountOf({ past, meaning: meaning([]), ...asked }))).toEqual(['washer']);
    expect(lost(accountOf({ past, meaning: meaning([{ say: 'answer', answer: 'yes' }]), ...asked }))).toEqual([]);
  });
  it('a refused turn binds no more, a question’s request does until it is answered otherwise', () => {
    const oak: Said = { say: 'colour', parts: ['facade'], colour: { finish: 'oak', named: 'дуб' } };
    const turn = {
      before: kitchen,
      after: changed(kitchen, { op: 'set_finish', part: 'facade', finish: 'oak' }),
      note: '',
    };
    const past = (status: string) => [
      { meaning: meaning(SAID), status: 'built' },
      { meaning: meaning([wants('washer')]), status },
    ];
    expect(accountOf({ past: past('rejected'), meaning: meaning([oak]), ...turn })).toEqual(CLEAN);
    const open = accountOf({ past: past('question'), meaning: meaning([oak]), ...turn });
    expect([lost(open), mustAsk(open)]).toEqual([['washer'], false]);
  });
});

describe('an edit', () => {
  const narrow = (order: Order, kind: string, w: number) =>
    changed(order, { op: 'resize', node: idOf(order, kind), w });
  it('changes what was asked, and the row above follows', () => {
    expect(
      later(
        [{ say: 'edit', edit: { act: 'resize', things: [mention('sink')], to: 500 } }],
        narrow(kitchen, 'sink', 500),
      ),
    ).toEqual(CLEAN);
  });
  it.each<[string, Edit | ((order: Order) => Order), string[]]>([
    ['a unit gone', { op: 'remove', node: idOf(kitchen, 'dishwasher') }, ['gone!']],
    ['narrower', { op: 'resize', node: idOf(kitchen, 'sink'), w: 500 }, ['became!']],
    ['repainted', { op: 'set_finish', part: 'worktop', finish: 'black' }, ['finish!']],
    ['other handles', { op: 'set_handles', tier: 'base', handle: 'gola' }, ['handles!']],
    ['another ceiling', { op: 'set_ceiling', ceiling: 2600 }, ['ceiling!']],
    [
      'an obstacle',
      { op: 'set_obstacle', obstacle: { kind: 'socket', wall: 'A', at: 100, width: 80, bottom: 300 } },
      ['obstacle!'],
    ],
    ['lighting', { op: 'set_lighting', under: true }, ['lighting!']],
    ['no upper row', { op: 'remove_tier', tier: 'wall' }, ['gone!']],
    [
      'another fuel',
      (order) => ({
        ...order,
        items: order.items.map((item) => (item.kind === 'hob' ? { ...item, fuel: 'electric' } : item)),
      }),
      ['became!'],
    ],
    [
      'another id',
      (order) => JSON.parse(JSON.stringify(order).replaceAll(`"${idOf(order, 'sink')}"`, '"n99"')),
      ['renamed!'],
    ],
  ])('that nobody asked for is found: %s', (_, what, wanted) => {
    const after = typeof what === 'function' ? what(kitchen) : changed(kitchen, what);
    const found = later(
      [{ say: 'colour', parts: ['facade'], colour: { finish: 'white', named: 'белый' } }],
      changed(after, { op: 'set_finish', part: 'facade', finish: 'white' }),
    );
    expect(touched(found)).toEqual(expect.arrayContaining(wanted));
    expect(mustAsk(found)).toBe(true);
  });
  it('units that changed places are found, and told of they are not', () => {
    const [a, b] = [idOf(kitchen, 'sink'), idOf(kitchen, 'dishwasher')];
    const after = changed(kitchen, { op: 'swap', a, b }, { op: 'set_lighting', under: true });
    expect(touched(later([{ say: 'lighting', on: true }], after))).toEqual(['moved!']);
    expect(
      touched(later([{ say: 'lighting', on: true }], after, 'Посудомойку переставил ближе к холодильнику.')),
    ).toEqual([]);
    expect(
      later(
        [
          { say: 'lighting', on: true },
          { say: 'edit', edit: { act: 'swap', a: mention('sink'), b: mention('dishwasher') } },
        ],
        after,
      ),
    ).toEqual(CLEAN);
  });
  it('leaves things where they were said to stand, or tells', () => {
    const [a, b] = [idOf(kitchen, 'fridge'), idOf(kitchen, 'sink')];
    const found = accountOf({
      past: [{ meaning: meaning([wants('fridge', { at: 'side', hand: 'left', end: true })]), status: 'built' }],
      meaning: meaning([{ say: 'edit', edit: { act: 'move', things: [mention('sink')], places: [{ at: 'start' }] } }]),
      before: kitchen,
      after: changed(kitchen, { op: 'swap', a, b }),
      note: '',
    });
    expect(lost(found)).toEqual(['place fridge 0']);
  });
  it('what was to stand at an end gives it up to what is put there later', () => {
    const atEnd = (concept: string, hand: 'left' | 'right') => wants(concept, { at: 'side', hand, end: true });
    const [a, b] = [idOf(kitchen, 'fridge'), idOf(kitchen, 'sink')];
    const found = accountOf({
      past: [{ meaning: meaning([atEnd('fridge', 'left')]), status: 'built' }],
      meaning: meaning([atEnd('sink', 'left')]),
      before: kitchen,
      after: changed(kitchen, { op: 'swap', a, b }),
      note: '',
    });
    expect(lost(found)).toEqual([]);
  });
  it('a bare number is of what was named last', () => {
    const past = [{ meaning: meaning([...SAID, wants(mention('sink', { width: 600 }))]), status: 'built' }];
    const number = meaning([{ say: 'number', value: 50 }]);
    const after = narrow(kitchen, 'sink', 500);
    expect(touched(accountOf({ past, meaning: number, before: kitchen, after, note: '' }))).toEqual([]);
  });
  it('one of several is gone though another fills the rest of its place', () => {
    const after = { after: idOf(kitchen, 'oven') };
    const before = changed(kitchen, { op: 'add', code: 'B', w: 500, ...after });
    const plain = before.runs.flatMap(({ nodes }) => nodes).find(({ code }) => code === 'B')?.id ?? '';
    const bottle = changed(before, { op: 'replace', node: plain, code: 'BB', w: 200 });
    const filled = changed(bottle, { op: 'add', code: 'B', w: 300, ...after });
    const replace: Said = { say: 'edit', edit: { act: 'replace', old: mention('base'), by: mention('bottle') } };
    for (const made of [bottle, filled]) expect(lost(later([replace], made, '', before))).toEqual([]);
    const beside = changed(before, { op: 'resize', node: plain, w: 300 }, { op: 'add', code: 'BB', w: 200, ...after });
    expect(lost(later([replace], beside, '', before))).toEqual(['base']);
  });
  it('a plain unit that nobody named gives way, which the note tells', () => {
    const before = changed(kitchen, { op: 'add', code: 'B', w: 500, after: idOf(kitchen, 'oven') });
    const plain = before.runs.flatMap(({ nodes }) => nodes).find(({ code }) => code === 'B');
    const after = changed(before, { op: 'remove', node: plain?.id ?? '' }, { op: 'set_lighting', under: true });
    const found = later([{ say: 'lighting', on: true }], after, '', before);
    expect([touched(found), mustAsk(found)]).toEqual([['gone'], false]);
  });
});

it('a second cooker is found unless two were said', () => {
  const after = built({
    ...BRIEF,
    walls: [{ length: 4200 }],
    fixtures: [...BRIEF.fixtures, { kind: 'stove', fuel: 'electric' }],
  });
  const said: Said[] = [...SAID.slice(1), walls(4200)];
  expect(first(said, after).cookers).toBe(1);
  expect(mustAsk(first(said, after))).toBe(true);
  expect(first([...said, wants('stove')], after).cookers).toBe(0);
});
