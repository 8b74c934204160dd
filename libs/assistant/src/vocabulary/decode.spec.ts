import { goldenOrder } from '../../test/orders.js';
import { decode } from './decode.js';
import { answerSchema } from './schema.js';

const order = goldenOrder();
const nodeOf = (kind: string): string => order.items.find((item) => item.kind === kind)?.node ?? '';

/** As a server may send it: empty fields are null or absent. */
function read(...actions: object[]) {
  return decode(answerSchema.parse({ reply: '', actions }), { order, turns: [1, 2] });
}
const findings = (...actions: object[]) => {
  const decoded = read(...actions);
  return decoded.kind === 'refused' ? decoded.findings.map(({ code, path }) => [code, path]) : decoded;
};

describe('a plan', () => {
  it('becomes a brief in millimetres, parsed from the customer’s words', () => {
    const plan = {
      op: 'plan_kitchen',
      walls: [{ length: 'три двадцать', ends: { left: null, right: 'wall' } }, { length: '2 м' }],
      ceiling: '2,6',
      obstacles: [{ kind: 'window', wall: 'A', at: '1 м', width: '120', bottom: '90 см', top: null, depth: null }],
      fixtures: [
        { kind: 'sink', width: '60', at: [{ by: 'where', where: 'window' }] },
        { kind: 'dishwasher', width: '45 см', at: [{ by: 'beside', of: 'sink', hand: null }] },
        {
          ...{ kind: 'hob', fuel: 'gas', oven_below: true },
          at: [
            { by: 'beside', of: 'sink', hand: 'left' },
            { by: 'wall', wall: 'B' },
          ],
        },
        { kind: 'unit', code: 'BD3', count: 'две', width: '40' },
      ],
      ordered: true,
      upper: { units: 'named', on: ['B'], hood: true },
    };
    expect(read(plan)).toEqual({
      kind: 'operations',
      operations: [
        {
          op: 'plan_kitchen',
          brief: {
            walls: [{ length: 3200, ends: { right: 'wall' } }, { length: 2000 }],
            ceiling: 2600,
            obstacles: [{ kind: 'window', wall: 'A', at: 1000, width: 1200, bottom: 900 }],
            fixtures: [
              { kind: 'sink', width: 600, where: 'window' },
              { kind: 'dishwasher', width: 450, nextTo: 'sink' },
              { kind: 'hob', fuel: 'gas', oven: true, wall: 'B', side: { of: 'sink', hand: 'left' } },
              { kind: 'unit', code: 'BD3', count: 2, width: 400 },
            ],
            ordered: true,
            wallTier: { walls: ['B'], hood: true },
          },
        },
      ],
    });
  });

  it('with unreadable values is refused with code, path and valid choices', () => {
    const decoded = read({
      op: 'plan_kitchen',
      walls: [{ length: 'побольше' }],
      obstacles: [{ kind: 'door', wall: 'C', at: '1 м' }],
      fixtures: [{ kind: 'dishwasher', width: '50 см' }],
      ordered: false,
    });
    expect(decoded).toMatchObject({
      kind: 'refused',
      findings: [
        { code: 'OP-NUM', path: 'actions[0].walls[0].length', fixHint: expect.stringContaining('400 до 12000') },
        { code: 'OP-NUM', path: 'actions[0].fixtures[0].width', fixHint: '450 или 600 мм' },
        { code: 'OP-WALL', path: 'actions[0].obstacles[0].wall', fixHint: 'есть A' },
      ],
    });
  });

  const sinkAt = (...at: object[]) => ({
    ...{ op: 'plan_kitchen', walls: [{ length: 3.2 }, { length: '2 м' }], ordered: false },
    fixtures: [{ kind: 'sink', at }],
  });
  it('has sizes as words or numbers, and places that narrow each other', () => {
    const at = [
      { by: 'wall', wall: 'B' },
      { by: 'offset', offset: 120 },
    ];
    expect(read(sinkAt(...at))).toMatchObject({
      operations: [{ brief: { walls: [{ length: 3200 }, { length: 2000 }], fixtures: [{ wall: 'B', at: 1200 }] } }],
    });
  });

  it('with a place said twice is refused rather than carried out in part', () => {
    const beside = (of: string) => ({ by: 'beside', of, hand: 'left' });
    expect(findings(sinkAt(beside('fridge'), beside('hob')))).toEqual([['OP-FIELD', 'actions[0].fixtures[0].at']]);
    expect(findings(sinkAt({ by: 'wall', wall: 'C' }))).toEqual([['OP-WALL', 'actions[0].fixtures[0].at[0].wall']]);
  });

  it('may set finishes in the same batch, but not edit nodes, which have no ids yet', () => {
    const plan = {
      op: 'plan_kitchen',
      walls: [{ length: '3 м' }],
      obstacles: [],
      fixtures: [],
      ordered: false,
    };
    expect(read(plan, { op: 'set_finish', part: 'facade', finish: 'oak' })).toMatchObject({ kind: 'operations' });
    expect(findings(plan, { op: 'remove', node: nodeOf('sink') })).toEqual([['OP-ID', 'actions[1].node']]);
  });
});

describe('an edit', () => {
  it('refers to nodes, items and obstacles by existing ids', () => {
    expect(
      findings({ op: 'remove', node: 'n77' }, { op: 'remove_item', item: 'i77' }, { op: 'remove_obstacle', id: 'o1' }),
    ).toEqual([
      ['OP-ID', 'actions[0].node'],
      ['OP-ID', 'actions[1].item'],
      ['OP-ID', 'actions[2].id'],
    ]);
    expect(read({ op: 'swap', a: nodeOf('sink'), b: nodeOf('hob') })).toMatchObject({ kind: 'operations' });
  });

  it('resizes by a relative amount', () => {
    const node = nodeOf('sink');
    const resize = (change: string, size: string | number) => read({ op: 'resize', node, change, size });
    expect(resize('wider_by', 'на 20 см')).toMatchObject({ operations: [{ op: 'resize', w: 800 }] });
    expect(resize('narrower_by', '100 мм')).toMatchObject({ operations: [{ w: 500 }] });
    expect(resize('to', '90')).toMatchObject({ operations: [{ w: 900 }] });
    expect(resize('to', 900)).toMatchObject({ operations: [{ w: 900 }] });
  });
});

describe('a fault', () => {
  it.each<[object, string, RegExp]>([
    [{ op: 'resize', node: 'n1', change: 'to' }, 'actions.0.size', /string/],
    [{ op: 'set_finish', part: 'facade', finish: 'gold' }, 'actions.0.finish', /"white"/],
    [{ op: 'add_fixture', fixture: { kind: 'hob', at: [{ by: 'beside' }] } }, 'actions.0.fixture.at.0.of', /./],
    [{ op: 'add_fixture', fixture: { kind: 'bath' } }, 'actions.0.fixture.kind', /'sink'/],
    [{ op: 'enlarge' }, 'actions.0.op', /'plan_kitchen'/],
    [{}, 'actions.0.op', /'plan_kitchen'/],
  ])('in %j is named by its field, with what would be right', (action, path, hint) => {
    const { error } = answerSchema.safeParse({ reply: '', actions: [action] });
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
    expect(error?.issues[0]?.message).toMatch(hint);
  });
});

describe('a batch', () => {
  it('is all or nothing: one invalid action refuses the batch', () => {
    expect(findings({ op: 'mirror' }, { op: 'remove', node: 'n77' })).toEqual([['OP-ID', 'actions[1].node']]);
  });
  it('either edits, or asks, or restores', () => {
    expect(findings({ op: 'ask' }, { op: 'mirror' })).toEqual([['OP-MIX', 'actions']]);
    expect(findings()).toEqual([['OP-EMPTY', 'actions']]);
    expect(read({ op: 'ask' })).toEqual({ kind: 'ask' });
    expect(read({ op: 'restore', turn: 2 })).toEqual({ kind: 'restore', turn: 2 });
    expect(findings({ op: 'restore', turn: 9 })).toEqual([['OP-TURN', 'actions[0].turn']]);
  });
  it('accepts no field or operation outside the vocabulary', () => {
    for (const action of [
      { op: 'set_price', value: 1 },
      { op: 'mirror', price: 1 },
      { op: 'set_lighting', under: 'yes' },
      { op: 'set_finish', part: 'facade', finish: 'gold' },
      { op: 'add', code: 'GAP' },
    ])
      expect(answerSchema.safeParse({ reply: '', actions: [action] }).success).toBe(false);
  });
});
