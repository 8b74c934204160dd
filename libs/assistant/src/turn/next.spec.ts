import fc from 'fast-check';
import type { Alternative, Finding } from '#libs/furniture';
import { goldenOrder } from '../../test/orders.js';
import type { Answer } from '../port.js';
import type { Applied } from './apply.js';
import { ATTEMPTS_MOST, next, type Tried } from './next.js';

const finding = (code: string, fixHint?: string): Finding => ({
  code,
  severity: 'error',
  path: 'room.walls[A]',
  msg: `${code} не проходит.`,
  ...(fixHint ? { fixHint } : {}),
});
const way: Alternative = { kind: 'narrow', subject: 'n1', text: 'мойку 500 вместо 600' };
const operations = (mark: number): Answer => ({
  kind: 'operations',
  operations: [{ op: 'set_ceiling', ceiling: mark }],
  reply: 'Готово.',
});
const refused = (code: string, alternatives: Alternative[] = [], fixHint?: string): Applied => ({
  ok: false,
  findings: [finding(code, fixHint)],
  alternatives,
});
const built = (applied: number): Applied => ({ ok: true, order: goldenOrder(), applied, defaults: [], findings: [] });
const tried = (mark: number, applied: Applied): Tried => ({ answer: operations(mark), applied });

describe('the next step after the tries so far', () => {
  it('an order that stands completes the turn', () => expect(next([tried(1, built(3))])).toBe('complete'));
  it('an order that did not change is asked about', () => expect(next([tried(1, built(0))])).toBe('ask'));
  it('a question, a refusal and a reading end it', () => {
    expect(next([{ answer: { kind: 'question', reply: 'Какой длины стена?' } }])).toBe('ask');
    expect(next([{ answer: { kind: 'decline', reply: 'Нельзя.', why: 'Норма.', findings: [] } }])).toBe('reject');
    expect(next([{ answer: { kind: 'reading', reply: 'На плане три шкафа.' } }])).toBe('complete');
  });
  it('nonsense is tried again, at most three more times', () => {
    const nonsense: Tried = { answer: { kind: 'nonsense', detail: 'no JSON' } };
    expect(next([nonsense])).toBe('retry');
    expect(next([nonsense, nonsense, nonsense])).toBe('retry');
    expect(next(Array(ATTEMPTS_MOST).fill(nonsense))).toBe('give_up');
  });
  it('a refused order is tried again with its findings', () =>
    expect(next([tried(1, refused('GEO-SUM'))])).toBe('retry'));
  it('the same findings twice end it early: with a way out it is asked', () => {
    expect(next([tried(1, refused('GEO-SUM', [way])), tried(2, refused('GEO-SUM', [way]))])).toBe('ask');
    expect(next([tried(1, refused('HOB-HOOD', [], 'поднять')), tried(2, refused('HOB-HOOD', [], 'поднять'))])).toBe(
      'ask',
    );
  });
  it('the same findings twice without a way out are a rejection', () => {
    expect(next([tried(1, refused('HOB-HOOD')), tried(2, refused('HOB-HOOD'))])).toBe('reject');
  });
  it('the same operations twice end it early', () => {
    expect(next([tried(1, refused('GEO-SUM', [way])), tried(1, refused('GEO-GAP', [way]))])).toBe('ask');
  });
  it('other findings each time go on until the tries are used up', () => {
    const tries = ['A', 'B', 'C', 'D'].map((code, i) => tried(i, refused(code, [way])));
    expect([1, 2, 3, 4].map((n) => next(tries.slice(0, n)))).toEqual(['retry', 'retry', 'retry', 'ask']);
  });
  it('what cannot be carried out at all gives up in the end', () => {
    const unknown: Applied = { ok: false, findings: [], alternatives: [], unknown: 'в заказе нет узла n99' };
    expect(next([tried(1, unknown)])).toBe('retry');
    expect(next([tried(1, unknown), tried(2, unknown)])).toBe('give_up');
  });
  it('an unreadable last try does not hide what the customer can choose', () => {
    const nonsense: Tried = { answer: { kind: 'nonsense', detail: 'no JSON' } };
    const tries = [
      tried(1, refused('A', [way])),
      tried(2, refused('B', [way])),
      tried(3, refused('C', [way])),
      nonsense,
    ];
    expect(next(tries)).toBe('ask');
  });
  it('an unreadable try in between does not make the same findings new', () => {
    const nonsense: Tried = { answer: { kind: 'nonsense', detail: 'no JSON' } };
    expect(next([tried(1, refused('A', [way])), nonsense, tried(2, refused('A', [way]))])).toBe('ask');
  });
  it('the same complaint about unreadable operations twice ends it early', () => {
    const unread = (code: string): Tried => ({ answer: { kind: 'nonsense', detail: 'x', findings: [finding(code)] } });
    expect(next([unread('OP-ID')])).toBe('retry');
    expect(next([unread('OP-ID'), unread('OP-NUM')])).toBe('retry');
    expect(next([unread('OP-ID'), unread('OP-ID')])).toBe('give_up');
  });
  it('a turn that has taken all that it may settles, but an unreadable first answer is tried again', () => {
    expect(next([tried(1, refused('A', [way]))], 1)).toBe('ask');
    expect(next([tried(1, refused('A'))], 1)).toBe('reject');
    expect(next([{ answer: { kind: 'nonsense', detail: 'no JSON' } }], 1)).toBe('retry');
    const nonsense: Tried = { answer: { kind: 'nonsense', detail: 'no JSON' } };
    expect(next([nonsense, nonsense], 2)).toBe('give_up');
  });
  it('going back to a turn without an order is tried again, then given up', () => {
    const back: Tried = {
      answer: { kind: 'restore', turn: 9, reply: '' },
      applied: { ok: false, findings: [], alternatives: [], unknown: 'После хода 9 заказа не было.' },
    };
    expect(next([back])).toBe('retry');
    expect(next(Array(ATTEMPTS_MOST).fill(back))).toBe('give_up');
  });
});

it('whatever the tries, a turn ends after four at the latest, and early ends are never retried', () => {
  const kinds: Tried[] = [
    { answer: { kind: 'nonsense', detail: 'no JSON' } },
    { answer: { kind: 'nonsense', detail: 'no JSON', findings: [finding('OP-ID')] } },
    { answer: { kind: 'question', reply: 'Какой длины стена?' } },
    { answer: { kind: 'decline', reply: 'Нельзя.', why: 'Норма.', findings: [] } },
    { answer: { kind: 'reading', reply: 'Читаю.' } },
    ...['A', 'B', 'C'].flatMap((code, i) => [tried(i, refused(code)), tried(i, refused(code, [way]))]),
    tried(7, built(3)),
    tried(8, built(0)),
  ];
  const tries = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(tries, fc.integer({ min: 1, max: 9 }), (list, most) => {
      const step = next(list, most);
      const last = list.at(-1);
      if (list.length >= ATTEMPTS_MOST) expect(step).not.toBe('retry');
      if (step === 'complete')
        expect(last?.answer.kind === 'reading' || (last?.applied?.ok && last.applied.applied > 0)).toBe(true);
      if (last?.answer.kind === 'question') expect(step).toBe('ask');
      if (last?.answer.kind === 'decline') expect(step).toBe('reject');
      expect(next(list, most)).toBe(step);
    }),
  );
});
