import { z } from 'zod';
import { modules } from '#libs/furniture';
import { guard } from '../words/guard.js';
import { cleanReply } from '../words/note.js';
import { answerSchema } from '../vocabulary/schema.js';
import { INSTRUCTIONS, READER } from './prompt.js';
import { strictSchema } from './request.js';

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
