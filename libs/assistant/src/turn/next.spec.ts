import fc from 'fast-check';
import type { Alternative, Finding } from '#libs/furniture';
import { goldenOrder } from '../../test/orders.js';
import type { Answer, Applied } from '../port.js';
import { type Attempt, MAX_ATTEMPTS, next } from './next.js';

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
const attempt = (mark: number, applied: Applied): Attempt => ({ answer: operations(mark), applied });

describe('the next step after the attempts so far', () => {
  it('an accepted order completes the turn', () => expect(next([attempt(1, built(3))])).toBe('complete'));
  it('an order that did not change is asked about', () => expect(next([attempt(1, built(0))])).toBe('ask'));
  it('a question, a refusal and a reading end it', () => {
    expect(next([{ answer: { kind: 'question', reply: 'Какой длины стена?' } }])).toBe('ask');
    expect(next([{ answer: { kind: 'decline', reply: 'Нельзя.', why: 'Норма.', findings: [] } }])).toBe('reject');
    expect(next([{ answer: { kind: 'reading', reply: 'На плане три шкафа.' } }])).toBe('complete');
  });
  it('an unusable answer is retried, at most three times', () => {
    const unusable: Attempt = { answer: { kind: 'unusable', detail: 'no JSON' } };
    expect(next([unusable])).toBe('retry');
    expect(next([unusable, unusable, unusable])).toBe('retry');
    expect(next(Array(MAX_ATTEMPTS).fill(unusable))).toBe('give_up');
  });
  it('a refused order is retried with its findings', () =>
    expect(next([attempt(1, refused('GEO-SUM'))])).toBe('retry'));
  it('the same findings twice end it early: with an alternative it asks', () => {
    expect(next([attempt(1, refused('GEO-SUM', [way])), attempt(2, refused('GEO-SUM', [way]))])).toBe('ask');
    expect(next([attempt(1, refused('HOB-HOOD', [], 'поднять')), attempt(2, refused('HOB-HOOD', [], 'поднять'))])).toBe(
      'ask',
    );
  });
  it('the same findings twice without an alternative reject', () => {
    expect(next([attempt(1, refused('HOB-HOOD')), attempt(2, refused('HOB-HOOD'))])).toBe('reject');
  });
  it('the same operations twice end it early', () => {
    expect(next([attempt(1, refused('GEO-SUM', [way])), attempt(1, refused('GEO-GAP', [way]))])).toBe('ask');
  });
  it('other findings each time go on until the attempts are used up', () => {
    const attempts = ['A', 'B', 'C', 'D'].map((code, i) => attempt(i, refused(code, [way])));
    expect([1, 2, 3, 4].map((n) => next(attempts.slice(0, n)))).toEqual(['retry', 'retry', 'retry', 'ask']);
  });
  it('operations that cannot be applied at all give up in the end', () => {
    const unknown: Applied = { ok: false, findings: [], alternatives: [], unknown: 'в заказе нет узла n99' };
    expect(next([attempt(1, unknown)])).toBe('retry');
    expect(next([attempt(1, unknown), attempt(2, unknown)])).toBe('give_up');
  });
  it('an unusable last attempt does not hide the alternatives', () => {
    const unusable: Attempt = { answer: { kind: 'unusable', detail: 'no JSON' } };
    const attempts = [
      attempt(1, refused('A', [way])),
      attempt(2, refused('B', [way])),
      attempt(3, refused('C', [way])),
      unusable,
    ];
    expect(next(attempts)).toBe('ask');
  });
  it('an unusable attempt in between does not make the same findings new', () => {
    const unusable: Attempt = { answer: { kind: 'unusable', detail: 'no JSON' } };
    expect(next([attempt(1, refused('A', [way])), unusable, attempt(2, refused('A', [way]))])).toBe('ask');
  });
  it('the same findings on unusable answers twice end it early', () => {
    const unread = (code: string): Attempt => ({
      answer: { kind: 'unusable', detail: 'x', findings: [finding(code)] },
    });
    expect(next([unread('OP-ID')])).toBe('retry');
    expect(next([unread('OP-ID'), unread('OP-NUM')])).toBe('retry');
    expect(next([unread('OP-ID'), unread('OP-ID')])).toBe('give_up');
  });
  it('a turn at its caps ends, but an unusable first answer is retried', () => {
    expect(next([attempt(1, refused('A', [way]))], 1)).toBe('ask');
    expect(next([attempt(1, refused('A'))], 1)).toBe('reject');
    expect(next([{ answer: { kind: 'unusable', detail: 'no JSON' } }], 1)).toBe('retry');
    const unusable: Attempt = { answer: { kind: 'unusable', detail: 'no JSON' } };
    expect(next([unusable, unusable], 2)).toBe('give_up');
  });
  it('restoring a turn without an order is retried, then given up', () => {
    const back: Attempt = {
      answer: { kind: 'restore', turn: 9, reply: '' },
      applied: { ok: false, findings: [], alternatives: [], unknown: 'После хода 9 заказа не было.' },
    };
    expect(next([back])).toBe('retry');
    expect(next(Array(MAX_ATTEMPTS).fill(back))).toBe('give_up');
  });
});

it('whatever the attempts, a turn ends after four at the latest, and early ends are never retried', () => {
  const kinds: Attempt[] = [
    { answer: { kind: 'unusable', detail: 'no JSON' } },
    { answer: { kind: 'unusable', detail: 'no JSON', findings: [finding('OP-ID')] } },
    { answer: { kind: 'question', reply: 'Какой длины стена?' } },
    { answer: { kind: 'decline', reply: 'Нельзя.', why: 'Норма.', findings: [] } },
    { answer: { kind: 'reading', reply: 'Читаю.' } },
    ...['A', 'B', 'C'].flatMap((code, i) => [attempt(i, refused(code)), attempt(i, refused(code, [way]))]),
    attempt(7, built(3)),
    attempt(8, built(0)),
  ];
  const attempts = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(attempts, fc.integer({ min: 1, max: 9 }), (list, max) => {
      const step = next(list, max);
      const last = list.at(-1);
      if (list.length >= MAX_ATTEMPTS) expect(step).not.toBe('retry');
      if (step === 'complete')
        expect(last?.answer.kind === 'reading' || (last?.applied?.ok && last.applied.applied > 0)).toBe(true);
      if (last?.answer.kind === 'question') expect(step).toBe('ask');
      if (last?.answer.kind === 'decline') expect(step).toBe('reject');
      expect(next(list, max)).toBe(step);
    }),
  );
});
