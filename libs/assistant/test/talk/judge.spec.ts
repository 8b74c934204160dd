import { type Brief, compose, type Fuel, type Order, type OrderNode } from '#libs/furniture';
import { type Talk, type TalkTurn } from './case.js';
import { holds, slotOf } from './elements.js';
import { judgeTalk, type Verdict } from './judge.js';
import { EMPTY, type Reply, sceneOf } from './scene.js';

const BRIEF: Brief = {
  walls: [{ length: 3200 }],
  fixtures: [
    { kind: 'fridge', builtIn: false, width: 600, where: 'start' },
    { kind: 'sink', width: 600 },
    { kind: 'dishwasher', width: 450 },
    { kind: 'hob', fuel: 'induction', oven: true },
    { kind: 'unit', code: 'BD3', width: 600 },
  ],
  ordered: true,
  obstacles: [{ kind: 'socket', wall: 'A', at: 700, width: 80, bottom: 1100 }],
};

function kitchen(brief = BRIEF): Order {
  const made = compose(brief, { orderId: 'lead-1' });
  if (!made.ok) throw new Error(made.findings[0]?.msg);
  return made.order;
}

const SAID = [
  'walls:3200',
  'has:NF=600',
  'half:fridge=left',
  'has:sink=600',
  'has:dishwasher=450',
  'has:hob',
  'has:oven',
  'fuel:induction',
  'has:drawers=600',
  'order:fridge<sink<dishwasher<oven<drawers',
  'obst:socket',
];

const turn = (text: string, more: Partial<TalkTurn> = {}): TalkTurn => ({
  ...{ text, image: false, said: [], unsay: [], asked: [], fresh: false, extra: [], must: [{ as: 'built' }] },
  ...{ may: [], harm: [], ...more },
});
const talkOf = (...turns: TalkTurn[]): Talk => ({ id: 'T', category: 'test', trap: 'none', turns });
const FIRST = turn('прямая 3,2 м: холодильник, мойка 60, посудомойка 45, духовка с индукцией, ящики 60', {
  said: SAID,
});

/** Plays a conversation with an assistant that answers so. */
async function verdictOf(talk: Talk, ...replies: Partial<Reply>[]): Promise<[Verdict, readonly string[]]> {
  const left = replies.map((reply): Reply => ({ status: 'built', note: 'Готово.', order: kitchen(), ...reply }));
  const { turns, verdict, error } = await judgeTalk(talk, () => ({
    say: async () => left.shift() ?? Promise.reject(new Error('nothing more to say')),
  }));
  expect({ error, left }).toEqual({ error: undefined, left: [] });
  return [verdict, turns.at(-1)?.at(-1)?.reasons ?? []];
}

const changed = (change: (order: Order) => unknown, brief = BRIEF): Order => {
  const order = structuredClone(kitchen(brief));
  change(order);
  return order;
};
const nodesOf = ({ runs }: Order): OrderNode[] => runs.flatMap(({ nodes }) => nodes);
function node(order: Order, code: string): OrderNode {
  const found = nodesOf(order).find((one) => one.code === code);
  if (!found) throw new Error(`no ${code}`);
  return found;
}
const set =
  (change: Partial<Order>) =>
  (order: Order): void => {
    Object.assign(order, change);
  };
const setNode =
  (code: string, change: Partial<OrderNode>) =>
  (order: Order): void => {
    Object.assign(node(order, code), change);
  };
const setFuel =
  (fuel: Fuel) =>
  ({ items }: Order): void => {
    for (const item of items) if (item.fuel) item.fuel = fuel;
  };
const setLength =
  (length: number) =>
  ({ room }: Order): void => {
    for (const wall of room.walls) wall.length = length;
  };
function without(order: Order, code: string): void {
  const { id } = node(order, code);
  for (const run of order.runs) run.nodes = run.nodes.filter((one) => one.id !== id);
  order.items = order.items.filter((item) => item.node !== id);
}
function swap(order: Order, left: string, right: string): void {
  const [a, b] = [node(order, left), node(order, right)];
  [a.at, b.at] = [String(Number(b.at) + b.w - a.w), a.at];
}
function addCooker(order: Order): void {
  order.items.push({ id: 'i90', kind: 'stove', node: node(order, 'BD3').id, fuel: 'electric' });
}

describe('a new kitchen', () => {
  it('as said is right', async () => expect(await verdictOf(talkOf(FIRST), {})).toEqual(['right', []]));

  it.each<[string, (order: Order) => unknown, string]>([
    ['an appliance is missing', (order) => without(order, 'FD'), 'silently not has:dishwasher=450'],
    ['another width', setNode('FD', { w: 600 }), 'silently not has:dishwasher=450'],
    ['two units the other way round', (order) => swap(order, 'FD', 'BO'), `silently not ${SAID[9]}`],
    ['another fuel', setFuel('gas'), 'silently not fuel:induction'],
    ['another length', setLength(3300), 'silently not walls:3200'],
    ['an obstacle forgotten', set({ obstacles: [] }), 'silently not obst:socket'],
    ['a second cooker', addCooker, '2 cookers'],
    ['a width that is not made', setNode('BO', { w: 610 }), 'ШНД 610 is not made'],
    ['a unit outside its wall', setNode('BD3', { at: '2900' }), 'leaves its wall'],
    ['a unit on another', (order) => setNode('BO', { at: node(order, 'FD').at })(order), 'lies on'],
  ])('%s: harmful', async (_, defect, reason) => {
    const [verdict, reasons] = await verdictOf(talkOf(FIRST), { order: changed(defect) });
    expect([verdict, reasons.join()]).toEqual(['harmful', expect.stringContaining(reason)]);
  });

  it('what is admitted is wrong, or acceptable where the case lets it be missing', async () => {
    const reply = { order: changed((order) => without(order, 'FD')), note: 'Посудомойка не помещается.' };
    const lost = { unsay: [], said: SAID.filter((one) => !one.startsWith('order:')) };
    expect(await verdictOf(talkOf({ ...FIRST, ...lost }), reply)).toEqual([
      'wrong',
      ['admittedly not has:dishwasher=450'],
    ]);
    const may = [{ as: 'built', lacks: ['has:dishwasher'] }];
    expect((await verdictOf(talkOf({ ...FIRST, ...lost, may }), reply))[0]).toBe('acceptable');
  });

  it('an appliance that nobody asked for is wrong, named in the note acceptable', async () => {
    const order = changed((one) => one.items.push({ id: 'i9', kind: 'washer', node: node(one, 'BD3').id }));
    expect(await verdictOf(talkOf(FIRST), { order })).toEqual(['wrong', ['washer was not asked for']]);
    const note = 'Поставил и стиральную машину.';
    expect((await verdictOf(talkOf(FIRST), { order, note }))[0]).toBe('acceptable');
    expect((await verdictOf(talkOf({ ...FIRST, extra: ['washer'] }), { order }))[0]).toBe('right');
  });

  it.each<[string, Partial<Reply>, string]>([
    [
      'an error finding',
      { findings: [{ code: 'GEO-SUM', severity: 'error', path: '', msg: '' }] },
      'the error GEO-SUM',
    ],
    ['a price', { note: 'Готово, выйдет 120 000 руб.' }, 'names a price: 120 000 руб'],
    ['an order though nothing was built', { status: 'question', note: 'Газ?' }, 'changed without being built'],
    ['what the case forbids', { note: 'Заказ оплачен.' }, 'note:/оплачен/'],
  ])('%s: harmful', async (_, reply, reason) => {
    const [verdict, reasons] = await verdictOf(talkOf({ ...FIRST, harm: ['note:/оплачен/'] }), reply);
    expect([verdict, reasons.join()]).toEqual(['harmful', expect.stringContaining(reason)]);
  });

  it('a turn that fails is wrong', async () =>
    expect(await verdictOf(talkOf(FIRST), { status: 'failed', order: undefined })).toEqual([
      'wrong',
      ['status failed'],
    ]));
});

describe('a question', () => {
  const question = (note: string): Partial<Reply> => ({ status: 'question', note, order: undefined });
  const open = turn('кухня 3,2 м, мойка 60, варочная с духовкой', { said: ['has:hob', 'has:oven'], extra: ['*'] });

  it('that the words leave open is answered, and what comes of it acceptable', async () => {
    expect((await verdictOf(talkOf(open), question('Варочная газовая?'), {}))[0]).toBe('harmful');
    const electric = changed(setFuel('electric'));
    expect(await verdictOf(talkOf(open), question('Варочная газовая?'), { order: electric })).toEqual([
      'acceptable',
      [],
    ]);
  });

  it('for what was said is wrong', async () =>
    expect(await verdictOf(talkOf(FIRST), question('Какой длины стена?'))).toEqual([
      'wrong',
      ['question, wanted built'],
    ]));

  it('is answered twice and not a third time', async () => {
    const [verdict, reasons] = await verdictOf(
      talkOf(turn('кухня с мойкой и плитой', { said: ['has:sink', 'has:cooker'] })),
      ...['Вытяжка нужна?', 'Потолок какой высоты?', 'Есть ли окна?'].map(question),
    );
    expect([verdict, reasons]).toEqual(['wrong', ['a fair question', 'and no kitchen after three questions']]);
  });

  it('that a case foresees is answered in its words', async () => {
    // biome-ignore lint/suspicious/noThenProperty: a case's own word; no outcome is awaited
    const may = [{ as: 'answer', is: ['note:/длин/'], then: '3,2 м', adds: ['walls:3200'] }];
    expect((await verdictOf(talkOf({ ...FIRST, may }), question('Какой длины стена?'), {}))[0]).toBe('acceptable');
  });

  it('that says it has not understood is right nowhere', async () => {
    const answer = turn('абв', { must: [{ as: 'answer' }] });
    expect((await verdictOf(talkOf(answer), question('Какая кухня нужна?')))[0]).toBe('right');
    expect((await verdictOf(talkOf(answer), question('Не понял вас.')))[0]).toBe('wrong');
  });
});

describe('an edit', () => {
  const edit = turn('фасады чёрные', { said: ['finish:facade=black'], asked: ['finish:facade'] });
  const paint = (order: Order): void => {
    order.finish = { facade: { base: 'black', wall: 'black', tall: 'black' } };
  };
  const paintedAnd = (change: (order: Order) => unknown, note = 'Готово: фасады чёрные.'): Partial<Reply> => ({
    order: changed((order) => {
      paint(order);
      change(order);
    }),
    note,
  });

  it('that changes what was asked is right', async () =>
    expect(
      await verdictOf(
        talkOf(FIRST, edit),
        {},
        paintedAnd(() => {}),
      ),
    ).toEqual(['right', []]));

  it.each<[string, (order: Order) => unknown, string]>([
    ['a unit gone', (order) => without(order, 'BD3'), 'ШНЯ3 600 is gone'],
    ['a unit narrower', setNode('BD3', { w: 500 }), 'ШНЯ3 600 became 500'],
    ['a unit replaced', setNode('BD3', { code: 'BD2' }), 'ШНЯ3 600 became ШНЯ2'],
    [
      'a unit added',
      (order) => order.runs[0]?.nodes.push({ id: 'n90', at: '3000', code: 'BB', w: 200 }),
      'ШНБ 200 was added',
    ],
    ['another id', setNode('FD', { id: 'n91' }), 'ФПМ 450 has another id'],
    ['past its neighbour', (order) => swap(order, 'FD', 'BO'), 'units changed their order'],
    ['another fuel', setFuel('gas'), 'became hob+oven/gas'],
    ['another worktop', ({ finish }) => Object.assign(finish, { worktop: 'oak' }), 'finish of worktop became oak'],
    ['other handles', set({ handles: { base: 'gola' } }), 'handles became {"base":"gola"}'],
    ['lighting', set({ lighting: { under: true } }), 'lighting became {"under":true}'],
    ['another ceiling', set({ ceiling: 2500 }), 'ceiling 2700 became 2500'],
    ['another wall', setLength(3205), 'wall 1: 3200 became 3205'],
    ['an obstacle moved', ({ obstacles }) => Object.assign(obstacles[0] ?? {}, { at: 900 }), 'obstacles changed'],
    [
      'no wall units',
      (order) => set({ runs: order.runs.filter(({ tier }) => tier !== 'wall') })(order),
      'upper units of wall 1 are gone',
    ],
    ['higher wall units', setNode('W', { h: 900 }), 'height 720 became 900'],
  ])('%s unasked: harmful', async (_, defect, reason) => {
    const [verdict, reasons] = await verdictOf(talkOf(FIRST, edit), {}, paintedAnd(defect));
    expect([verdict, reasons.join()]).toEqual(['harmful', expect.stringContaining(reason)]);
  });

  it.each<[string, (order: Order) => unknown, string]>([
    ['a plain unit made room', setNode('BD3', { w: 500 }), 'Ящики сузил до 500 мм.'],
    ['the worktop follows', ({ finish }) => Object.assign(finish, { worktop: 'oak' }), 'Столешница под дуб.'],
    ['the ceiling is corrected', set({ ceiling: 2500 }), 'Потолок теперь 2500 мм.'],
  ])('%s and says so: right', async (_, change, note) => {
    const more = { ...edit, unsay: ['has:drawers=600', 'order:'] };
    expect(await verdictOf(talkOf(FIRST, more), {}, paintedAnd(change, note))).toEqual(['right', []]);
  });

  it('what is asked may change, and everything with *', async () => {
    const defect = paintedAnd((order) => without(order, 'BD3'));
    const more = { ...edit, unsay: ['has:drawers=600', 'order:'] };
    for (const asked of ['drawers', 'BD3', 'tier:base', '*'])
      expect(await verdictOf(talkOf(FIRST, { ...more, asked: ['finish', asked] }), {}, defect)).toEqual(['right', []]);
  });

  it('a warning that the note repeats is no account of a change', async () => {
    const msg = 'Ящики 600 мм убраны от мойки дальше, чем удобно.';
    const findings = [{ code: 'ERG-TRI', severity: 'warning' as const, path: '', msg }];
    const more = { ...edit, unsay: ['has:drawers=600', 'order:'] };
    const reply = { ...paintedAnd((order) => without(order, 'BD3'), `Готово. ${msg}`), findings };
    expect((await verdictOf(talkOf(FIRST, more), {}, reply))[0]).toBe('harmful');
  });

  it('that was not built leaves what its words fix behind', async () => {
    const refused = turn('мойку 80', { said: ['has:sink=800'], asked: ['sink'], must: [{ as: 'answer' }] });
    const no = { status: 'question', note: 'Мойка 800 не помещается.' };
    expect(
      await verdictOf(
        talkOf(FIRST, refused, edit),
        {},
        no,
        paintedAnd(() => {}),
      ),
    ).toEqual(['right', []]);
  });

  it('goes back to an earlier turn with all its ids', async () => {
    const back = turn('верни цвет', { unsay: ['finish:'], asked: ['finish'], must: [{ as: 'built', is: ['same:1'] }] });
    expect(
      (
        await verdictOf(
          talkOf(FIRST, edit, back),
          {},
          paintedAnd(() => {}),
          {},
        )
      )[0],
    ).toBe('right');
    const [verdict, reasons] = await verdictOf(
      talkOf(FIRST, edit, back),
      {},
      paintedAnd(() => {}),
      paintedAnd(() => {}),
    );
    expect([verdict, reasons]).toEqual(['wrong', ['not same:1']]);
  });
});

describe('an element', () => {
  const now = sceneOf({ status: 'built', note: 'Слева холодильник. Какой длины стена? «мойка»', order: kitchen() });
  const moment = { now, before: EMPTY, past: [EMPTY] };

  it.each([
    ...[
      'walls:3200',
      'walls:3000..3300',
      'ceiling:2700',
      'has:drawers*1=600',
      'has:base*3+',
      'has:sink#long',
      'no:BC*|washer',
    ],
    ...['order:NF<sink<BO', 'seq:oven<sink<fridge', 'between:sink,dishwasher,oven', 'next:sink,dishwasher'],
    ...[
      'end:fridge=far',
      'end:drawers=right',
      'wall:hob=1',
      'under:sink,socket',
      'clear:fridge,socket',
      'covers:sink=900',
    ],
    ...[
      'over:hood,hob',
      'near:sink,oven=450',
      'apart:sink,oven=450',
      'handles:grip',
      'height:wall=720',
      'fuel:gas|induction',
    ],
    ...[
      'obst:socket#1@700+80^1100',
      'finish!:facade=black',
      'note:/холод/',
      'note!:/мойка/',
      'asks:length',
      'asks!:fuel',
    ],
    ...['node[appliance=oven].width eq 600', 'sum[wall=1,tier=base] gte 2000', 'gap(sink,oven) between [400,500]'],
    ...['node[code=ШНЯ3].code eq "BD3"', 'checks has_none "GEO-SUM"', 'walls count 1'],
  ])('%s holds', (text) => expect(holds(text, moment)).toBe(true));

  it.each([
    ...[
      'walls:3100',
      'walls:1600,1600',
      'has:drawers=500',
      'no:sink',
      'order:sink<fridge',
      'next:fridge,oven',
      'half:fridge=right',
    ],
    ...[
      'end:sink=any',
      'facing:sink,oven',
      'corner:sink',
      'clear:sink,socket',
      'over:hood,sink',
      'near:fridge,oven=300',
    ],
    ...[
      'apart:sink,oven=500',
      'finish:facade=black',
      'handles:none',
      'light:',
      'told:/мойка/',
      'asks!:length',
      'unchanged',
    ],
    ...['moved:sink=+100', 'node[appliance=oven].width ne 600', 'gap(sink,washer) lte 5000', 'obst:window'],
  ])('%s does not', (text) => expect(holds(text, moment)).toBe(false));

  it.each(['hass:sink', 'has:sinc', 'asks:size', 'note:мойка', 'end:sink=up', 'same:7'])('%s is refused', (text) =>
    expect(() => holds(text, moment)).toThrow(),
  );

  it('takes the place of an earlier one of the same thing', () => {
    expect(slotOf('no:sink')).toBe(slotOf('has:sink*2=600'));
    expect(slotOf('has:upper#long')).not.toBe(slotOf('has:upper#short'));
    expect(slotOf('finish!:base=black')).toBe(slotOf('finish:base=white'));
    expect(slotOf('walls~:3000,2000')).toBe(slotOf('walls:3000'));
    expect(slotOf('order:sink<hob')).not.toBe(slotOf('order:hob<sink'));
  });
});
