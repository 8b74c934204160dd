import fc from 'fast-check';
import { type Doubt, doubtsOf, ledBy, misfits, takings, talksOf } from '../../test/offers.js';
import { PlayedConversation, play } from '../../test/play.js';
import { MAX_NOTE_LENGTH } from '../words/note.js';
import { choicesIn, choicesText } from './choices.js';

/** Other rounds and briefs by another; a failure names its conversation. */
const SEED = Number(process.env.CHOICES_SEED ?? 7);
const ROUNDS = Array.from({ length: 14 }, (_, i) => `round${i + 1}`);
const own = (nth: number): string => ROUNDS[(SEED * 2 + nth) % ROUNDS.length] ?? 'round1';

async function doubtsIn(conversations: readonly (readonly string[])[]): Promise<Doubt[]> {
  const doubts: Doubt[] = [];
  for (const messages of conversations) doubts.push(...(await doubtsOf(messages)));
  return doubts;
}

/** Takes every choice of every doubt; what does not lead on comes back with its conversation. */
async function astray(doubts: readonly Doubt[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const doubt of doubts)
    for (const index of doubt.choices.keys())
      for (const answer of takings(doubt, index)) {
        const { led, played } = await ledBy(doubt, index, answer);
        if (led !== 'as promised')
          wrong.push(`${led}: ${doubt.messages.join(' | ')} → ${doubt.note} → «${answer}» → ${played.outcome.note}`);
      }
  return wrong;
}

describe('a choice that was offered', () => {
  it.each([
    ['conversations of visitors', () => ['shown', own(0), own(1)].flatMap(talksOf)],
    ['briefs that do not fit, and edits of them', () => misfits(40, SEED)],
  ])(
    'builds what it promised, however it is taken: %s',
    async (_, conversations) => {
      const doubts = await doubtsIn(conversations());
      expect(doubts.length).toBeGreaterThan(5);
      for (const { note, choices, promised } of doubts) {
        expect([note, choices.length]).toEqual([note, promised.length]);
        expect(note.length).toBeLessThanOrEqual(MAX_NOTE_LENGTH);
        expect(new Set(choices.map(({ head }) => head)).size).toBe(choices.length);
      }
      expect(await astray(doubts)).toEqual([]);
    },
    300_000,
  );

  it.each([
    ['1, и фасады белые', 'мойка 600', /фасады — белый/],
    ['второе, только мойку 50', 'мойка 500', /Слева направо/],
    ['сузьте мойку', 'мойка 600', /Слева направо/],
    ['первый вариант, верх не надо', 'мойка 600', /^(?!.*Верх:)/],
  ])('is taken together with what else is said: %s', async (answer, unit, rest) => {
    const brief = 'прямая 2,4 м, мойка 80, плита газовая, холодильник, посудомойка 60';
    const { status, note } = (await play([brief, answer])).at(-1)?.outcome ?? {};
    expect(note).not.toMatch(/не учтено/i);
    expect([status, note]).toEqual(['built', expect.stringContaining(unit)]);
    expect(note).toMatch(rest);
  });

  it('is not offered again to a «нет»', async () => {
    const talk = new PlayedConversation();
    const first = await talk.say('прямая 2,4 м, мойка 80, плита газовая, холодильник, посудомойка 60');
    const then = await talk.say('нет');
    expect(choicesIn(first.outcome.note).length).toBeGreaterThan(1);
    expect([then.outcome.status, choicesIn(then.outcome.note)]).toEqual(['question', []]);
    expect((await talk.say('мойку 60, посудомойку 45')).outcome.status).toBe('built');
  });
});

describe('a question of doubt', () => {
  it.each([
    ['две длины без формы', 'стены 3 и 2 метра, мойка, плита', 2],
    ['угол, от которого отмерено', 'окно 120 в 60 см от угла, стена 3 м, мойка, плита', 2],
    ['стена, на которой окно', 'угловая 3 на 2, мойка, плита, окно шириной 120 от левого угла 50', 2],
    ['ширина, которой не делают', 'прямая 3 м, мойка 70, плита', 2],
    ['единицы длины', 'кухня 35, мойка, плита', 1],
    ['форма, которая не встаёт', 'п-образная 2,2 на 1,9 на 2,2, мойка, плита', 2],
    ['на чём готовить', 'прямая 3 м, мойка', 2],
    ['какая техника', 'прямая 3 м', 2],
    ['низкий подоконник', 'стена 3 м, окно посередине 1,5 м, подоконник 80, мойка под окном, плита справа', 2],
  ])('has its choices: %s', async (_, words, least) => {
    const [played] = await play([words]);
    expect(choicesIn(played?.outcome.note ?? '').length).toBeGreaterThanOrEqual(least);
  });

  it('about a side is answered by the side alone', async () => {
    const [, played] = await play(['окно 120 в 60 см от угла, стена 3 м, мойка, плита', 'от правого']);
    expect(played?.order?.obstacles).toMatchObject([{ kind: 'window', at: 1200, width: 1200 }]);
  });
});

describe('the text of choices', () => {
  const word = fc.constantFrom('мойка', 'без пенала', '600 вместо 800', 'между плитой и мойкой', 'слева (у окна)');
  const choice = fc.record({ head: word, tail: fc.oneof(fc.constant(''), word) });
  it('is read back as it was written, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.array(choice, { minLength: 1, maxLength: 3 }), (choices) => {
        expect(choicesIn(`Так не поместится. ${choicesText(choices)} Как поступим?`)).toEqual(choices);
      }),
    );
  });
});
