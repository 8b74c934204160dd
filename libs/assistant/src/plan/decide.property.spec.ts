import fc from 'fast-check';
import { atOf, isOrdinary, type Order } from '#libs/furniture';
import { meant } from '../../test/notation.js';
import { applied } from '../../test/situations.js';
import type { Exchange } from '../port.js';
import { decide } from './decide.js';
import type { Decision } from './decision.js';

const APPLIANCES = [
  'fridge free',
  'dishwasher 450',
  'dishwasher 600',
  'washer',
  'drawers 600',
  'drawers 400',
  'base 500',
  'bottle 150',
  'tall 400',
];
const FINISHES = ['white', 'oak', 'graphite'];

/** Briefs that mostly fit, straight and around a corner. */
const brief = fc
  .tuple(
    fc.constantFrom('walls 3600', 'walls 4200', 'walls 3000', 'corner; walls 3200,2400', 'u; walls 2600,3200,2600'),
    fc.subarray(APPLIANCES, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('hob +oven', 'stove gas', 'hob gas +oven', 'stove 500'),
    fc.constantFrom('sink 600', 'sink 800', 'sink'),
    fc.boolean(),
  )
  .map(([walls, more, cooker, sink, hung]) =>
    [walls, sink, cooker, ...more, ...(hung ? ['row wall'] : ['-row wall'])].join('; '),
  );

const THINGS = ['sink', 'dishwasher', 'fridge', 'hob', 'drawers', 'base', 'tall', 'washer', 'bottle'];
const thing = fc.constantFrom(...THINGS);

/** Edits with the names of what they may change. */
const edit = fc.oneof(
  fc
    .tuple(thing, fc.constantFrom('wider', 'narrower', 'to 800', 'to 450', 'to 600'))
    .map(([name, how]) => ({ words: `resize ${name} ${how}`, about: [name] })),
  fc
    .tuple(
      thing,
      fc.constantFrom('@left!', '@right!', '@shift-left', '@shift-right', '@beside-right(sink)', '@wall=short'),
    )
    .map(([name, where]) => ({ words: `move ${name} ${where}`, about: [name] })),
  thing.map((name) => ({ words: `remove ${name}`, about: [name] })),
  fc
    .constantFrom(
      'dishwasher 450',
      'washer',
      'fridge free',
      'bottle 150',
      'drawers 400',
      'base 300',
      'tall 400',
      'fridge built',
    )
    .map((name) => ({ words: `add ${name}`, about: [name.split(' ')[0] ?? ''] })),
  fc.tuple(thing, thing).map(([a, b]) => ({ words: `swap ${a} ~ ${b}`, about: [a, b] })),
  fc.constantFrom(...FINISHES).map((finish) => ({ words: `facade=${finish}`, about: [] as string[] })),
  fc
    .constantFrom('-row wall', 'row wall', 'row upper', 'hood', 'row wall h900', 'light', 'handles all=bar')
    .map((words) => ({ words, about: [] as string[] })),
);

const CODES: Readonly<Record<string, RegExp>> = {
  sink: /^BC?S$/,
  dishwasher: /^FD$/,
  fridge: /^[NT]F$/,
  hob: /^(BO|BH|NB)$/,
  drawers: /^BD/,
  base: /^B(D\d|C|OS)?$/,
  tall: /^T/,
  washer: /^NB$/,
  bottle: /^BB$/,
};

interface Played {
  readonly decision: Decision;
  readonly before: Order | undefined;
  readonly order: Order | undefined;
}

class Talk {
  readonly history: Exchange[] = [];
  order: Order | undefined;
  say(words: string): Played {
    const before = this.order;
    const { decision } = decide({ words, history: [...this.history], order: before, pictures: [] }, meant);
    const order = applied(decision, before, this.history);
    this.order = order ?? before;
    this.history.push({
      turn: this.history.length + 1,
      words,
      status: order ? 'built' : 'question',
      ...(this.order ? { order: this.order } : {}),
    });
    return { decision, before, order };
  }
}

const floorOf = (order: Order) =>
  order.runs.flatMap(({ wall, tier, nodes }) =>
    tier === 'base' || tier === 'tall'
      ? nodes.filter(({ code }) => isOrdinary(code)).map((node) => ({ ...node, wall }))
      : [],
  );
const isPlain = (code: string): boolean => /^(B|BB|BD\d)$/.test(code);

describe('an edit', () => {
  it('changes nothing that was not asked', () => {
    fc.assert(
      fc.property(brief, fc.array(edit, { minLength: 1, maxLength: 3 }), (words, edits) => {
        const talk = new Talk();
        talk.say(words);
        for (const { words: said, about } of edits) {
          const { before, order } = talk.say(said);
          if (!before || !order) continue;
          const mine = (code: string): boolean => about.some((name) => CODES[name]?.test(code));
          const now = new Map(floorOf(order).map((node) => [node.id, node]));
          for (const node of floorOf(before)) {
            if (mine(node.code) || isPlain(node.code)) continue;
            expect([said, now.get(node.id)?.code, now.get(node.id)?.w, now.get(node.id)?.wall]).toEqual([
              said,
              node.code,
              node.w,
              node.wall,
            ]);
          }
          expect(order.obstacles).toEqual(before.obstacles);
          expect(order.room).toEqual(before.room);
          expect(order.ceiling).toBe(before.ceiling);
          if (!said.startsWith('facade'))
            expect(
              Object.values(order.finish.facade ?? {}).every((one) =>
                Object.values(before.finish.facade ?? { one }).includes(one),
              ),
            ).toBe(true);
          const fuels = (of: Order) =>
            of.items
              .flatMap(({ id, fuel }) => (fuel ? [[id, fuel]] : []))
              .filter(([id]) => order.items.some((item) => item.id === id));
          expect(fuels(order)).toEqual(fuels(before));
          const sequence = (of: Order, other: Order) =>
            floorOf(of)
              .filter(({ id, code }) => !mine(code) && floorOf(other).some((one) => one.id === id))
              .sort((a, b) => a.wall.localeCompare(b.wall) || atOf(a) - atOf(b))
              .map(({ id }) => id);
          expect([said, ...sequence(order, before)]).toEqual([said, ...sequence(before, order)]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('leaves the id of what is gone to nothing else', () => {
    fc.assert(
      fc.property(brief, fc.array(edit, { minLength: 2, maxLength: 4 }), (words, edits) => {
        const talk = new Talk();
        talk.say(words);
        // What is taken back brings back what had given way, under its own id.
        const gone = new Map<string, string>();
        for (const { words: said } of edits) {
          const { before, order } = talk.say(said);
          if (!before || !order) continue;
          const ids = new Map(order.runs.flatMap(({ nodes }) => nodes.map(({ id, code }) => [id, code])));
          for (const [id, code] of ids) expect(gone.get(id) ?? code).toBe(code);
          for (const { id, code } of before.runs.flatMap(({ nodes }) => nodes)) if (!ids.has(id)) gone.set(id, code);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('an offer', () => {
  const cramped = fc.tuple(
    fc.constantFrom('walls 2000', 'walls 2600', 'walls 3000', 'corner; walls 2400,1800'),
    fc.subarray(APPLIANCES, { minLength: 2, maxLength: 5 }),
    fc.constantFrom('hob +oven', 'stove gas'),
  );
  it('leads to a kitchen, whichever is taken, of a brief and of an edit', () => {
    fc.assert(
      fc.property(cramped, edit, ([walls, more, cooker], { words: said }) => {
        const talk = new Talk();
        const first = talk.say([walls, 'sink', cooker, ...more].join('; '));
        const last = first.order ? talk.say(said) : first;
        const { act } = last.decision;
        if (act.kind !== 'refused') return;
        act.offers.forEach((_, i) => {
          const other = new Talk();
          for (const { words } of talk.history) other.say(words);
          const taken = other.say(i === 0 ? 'answer yes' : `answer ${i + 1}`);
          expect([taken.decision.act.kind, taken.order !== undefined]).toEqual(['operations', true]);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('is one of at least two where only room lacks, or there is none to make', () => {
    fc.assert(
      fc.property(cramped, ([walls, more, cooker]) => {
        const { decision } = new Talk().say([walls, 'sink', cooker, ...more].join('; '));
        if (decision.act.kind === 'refused') expect(decision.act.offers.length).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });
});

it('the same words after the same history have the same answer', () => {
  fc.assert(
    fc.property(brief, fc.array(edit, { maxLength: 2 }), (words, edits) => {
      const [one, two] = [new Talk(), new Talk()];
      for (const said of [words, ...edits.map((it) => it.words)])
        expect(one.say(said).decision).toEqual(two.say(said).decision);
    }),
    { numRuns: 20 },
  );
});
