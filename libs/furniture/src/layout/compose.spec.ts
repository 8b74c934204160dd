import { faults, seen, the, withCode, withKind } from '../../test/layout/view.js';
import type { Order } from '../order/order.js';
import type { Brief, BriefObstacle } from './brief.js';
import { compose } from './compose.js';

const built = (brief: Brief): Order => {
  const result = compose(brief, { orderId: 'ord' });
  if (!result.ok) throw new Error(result.findings.map((f) => `${f.code} ${f.msg}`).join(' '));
  return result.order;
};

const straight = (length: number, fixtures: Brief['fixtures'], more: Partial<Brief> = {}): Brief => ({
  walls: [{ length, ends: { left: 'free', right: 'free' } }],
  fixtures,
  ...more,
});

describe('a brief beyond any kitchen', () => {
  const refused = (brief: Brief): string[] => {
    const began = process.cpuUsage();
    const made = compose(brief, { orderId: 'ord' });
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(500);
    return made.ok ? [] : made.findings.map(({ msg }) => msg);
  };
  const walls = (count: number, length: number) => Array.from({ length: count }, () => ({ length }));

  it('is refused at once with what is too much', () => {
    expect(refused({ walls: walls(26, 3000), fixtures: [{ kind: 'sink' }] })).toEqual([
      'Стен 26: раскладывается не больше 8.',
    ]);
    const units: Brief['fixtures'] = ['B', 'T', 'BD3'].map((code) => ({ kind: 'unit', code, count: 20 }));
    expect(refused({ walls: walls(3, 6000), fixtures: units })).toEqual([
      'Названо шкафов и приборов 60: раскладывается не больше 40.',
    ]);
    for (const length of [1e9, 0, -3000, Number.NaN])
      expect(refused({ walls: walls(1, length), fixtures: [] })).toEqual([
        `Стена A ${length} мм: раскладываются стены до 12000 мм.`,
      ]);
  });
});

describe('corners', () => {
  it('one stays empty where its unit is not wanted', () => {
    const fixtures: Brief['fixtures'] = [
      { kind: 'sink', wall: 'A' },
      { kind: 'stove', fuel: 'electric', wall: 'B' },
    ];
    const low = (order: Order) => withCode(order, 'BC').filter(({ tier }) => tier === 'base').length;
    const brief: Brief = { walls: [{ length: 2200 }, { length: 2200 }], fixtures };
    expect([low(built(brief)), low(built({ ...brief, without: ['BC'] }))]).toEqual([1, 0]);
    expect(faults(built({ ...brief, without: ['BC'] }))).toEqual([]);
  });

  const kitchen = (more: Partial<Brief> = {}): Brief => ({
    walls: [{ length: 2600 }, { length: 2600 }],
    fixtures: [{ kind: 'sink' }, { kind: 'hob', oven: true }],
    ...more,
  });

  it('puts a blind unit last on the first wall and begins the next at 630 behind a filler of 50', () => {
    const order = built(
      kitchen({
        fixtures: [
          { kind: 'sink', wall: 'A' },
          { kind: 'hob', oven: true, wall: 'B' },
        ],
      }),
    );
    const blind = the(order, 'BC');
    expect([blind.wall, blind.end]).toEqual(['A', 2600]);
    const b = seen(order).filter((n) => n.wall === 'B' && n.tier === 'base');
    expect([b[0]?.code, b[0]?.at, b[1]?.at]).toEqual(['FLC', 580, 630]);
  });

  it('hangs a corner wall unit over it, on the wall of the hood, and ends the other row 370 from the corner', () => {
    const order = built(kitchen());
    const hung = seen(order).filter((n) => n.tier === 'wall');
    expect([the(order, 'WC').wall, the(order, 'WC').at, the(order, 'WH').wall]).toEqual(['B', 0, 'B']);
    const other = hung.filter((n) => n.wall === 'A').sort((a, b) => b.at - a.at);
    expect(other.slice(0, 2).map(({ end }) => 2600 - end)).toEqual([320, 370]);
    expect(other[0]?.code).toBe('FLC');
  });

  it('mirrors the corner where the sink was wished into the second wall', () => {
    const order = built(
      kitchen({
        fixtures: [
          { kind: 'sink', where: 'corner', wall: 'B' },
          { kind: 'hob', oven: true },
        ],
      }),
    );
    const sink = the(order, 'BCS');
    expect([sink.wall, sink.at]).toEqual(['B', 0]);
    const a = seen(order).filter((n) => n.wall === 'A' && n.tier === 'base');
    expect([a.at(-1)?.code, a.at(-1)?.at]).toEqual(['FLC', 2600 - 630]);
  });

  it('refuses a corner unit in a room without a corner for it, and offers a straight one', () => {
    for (const walls of [[{ length: 5000 }], [{ length: 3000 }, { length: 2600, turn: 'left' as const }]]) {
      const made = compose({ walls, fixtures: [{ kind: 'unit', code: 'BC' }] }, { orderId: 'ord' });
      if (made.ok) throw new Error('composed');
      expect(made.findings.map((f) => f.code)).toEqual(['REQ-APPL']);
      expect(made.alternatives.map((a) => a.kind)).toEqual(['replace']);
    }
  });

  it('turns the corner unit where a sink of fixed place stands in its way', () => {
    const walls = [{ length: 4000 }, { length: 2900 }];
    const made = compose({ walls, fixtures: [{ kind: 'sink', wall: 'A', at: 2500 }] }, { orderId: 'ord' });
    if (!made.ok) throw new Error(made.findings.map(({ msg }) => msg).join(' '));
    expect(withKind(made.order, 'sink')[0]?.at).toBe(2500);
    expect(withCode(made.order, 'BC').every(({ wall, at }) => wall === 'B' && at === 0)).toBe(true);
  });

  it('leaves the corner to nobody where a door stands beside it', () => {
    const door: BriefObstacle = { kind: 'door', wall: 'B', at: 100, width: 800 };
    const order = built(kitchen({ obstacles: [door] }));
    expect(seen(order).filter((n) => n.wall === 'B' && n.at < 970)).toEqual([]);
    expect(faults(order)).toEqual([]);
  });
});

describe('obstacles', () => {
  const fixtures: Brief['fixtures'] = [{ kind: 'sink' }, { kind: 'hob', oven: true }];

  it.each<[string, BriefObstacle, number, number]>([
    ['a door with its architraves', { kind: 'door', wall: 'A', at: 1500, width: 800 }, 1430, 2370],
    ['a riser', { kind: 'riser', wall: 'A', at: 1500, width: 200, depth: 150 }, 1500, 1700],
    ['a gas pipe with 60 mm', { kind: 'gas_pipe', wall: 'A', at: 1500, width: 30 }, 1485, 1545],
    ['a low window', { kind: 'window', wall: 'A', at: 1500, width: 900, bottom: 400 }, 1500, 2400],
  ])('no floor unit stands at %s', (_, obstacle, from, to) => {
    const order = built(straight(5000, fixtures, { obstacles: [obstacle] }));
    expect(seen(order).filter((n) => n.tier === 'base' && n.at < to && n.end > from)).toEqual([]);
  });

  it('nothing hangs within 100 mm of a boiler, and the hood is elsewhere', () => {
    const order = built(straight(4000, fixtures, { obstacles: [{ kind: 'boiler', wall: 'A', at: 1900, width: 450 }] }));
    expect(seen(order).filter((n) => n.tier === 'wall' && n.at < 2450 && n.end > 1800)).toEqual([]);
    expect(withCode(order, 'WH').length).toBe(1);
  });

  it('tall units keep away from windows', () => {
    const order = built(
      straight(3600, [{ kind: 'fridge', builtIn: true }, ...fixtures], {
        obstacles: [{ kind: 'window', wall: 'A', at: 0, width: 1000, bottom: 900 }],
      }),
    );
    expect(the(order, 'TF').at).toBeGreaterThanOrEqual(1000);
  });

  it('one that leaves its wall is refused with the millimetres, not laid out as if it ended there', () => {
    for (const kind of ['window', 'door', 'niche', 'riser'] as const) {
      const obstacle: BriefObstacle = { kind, wall: 'A', at: 2500, width: 900, depth: 200 };
      const made = compose(straight(3000, fixtures, { obstacles: [obstacle] }), { orderId: 'ord' });
      if (made.ok) throw new Error('composed');
      expect(made.findings).toMatchObject([{ code: 'GEO-SUM', path: 'obstacles[o1]' }]);
      expect(made.findings[0]?.msg).toContain('выходит за стену на 400 мм');
    }
  });

  it('the sink stands over the outlets of water', () => {
    const order = built(
      straight(3600, fixtures, {
        obstacles: [{ kind: 'water', wall: 'A', at: 2300, width: 80, bottom: 300, top: 500 }],
      }),
    );
    const sink = withKind(order, 'sink')[0]!;
    expect(sink.at).toBeLessThanOrEqual(2300);
    expect(sink.end).toBeGreaterThanOrEqual(2380);
  });
});

describe('what a designer prefers', () => {
  it.each([2400, 2500, 2600, 2700, 2800, 3000, 3400])(
    'a sink that was asked for in the middle of %s mm stands there, on either side of the cooker',
    (length) => {
      for (const fuel of ['gas', 'electric'] as const)
        for (const where of ['start', 'end'] as const) {
          const fixtures: Brief['fixtures'] = [
            { kind: 'sink', where: 'centre' },
            { kind: 'stove', fuel, where },
          ];
          const order = built(straight(length, fixtures));
          const [sink, stove] = [withKind(order, 'sink')[0]!, the(order, 'NB')];
          expect(Math.abs((sink.at + sink.end) / 2 - length / 2)).toBeLessThanOrEqual(350);
          expect(stove.at > sink.at).toBe(where === 'end');
        }
    },
  );

  const floor = (order: Order, wall = 'A') =>
    seen(order)
      .filter((n) => n.wall === wall && (n.tier === 'base' || n.tier === 'tall'))
      .sort((a, b) => a.at - b.at);

  it('a panel at both visible ends, though 50 mm of units are lost by it', () => {
    const row = floor(built(straight(3000, [{ kind: 'sink' }, { kind: 'dishwasher' }, { kind: 'hob', oven: true }])));
    expect([row[0]?.code, row.at(-1)?.code]).toEqual(['EP', 'EP']);
  });

  it('the dishwasher beside a sink in the corner, and 450 wide where 600 would have to go to another wall', () => {
    const fixtures: Brief['fixtures'] = [
      { kind: 'sink', width: 800 },
      { kind: 'hob', oven: true },
    ];
    const more: Brief['fixtures'] = [{ kind: 'dishwasher' }, { kind: 'fridge', builtIn: true }];
    const made = compose(
      { walls: [{ length: 1600 }, { length: 3200 }], fixtures: [...fixtures, ...more, { kind: 'unit', code: 'BD3' }] },
      { orderId: 'ord' },
    );
    if (!made.ok) throw new Error('refused');
    const [sink, machine] = ['sink', 'dishwasher'].map((kind) => withKind(made.order, kind)[0]);
    expect([machine?.w, machine?.wall === sink?.wall]).toEqual([450, true]);
    expect([machine?.end, machine?.at]).toContain(machine!.at < sink!.at ? sink?.at : sink?.end);
    expect(made.defaults.find((d) => d.code === 'dishwasher_width')?.text).toContain('450');
  });

  it('a door between the dishwasher and a sink in the corner parts them: both go to the other side of the corner', () => {
    const made = compose(
      {
        walls: [{ length: 4400, ends: { left: 'wall' } }, { length: 2600 }],
        obstacles: [{ kind: 'door', wall: 'A', at: 2300, width: 800 }],
        fixtures: [
          { kind: 'sink', where: 'corner' },
          { kind: 'hob', oven: true },
          { kind: 'fridge', builtIn: false },
          { kind: 'dishwasher', width: 600 },
        ],
        wallTier: { walls: 'all' },
      },
      { orderId: 'ord' },
    );
    if (!made.ok) throw new Error('refused');
    const [sink, machine] = [withKind(made.order, 'sink')[0]!, withKind(made.order, 'dishwasher')[0]!];
    expect([machine.wall, machine.at]).toEqual([sink.wall, sink.end]);
  });

  it('a door at a corner of a U leaves few ways to plan its corners: the search goes on before it refuses', () => {
    const made = compose(
      {
        walls: [{ length: 3300, ends: { left: 'wall' } }, { length: 2450 }, { length: 4000 }],
        obstacles: [{ kind: 'door', wall: 'B', at: 300, width: 800 }],
        fixtures: [{ kind: 'sink' }, { kind: 'hob', oven: true }, { kind: 'fridge', builtIn: false }],
      },
      { orderId: 'ord' },
    );
    expect(made.ok && faults(made.order)).toEqual([]);
  });

  it('says where a hob has hardly any worktop on a side and no rule asks for more', () => {
    const walls = [{ length: 1620, ends: { left: 'wall' as const } }, { length: 1750 }];
    const fixtures: Brief['fixtures'] = [
      { kind: 'sink', width: 500 },
      { kind: 'hob', oven: true },
    ];
    const made = compose(
      { walls, fixtures: [...fixtures, { kind: 'dishwasher', width: 600 }], wallTier: { walls: 'all' } },
      { orderId: 'ord' },
    );
    if (!made.ok) throw new Error('refused');
    expect(made.defaults.find((d) => d.code === 'hob_tight')?.text).toBe(
      'справа от варочной 50 мм столешницы, дальше угол',
    );
  });

  it('mezzanines as wide as the wall units below them', () => {
    const more: Partial<Brief> = { wallTier: { walls: 'all', toCeiling: true }, ceiling: 2700 };
    const fixtures: Brief['fixtures'] = [{ kind: 'sink' }, { kind: 'dishwasher', width: 450 }];
    const order = built(straight(2400, [...fixtures, { kind: 'hob', oven: true }], more));
    const tops = seen(order).filter((n) => n.tier === 'upper');
    const below = new Set(seen(order).flatMap((n) => (n.tier === 'wall' ? [n.at, n.end] : [])));
    expect(tops.length).toBeGreaterThan(2);
    expect(tops.flatMap((n) => [n.at, n.end]).filter((x) => !below.has(x))).toEqual([]);
  });
});

describe('what nobody named', () => {
  it('is assumed and said: ceiling, ends, wall units, hood, fuel, widths', () => {
    const result = compose(
      { walls: [{ length: 3600 }], fixtures: [{ kind: 'sink' }, { kind: 'dishwasher' }, { kind: 'hob', oven: true }] },
      { orderId: 'ord' },
    );
    if (!result.ok) throw new Error('refused');
    expect(result.defaults.map((d) => d.code).sort()).toEqual([
      'ceiling',
      'dishwasher_width',
      'ends',
      'hob_fuel',
      'hood',
      'sink_width',
      'wall_tier',
    ]);
    for (const { text } of result.defaults) expect(text).toMatch(/^[а-яё]/);
  });

  it('a dishwasher of no named width is 450 where 600 does not fit', () => {
    const result = compose(
      straight(1650, [{ kind: 'sink', width: 600 }, { kind: 'dishwasher' }, { kind: 'hob', oven: true }], {
        ordered: true,
      }),
      { orderId: 'ord' },
    );
    if (!result.ok) throw new Error('refused');
    expect(the(result.order, 'FD').w).toBe(450);
    expect(result.defaults.find((d) => d.code === 'dishwasher_width')?.text).toContain('450');
  });

  it('a width that is not made becomes the next one that is, and that is said', () => {
    const result = compose(
      straight(3000, [
        { kind: 'sink', width: 700 },
        { kind: 'hob', oven: true },
      ]),
      { orderId: 'ord' },
    );
    if (!result.ok) throw new Error('refused');
    expect(the(result.order, 'BS').w).toBe(800);
    expect(result.defaults.find((d) => d.code === 'sink_made')?.text).toContain('700 не делается');
  });

  it('a customer who wants no wall units gets none, nor a hood', () => {
    const order = built(
      straight(3000, [{ kind: 'sink' }, { kind: 'hob', oven: true }], { wallTier: { walls: 'none' } }),
    );
    expect(seen(order).filter((n) => n.tier === 'wall')).toEqual([]);
  });

  it('without a hood nothing hangs over the hob', () => {
    const order = built(
      straight(3000, [{ kind: 'sink' }, { kind: 'hob', oven: true }], { wallTier: { walls: 'all', hood: false } }),
    );
    const hob = withKind(order, 'hob')[0]!;
    expect(seen(order).filter((n) => n.tier === 'wall' && n.at < hob.end && n.end > hob.at)).toEqual([]);
  });
});

describe('side walls', () => {
  it('get a filler of 50 beside a built-in fridge and 20 beside a door', () => {
    const brief: Brief = {
      walls: [{ length: 3500, ends: { left: 'wall', right: 'wall' } }],
      fixtures: [{ kind: 'fridge', builtIn: true, where: 'start' }, { kind: 'sink' }, { kind: 'hob', oven: true }],
    };
    const order = built(brief);
    const floor = seen(order)
      .filter((n) => n.tier === 'base' || n.tier === 'tall')
      .sort((a, b) => a.at - b.at);
    expect(the(order, 'TF').at).toBeGreaterThanOrEqual(50);
    expect([floor[0]?.code, floor[0]?.tier, floor[0]?.h]).toEqual(['FL', 'tall', 2040]);
    expect(floor.at(-1)).toMatchObject({ code: 'FL', end: 3500 });
  });
});
