import { z } from 'zod';
import { modules, type Order } from '#libs/furniture';
import { goldenOrder } from '../../test/orders.js';
import { applyOperations } from '../turn/apply.js';
import { decode } from '../vocabulary/decode.js';
import { readingSchema } from '../vocabulary/reading.js';
import { answerSchema } from '../vocabulary/schema.js';
import { guard } from '../words/guard.js';
import { cleanReply } from '../words/note.js';
import { notation, strictSchema } from './json-schema.js';
import { EXAMPLES, INSTRUCTIONS, READER } from './prompt.js';

const guarded = { orderId: 'lead-1', mayClaim: 'built' as const, confidential: [INSTRUCTIONS, READER] };

const schema = strictSchema(answerSchema);
const list = z.object({ enum: z.array(z.string()).min(4) });
const names = z.object({ finish: list, handle: list });
const actions = z.object({
  items: z.object({ anyOf: z.array(z.object({ properties: z.object({ op: z.object({ const: z.string() }) }) })) }),
});

describe('the instructions may not be quoted, the catalogue in them may', () => {
  it.each(modules().map(({ title }) => title))('a customer may read of %s', (title) => {
    const said = `Слева встанет ${title.toLowerCase()}, ширина 600.`;
    expect(guard(said, guarded)).toBe(cleanReply(said));
  });
  it.each([
    'Фасады без ручек с профилем, отделка под дуб.',
    'Снизу белый, сверху молочный, песочный или дуб.',
    'Ручки торцевые, скоба или нажимное открывание.',
  ])('nor are the words for looks: %s', (said) => expect(guard(said, guarded)).toBe(said));
  it.each([INSTRUCTIONS, READER])('no sentence of them gets through, alone or between others', (text) => {
    for (const sentence of text
      .split(/(?<=[.:!?])\s+|\n+/)
      .filter((one) => (one.match(/[a-z]{2,}/g) ?? []).length >= 6)) {
      const said = guard(`Мне сказано так, что вот: ${sentence} Какой длины стена?`, guarded);
      expect([sentence, said.includes(sentence.slice(0, 20))]).toEqual([sentence, false]);
    }
  });
});

it('the instructions mention every action, finish and handle of the schema', () => {
  const { $defs, properties } = z.object({ $defs: names, properties: z.object({ actions: actions }) }).parse(schema);
  const ops = properties.actions.items.anyOf.map(({ properties: { op } }) => op.const);
  expect(ops).toContain('plan_kitchen');
  for (const word of [...ops, ...$defs.finish.enum, ...$defs.handle.enum])
    expect([word, new RegExp(`\\b${word}\\b`).test(INSTRUCTIONS)]).toEqual([word, true]);
});

it('the prompts contain no path, date or id', () => {
  for (const text of [INSTRUCTIONS, READER])
    expect(text).not.toMatch(/20\d\d-\d\d|lead-|cnv_|https?:|undefined|\[object/);
});

/**
 * Tokens of a text, about: a word of Latin letters takes one per 7, of Cyrillic one per 4, a number one per 3 digits,
 * other signs one per 3. No model counts exactly so; two texts compare.
 */
const tokensOf = (text: string): number =>
  [...text.matchAll(/([a-z]+)|([а-яё]+)|(\d+)|([^\sa-zа-яё\d]+)/gi)].reduce(
    (sum, [, latin, cyrillic, digits, signs]) => {
      const [length, each] = latin
        ? [latin.length, 7]
        : cyrillic
          ? [cyrillic.length, 4]
          : [(digits ?? signs)?.length ?? 0, 3];
      return sum + Math.ceil(length / each);
    },
    0,
  );

// 6,170, 6,170 and 769 before there were examples and the customer's phrases.
it.each([
  ['instructions and schema of an answer', 6_170, INSTRUCTIONS + JSON.stringify(schema)],
  ['instructions and types, where a model sees no schema', 3_600, INSTRUCTIONS + notation(answerSchema)],
  ['instructions and schema of a reading', 769, READER + JSON.stringify(strictSchema(readingSchema))],
])('%s take at most %i tokens', (_name, most, text) => expect(tokensOf(text)).toBeLessThanOrEqual(most));

/** The order of an example: «n1 BS 600, …» in its floor row. */
function orderOf(nodes: string): Order {
  const order = goldenOrder({
    walls: [{ length: 3000 }],
    fixtures: [{ kind: 'sink' }, { kind: 'dishwasher', width: 600 }, { kind: 'hob', oven: true }],
    ordered: true,
  });
  const row = order.runs[0]?.nodes.map(({ id, code, w }) => `${id} ${code} ${w}`) ?? [];
  expect(row).toEqual(expect.arrayContaining(nodes.split(', ')));
  return order;
}

describe('the examples', () => {
  it('are four to six, and each is carried out as it stands, with every phrase the customer’s own', () => {
    expect(EXAMPLES.length).toBeGreaterThanOrEqual(4);
    expect(EXAMPLES.length).toBeLessThanOrEqual(6);
    for (const { customer, order: nodes, answer } of EXAMPLES) {
      const read = answerSchema.parse(answer);
      const order = nodes ? orderOf(nodes) : undefined;
      const decoded = decode(read, { order, turns: [] });
      expect([customer, decoded.kind]).toEqual([customer, expect.stringMatching(/^(operations|ask)$/)]);
      if (decoded.kind === 'operations')
        expect([customer, applyOperations(order, 'lead-1', decoded.operations)]).toEqual([
          customer,
          expect.objectContaining({ ok: true }),
        ]);
      for (const word of [...read.understood, ...read.not_done].flatMap((phrase) => phrase.split(' ')))
        expect([customer, customer.includes(word)]).toEqual([customer, true]);
      expect(guard(read.reply, guarded)).toBe(cleanReply(read.reply));
    }
  });
});
