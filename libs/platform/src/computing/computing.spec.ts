import { answerTo, applyChange } from '#libs/assistant';
import { drawIso, orderBom } from '#libs/furniture';
import { goldenOrder } from '../../../assistant/test/orders.js';
import { Computing } from './computing.js';

const WORDS = 'Прямая кухня 3 метра: мойка 60, посудомойка 45, духовка с индукцией, верхние шкафы и вытяжка';
const request = {
  ...{ words: WORDS, pictures: [], history: [], order: undefined, orderId: 'lead-1', findings: [], attempt: 1 },
};

describe('what is computed in worker threads', () => {
  const computing = new Computing(10_000);
  const { signal } = new AbortController();
  afterAll(() => computing.close());

  it('is what this thread would compute', async () => {
    const turn = computing.forTurn('cmp_1');
    const answer = await turn.understand(request, signal);
    expect(answer).toEqual(answerTo(request));
    if (answer.kind !== 'operations') throw new Error(`the answer is a ${answer.kind}`);
    const change = { kind: 'operations', order: undefined, orderId: 'lead-1', operations: answer.operations } as const;
    expect(await turn.apply(change, signal)).toEqual(applyChange(change));
    const order = goldenOrder();
    expect(await computing.bom('cmp_1', order)).toEqual(orderBom(order));
    const finishes = { carcass: 'white', facade: 'oak' } as const;
    const drawn = computing.draw('cmp_1', { order, format: 'svg', view: 'iso', ...finishes });
    expect(await drawn).toBe(drawIso(order, finishes));
  });

  it('has one budget for all of a turn', async () => {
    const slow = new Computing(1);
    const turn = slow.forTurn('cmp_1');
    const words = `${WORDS}. ${'добавь шкаф 40 с ящиками. '.repeat(150)}`;
    await expect(turn.understand({ ...request, words, order: goldenOrder() }, signal)).rejects.toMatchObject({
      name: 'BudgetExceeded',
    });
    slow.close();
  });

  it('is refused as `unavailable` once the service stops', async () => {
    computing.close();
    const refused = computing.bom('cmp_1', goldenOrder());
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
  });
});
