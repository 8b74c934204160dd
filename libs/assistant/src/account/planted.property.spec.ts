import fc from 'fast-check';
import type { Order } from '#libs/furniture';
import { direct } from '../../test/computing.js';
import { built, changed, DEFECTS, type Defect, EDIT_DEFECTS, EDITS, writtenBriefs } from '../../test/planted.js';
import { ScriptedAssistant } from '../../test/scripted-assistant.js';
import { accountFor } from '../offline.js';
import type { Exchange, Operation } from '../port.js';
import { runTurn } from '../turn/run-turn.js';
import { accountFindings } from './account.js';

const RUNS = { numRuns: 60, seed: 15 };
const n = fc.nat(40);

const open = (words: string, after: Order, before?: Order, history: readonly Exchange[] = []) =>
  accountFindings(accountFor({ words, history, before, after, note: '' }));
const nodeOf = (order: Order, kind: string): string => order.items.find((item) => item.kind === kind)?.node ?? '';
const past = (words: string, order: Order): Exchange[] => [{ turn: 1, words, status: 'built', order }];

/** Checks a property on what can be built, and that there was enough of it. */
function always<T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => boolean | undefined): void {
  let checked = 0;
  fc.assert(
    fc.property(arbitrary, (value) => {
      const holds = check(value);
      checked += holds === undefined ? 0 : 1;
      return holds !== false;
    }),
    RUNS,
  );
  expect(checked).toBeGreaterThan(RUNS.numRuns / 10);
}

describe('a kitchen for a written brief', () => {
  it('that stands as it was said has nothing open', () =>
    always(writtenBriefs, ({ words, brief }) => {
      const order = built(brief);
      return order && open(words, order).length === 0;
    }));

  it.each(Object.entries(DEFECTS))('is found out: %s', (_, defect: Defect) =>
    always(fc.tuple(writtenBriefs, n), ([{ words, brief }, at]) => {
      const spoilt = built(brief);
      const after = spoilt && defect(spoilt, at);
      return after && open(words, after).length > 0;
    }),
  );
});

describe.each(EDITS)('after «$words»', ({ words, edits }) => {
  const edited = fc.tuple(writtenBriefs, n).map(([written, at]) => {
    const before = built(written.brief);
    return { written, at, before, after: before && changed(before, ...edits(before)) };
  });

  it('an order that is changed as asked has nothing open', () =>
    always(
      edited,
      ({ written, before, after }) =>
        after && open(words, after, before, past(written.words, before ?? after)).length === 0,
    ));

  it.each(Object.entries(EDIT_DEFECTS))('more is found out: %s', (_, defect: Defect) =>
    always(edited, ({ written, at, before, after }) => {
      const spoilt = after && defect(after, at);
      return spoilt && open(words, spoilt, before, past(written.words, before ?? spoilt)).length > 0;
    }),
  );
});

/** What a model may do wrong, in its own operations. */
const BRIEF_FAULTS: Readonly<Record<string, (operations: Operation, n: number) => Operation | undefined>> = {
  'an appliance dropped': (op, at) =>
    op.op === 'plan_kitchen'
      ? { ...op, brief: { ...op.brief, fixtures: op.brief.fixtures.toSpliced(at % op.brief.fixtures.length, 1) } }
      : undefined,
  'two swapped': (op, at) => {
    if (op.op !== 'plan_kitchen') return undefined;
    const i = at % (op.brief.fixtures.length - 1);
    const [a, b] = op.brief.fixtures.slice(i, i + 2);
    return a && b && { ...op, brief: { ...op.brief, fixtures: op.brief.fixtures.toSpliced(i, 2, b, a) } };
  },
  'a second cooker': (op) =>
    op.op === 'plan_kitchen'
      ? {
          ...op,
          brief: {
            ...op.brief,
            walls: op.brief.walls,
            fixtures: [...op.brief.fixtures, { kind: 'stove', width: 500 }],
          },
        }
      : undefined,
  'the wrong fuel': (op) =>
    op.op === 'plan_kitchen'
      ? {
          ...op,
          brief: {
            ...op.brief,
            fixtures: op.brief.fixtures.map((one) =>
              'fuel' in one ? { ...one, fuel: one.fuel === 'electric' ? 'induction' : 'electric' } : one,
            ),
          },
        }
      : undefined,
  'an obstacle lost': (op) =>
    op.op === 'plan_kitchen' && op.brief.obstacles?.length
      ? { ...op, brief: { ...op.brief, obstacles: [] } }
      : undefined,
};

describe('a scripted model', () => {
  const turn = async (words: string, operations: readonly Operation[], order?: Order, history: Exchange[] = []) =>
    runTurn({
      assistant: new ScriptedAssistant([{ kind: 'operations', operations, reply: 'Готово.' }]),
      computing: direct,
      request: { words, pictures: [], history, order, orderId: 'lead-1' },
      signal: new AbortController().signal,
      onAttempt: () => {},
    });
  const silent = (outcome: Awaited<ReturnType<typeof turn>>): boolean =>
    outcome.status === 'built' && !/Не получилось учесть/.test(outcome.note);

  it('that does as it was told builds at once', () =>
    fc.assert(
      fc.asyncProperty(writtenBriefs, async ({ words, brief }) => {
        if (!built(brief)) return;
        const outcome = await turn(words, [{ op: 'plan_kitchen', brief }]);
        expect([outcome.status, outcome.usage.attempts]).toEqual(['built', 1]);
      }),
      { ...RUNS, numRuns: 40 },
    ));

  it.each(Object.entries(BRIEF_FAULTS))('never builds in silence: %s', (_, fault) =>
    fc.assert(
      fc.asyncProperty(writtenBriefs, n, async ({ words, brief }, at) => {
        const spoilt = fault({ op: 'plan_kitchen', brief }, at);
        if (spoilt?.op !== 'plan_kitchen' || !built(spoilt.brief)) return;
        expect(silent(await turn(words, [spoilt]))).toBe(false);
      }),
      { ...RUNS, numRuns: 40 },
    ),
  );

  it.each<[string, (order: Order) => Operation[]]>([
    ['a removal', (order) => [{ op: 'remove', node: order.items[0]?.node ?? '' }]],
    ['a colour', () => [{ op: 'set_finish', part: 'worktop', finish: 'wenge' }]],
    ['a ceiling', () => [{ op: 'set_ceiling', ceiling: 2600 }]],
    ['handles', () => [{ op: 'set_handles', tier: 'base', handle: 'gola' }]],
    [
      'a swap',
      (order) => [{ op: 'swap', a: nodeOf(order, 'sink'), b: nodeOf(order, 'hob') || nodeOf(order, 'stove') }],
    ],
  ])('never slips in %s', (_, more) =>
    fc.assert(
      fc.asyncProperty(writtenBriefs, async ({ words, brief }) => {
        const order = built(brief);
        const operations: Operation[] = order ? [{ op: 'set_lighting', under: true }, ...more(order)] : [];
        if (!order || !changed(order, ...operations.filter((one) => one.op !== 'plan_kitchen'))) return;
        const outcome = await turn('добавь подсветку', operations, order, past(words, order));
        expect(outcome.status).toBe('question');
      }),
      { ...RUNS, numRuns: 25 },
    ),
  );
});
