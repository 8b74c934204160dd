import fc from 'fast-check';
import { check } from '#libs/furniture';
import { direct } from '../test/computing.js';
import { goldenOrder } from '../test/orders.js';
import { FIGURES, STEMS } from '../test/random.js';
import { answerTo } from './offline.js';
import { OfflineAssistant } from './offline-assistant.js';
import type { Answer } from './port.js';
import { runTurn } from './turn/run-turn.js';
import { MAX_NOTE_LENGTH } from './words/note.js';

/** Trade words with random endings, typos, numbers and noise between them. */
const ending = fc.constantFrom('', '', 'а', 'у', 'ой', 'ы', 'ая', 'ую', 'ами', 'ов', 'ного');
const known = fc.tuple(fc.constantFrom(...STEMS), ending).map(([stem, end]) => stem + end);
const figure = fc.oneof(fc.constantFrom(...FIGURES), fc.integer({ min: 0, max: 100_000 }).map(String));
const mark = fc.constantFrom(', ', '. ', ': ', '! ', '? ', '\n', ' ', ' ', ' ', ' и ', ' с ', ' на ', ' от ', ' без ');
const piece = fc.oneof(
  { weight: 10, arbitrary: known },
  { weight: 4, arbitrary: figure },
  { weight: 1, arbitrary: fc.string({ maxLength: 12, unit: 'binary' }) },
);
const message = fc.array(fc.tuple(piece, mark), { maxLength: 25 }).map((pieces) => pieces.flat().join(''));

const request = (words: string) => ({ words, pictures: [], history: [], order: undefined, orderId: 'lead-1' });

/** No NaN or infinity: JSON would write them as null. */
const finite = (answer: Answer): boolean =>
  !JSON.stringify(answer, (_, one) => (typeof one === 'number' && !Number.isFinite(one) ? 'NaN' : one)).includes(
    '"NaN"',
  );

describe('any message', () => {
  it('the answer is one of the port’s, and in Russian (300 messages)', () => {
    const order = goldenOrder();
    fc.assert(
      fc.property(message, fc.boolean(), (words, standing) => {
        const asked = {
          ...request(words),
          ...(standing ? { order, history: [{ turn: 1, words: 'прямая 3 м', order, status: 'built' }] } : {}),
          findings: [],
          attempt: 1,
        };
        const answer = answerTo(asked);
        // What was built the note tells from the orders.
        const said = answer.kind === 'operations' || ('reply' in answer && /[а-яё]/i.test(answer.reply));
        const russian = answer.kind !== 'unusable' && answer.kind !== 'reading' && said;
        return russian && finite(answer);
      }),
      { numRuns: 300 },
    );
  }, 180_000);

  it('the same words get the same answer (60 messages)', () => {
    fc.assert(
      fc.property(message, (words) => {
        const asked = { ...request(words), findings: [], attempt: 1 };
        expect(answerTo(asked)).toEqual(answerTo(asked));
      }),
      { numRuns: 60 },
    );
  });

  it('a turn has an outcome of spec.md, and nothing is built that fails its checks (25 messages)', async () => {
    await fc.assert(
      fc.asyncProperty(message, async (words) => {
        const outcome = await runTurn({
          assistant: new OfflineAssistant(),
          computing: direct,
          request: request(`прямая 3 м, мойка, плита. ${words}`),
          signal: new AbortController().signal,
          onAttempt: () => {},
        });
        expect(['built', 'question', 'rejected', 'failed']).toContain(outcome.status);
        expect(outcome.note.length).toBeGreaterThan(0);
        expect(outcome.note.length).toBeLessThanOrEqual(MAX_NOTE_LENGTH);
        expect(outcome.status === 'built').toBe(outcome.order !== undefined);
        if (outcome.order) expect(check(outcome.order).filter(({ severity }) => severity === 'error')).toEqual([]);
      }),
      { numRuns: 25 },
    );
  }, 180_000);

  it('a window over a radiator under that window is asked about and does not recurse', () => {
    const answer = answerTo({
      ...request('прямая 3 м, мойка, плита, батарея, над ней окно 120'),
      findings: [],
      attempt: 1,
    });
    expect(answer).toMatchObject({ kind: 'question', reply: expect.stringMatching(/окно/) });
  });
});
