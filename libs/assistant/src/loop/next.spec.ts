import type { Alternative, Finding } from '#libs/furniture';
import { goldenOrder } from '../../test/orders.js';
import type { Applied } from '../operations/apply.js';
import type { Answer } from '../port.js';
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
});
