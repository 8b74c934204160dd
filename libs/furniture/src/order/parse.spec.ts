import fc from 'fast-check';
import { goldenOrder, straightOrder } from '../../test/golden-order.js';
import { orderBom } from '../bom/order-bom.js';
import { MAX_LENGTH } from './order.js';
import { parseOrder } from './parse.js';

type Json = Record<string, unknown> | unknown[];

/** The straight order as JSON with the value at a path replaced; `undefined` removes it. */
function withValue(path: (string | number)[], value: unknown): unknown {
  const document: Json = JSON.parse(JSON.stringify(straightOrder()));
  const last = path.at(-1) ?? '';
  let at: unknown = document;
  for (const step of path.slice(0, -1)) at = Reflect.get(Object(at), step);
  if (value === undefined) Reflect.deleteProperty(Object(at), last);
  else Object.defineProperty(Object(at), last, { value, enumerable: true, configurable: true, writable: true });
  return document;
}

const faults = (value: unknown) => {
  const parsed = parseOrder(value);
  return parsed.ok ? [] : parsed.faults.map(({ path, msg }) => `${path}: ${msg}`);
};

const node = ['runs', 0, 'nodes', 2];

describe('an order document', () => {
  it.each([
    ['golden', goldenOrder()],
    ['straight', straightOrder()],
    ['of which the highest ids were removed', { ...goldenOrder(), issued: { node: 22, obstacle: 3 } }],
  ])('comes back as it is: %s', (_name, order) => {
    expect(parseOrder(JSON.parse(JSON.stringify(order)))).toEqual({ ok: true, order });
  });

  it('may leave out what order.md gives a default for', () => {
    const { items: _i, obstacles: _o, finish: _f, handles: _h, lighting: _l, ...rest } = goldenOrder();
    const walls = [
      { id: 'A', turn: 'start', length: 3000 },
      { id: 'B', turn: 'right', length: 2000 },
    ];
    const parsed = parseOrder({ ...rest, room: { walls } });
    expect(parsed.ok && parsed.order).toMatchObject({
      items: [],
      obstacles: [],
      finish: {},
      handles: {},
      lighting: {},
    });
    expect(parsed.ok && parsed.order.room.walls.map((wall) => wall.ends)).toEqual([
      { left: 'free', right: 'wall' },
      { left: 'wall', right: 'free' },
    ]);
  });

  it.each<[string, (string | number)[], unknown]>([
    ['width', [...node, 'w'], 470],
    ['place', [...node, 'at'], '2900'],
  ])('with a %s that cannot be built is read: that is the checks’ matter', (_what, path, value) => {
    expect(faults(withValue(path, value))).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['a text', 'order'],
    ['a number', 7],
    ['nothing', undefined],
  ])('is not %s', (_what, value) => {
    expect(faults(value)).toEqual([': this is no order document: it must be a JSON object']);
  });

  it.each<[string, (string | number)[], unknown, string]>([
    ['an unknown kind', ['kind'], 'wardrobe', 'kind: must be one of kitchen, is "wardrobe"'],
    ['no ceiling', ['ceiling'], undefined, 'ceiling: is missing'],
    ['no room', ['room'], undefined, 'room: is missing'],
    ['a room of null', ['room'], null, 'room: must be an object, is null'],
    ['no walls', ['room', 'walls'], [], 'room.walls: must hold at least one wall'],
    ['a wall without length', ['room', 'walls', 0, 'length'], undefined, 'room.walls[0].length: is missing'],
    ['a wall named B first', ['room', 'walls', 0, 'id'], 'B', 'room.walls[0].id: must be A'],
    ['a first wall that turns', ['room', 'walls', 0, 'turn'], 'right', 'room.walls[0].turn: must be one of start'],
    [
      'a negative length',
      ['room', 'walls', 0, 'length'],
      -3000,
      'room.walls[0].length: must be whole millimetres from 1 to 20000, as a number, is -3000',
    ],
    ['runs that are no list', ['runs'], { 0: 1 }, 'runs: must be a list, is an object'],
    ['a run without wall', ['runs', 0, 'wall'], undefined, 'runs[0].wall: is missing'],
    [
      'a run on a wall that is not there',
      ['runs', 1],
      { ...straightOrder().runs[1], id: 'C-wall', wall: 'C' },
      'runs[1].wall: there is no wall C; there are A',
    ],
    ['a run named otherwise', ['runs', 0, 'id'], 'low', 'runs[0].id: must be A-base, is low'],
    [
      'an unknown tier',
      ['runs', 0, 'tier'],
      'floor',
      'runs[0].tier: must be one of base, wall, tall, upper, is "floor"',
    ],
    [
      'a run twice',
      ['runs', 1],
      { ...straightOrder().runs[0], nodes: [] },
      'runs[1].id: run A-base is already at runs[0].id',
    ],
    ['an unknown module', [...node, 'code'], 'XX', 'runs[0].nodes[2].code: no module "XX" in the catalogue'],
    ['a module in Russian letters', [...node, 'code'], 'ФПМ', 'runs[0].nodes[2].code: must be in Latin letters: FD'],
    ['a code that objects inherit', [...node, 'code'], 'constructor', 'no module "constructor" in the catalogue'],
    [
      'a width as a text',
      [...node, 'w'],
      '450',
      'runs[0].nodes[2].w: must be whole millimetres from 1 to 20000, as a number, is "450"',
    ],
    ['a negative width', [...node, 'w'], -450, 'runs[0].nodes[2].w: must be whole millimetres'],
    ['half a millimetre', [...node, 'w'], 450.5, 'runs[0].nodes[2].w: must be whole millimetres'],
    [
      'a place as a number',
      [...node, 'at'],
      1000,
      'runs[0].nodes[2].at: must be whole millimetres from 0 to 20000, as a text like "1270", is 1000',
    ],
    ['a place before the wall', [...node, 'at'], '-10', 'runs[0].nodes[2].at: must be whole millimetres from 0'],
    ['a place in another notation', [...node, 'at'], '1e3', 'runs[0].nodes[2].at: must be whole'],
    [
      'a height that is not made',
      ['runs', 1, 'nodes', 0, 'h'],
      500,
      'runs[1].nodes[0].h: W is made 720, 360, 600, 900 high, is 500',
    ],
    ['pinned false', [...node, 'pinned'], false, 'runs[0].nodes[2].pinned: must be true or absent'],
    ['a node twice', [...node, 'id'], 'n1', 'runs[0].nodes[2].id: node n1 is already at runs[0].nodes[0].id'],
    [
      'a field of another name',
      [...node, 'width'],
      450,
      'runs[0].nodes[2].width: no such field; there are id, at, code, w, h, d, pinned',
    ],
    ['__proto__ as a field', ['__proto__'], { kind: 'kitchen' }, '__proto__: no such field'],
    ['an item in no node', ['items', 0, 'node'], 'n99', 'items[0].node: there is no node n99'],
    ['an unknown appliance', ['items', 0, 'kind'], 'robot', 'items[0].kind: must be one of sink'],
    [
      'an unknown fuel',
      ['items', 3, 'fuel'],
      'coal',
      'items[3].fuel: must be one of gas, electric, induction, is "coal"',
    ],
    [
      'an obstacle on no wall',
      ['obstacles'],
      [{ id: 'o1', kind: 'door', wall: 'Z', at: 0, width: 800 }],
      'obstacles[0].wall: there is no wall Z',
    ],
    [
      'an obstacle placed in words',
      ['obstacles'],
      [{ id: 'o1', kind: 'door', wall: 'A', at: '0', width: 800 }],
      'obstacles[0].at: must be whole',
    ],
    ['an unknown finish', ['finish'], { facade: { base: 'pink' } }, 'finish.facade.base: must be one of clear'],
    [
      'an unknown handle',
      ['handles'],
      { base: 'knob' },
      'handles.base: must be one of grip, bar, gola, push, is "knob"',
    ],
    ['lighting in words', ['lighting'], { under: 'yes' }, 'lighting.under: must be true or false, is "yes"'],
    [
      'an issued number below one that stands',
      ['issued'],
      { node: 3 },
      `issued.node: must be a whole number from ${straightOrder().runs.flatMap((run) => run.nodes).length + 1} to`,
    ],
    ['an issued number as a text', ['issued'], { item: '9' }, 'issued.item: must be a whole number'],
    ['issued numbers of walls', ['issued'], { wall: 4 }, 'issued.wall: no such field; there are node, item, obstacle'],
    ['an id with a NUL', ['id'], 'a\0b', 'id: must be a text of 1 to 200 characters'],
    ['a blank id', ['id'], '  ', 'id: must be a text of 1 to 200 characters'],
  ])('with %s is refused with one clear line', (_what, path, value, line) => {
    const found = faults(withValue(path, value));
    expect(found).toEqual([expect.stringContaining(line)]);
  });

  it('of 10,000 nodes is refused with one line, and none of them is read', () => {
    const many = Array.from({ length: 10_000 }, () => ({ id: 7 }));
    expect(faults(withValue(['runs', 0, 'nodes'], many))).toEqual([
      'runs[0].nodes: must hold at most 500 entries, holds 10000',
    ]);
  });

  it('of 10,000 nodes over many runs is refused with one line too', () => {
    const [first] = straightOrder().runs;
    const runs = Array.from({ length: 40 }, (_, i) => ({
      ...first,
      id: `A-${i}`,
      nodes: Array.from({ length: 250 }, () => ({ id: 7 })),
    }));
    expect(faults(withValue(['runs'], runs))).toEqual(['runs: must hold at most 500 nodes together, hold 10000']);
  });

  it.each<[string, (string | number)[], unknown]>([
    ['room.walls[0].length', ['room', 'walls', 0, 'length'], MAX_LENGTH + 1],
    ['runs[0].nodes[2].w', [...node, 'w'], 1e9],
    ['runs[0].nodes[2].at', [...node, 'at'], '1000000000'],
    ['ceiling', ['ceiling'], 1e9],
  ])('with an absurd %s is refused', (field, path, value) => {
    expect(faults(withValue(path, value))).toEqual([expect.stringContaining(`${field}: must be whole millimetres`)]);
  });

  it('never names more than fifty faults', () => {
    const bad = Array.from({ length: 400 }, () => null);
    expect(faults(withValue(['runs', 0, 'nodes'], bad)).length).toBe(50);
  });

  it('never crashes the reader: any JSON, and any value in any place, is read or refused', () => {
    const paths: (string | number)[][] = [
      ['id'],
      ['room'],
      ['room', 'walls'],
      ['room', 'walls', 0],
      ['room', 'walls', 0, 'ends'],
      ['runs'],
      ['runs', 0],
      ['runs', 0, 'nodes'],
      node,
      [...node, 'w'],
      [...node, 'h'],
      [...node, 'd'],
      ['items'],
      ['items', 0],
      ['obstacles'],
      ['finish'],
      ['finish', 'facade'],
      ['handles'],
      ['lighting'],
      ['issued'],
      ['issued', 'node'],
    ]; // prettier-ignore
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
        const parsed = parseOrder(withValue(path, value));
        if (parsed.ok) expect(() => orderBom(parsed.order)).not.toThrow();
        else expect(parsed.faults.length).toBeGreaterThan(0);
        parseOrder(value);
      }),
      { numRuns: 500 },
    );
  });
});
