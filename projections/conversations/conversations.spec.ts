import type { ConversationEvent, TurnResult } from '#libs/conversations';
import { goldenOrder } from '../../libs/furniture/test/golden-order.js';
import { fold, recorded } from '../test/fold.js';
import { bom } from './bom.js';
import { conversations } from './conversations.js';
import { orders } from './orders.js';
import { outcomes } from './outcomes.js';
import { turns } from './turns.js';

const AT = '2031-03-01T00:00:00.000Z';
const owner = { conversation_id: 'cnv_1', partner_id: 'prt_1', company_id: 'cmp_1' };
const of = (event: ConversationEvent) => recorded('conversation-cnv_1', AT, event, { ...owner, external_id: 'lead' });

const result = (status: TurnResult['status']): TurnResult => ({
  status,
  note: 'Готово.',
  applied: 1,
  turn: 1,
  order_id: 'o',
  usage: { model: 'm', attempts: 1, prompt_tokens: 0, completion_tokens: 0, cost_usd: 0, ms: 1, coins: 1 },
});
const started = of({
  type: 'ConversationStarted',
  data: { ...owner, order_id: 'o', expires_at: '2031-03-31T00:00:00.000Z' },
});
const queued = (id: string, turn: number) =>
  of({
    type: 'TurnQueued',
    data: {
      turn_id: id,
      turn,
      text: 'кухня',
      images: [],
      ledger: 'l',
      coins: 1,
      expires_at: '2031-04-30T00:00:00.000Z',
    },
  });
const running = (id: string) => of({ type: 'TurnStarted', data: { turn_id: id, node_id: 'n', deadline_at: AT } });
const checked = (id: string, attempt: number) =>
  of({
    type: 'AttemptChecked',
    data: {
      turn_id: id,
      attempt,
      operations: [],
      findings: [],
      usage: { model: 'm', prompt_tokens: 0, completion_tokens: 0, cost_usd: 0, ms: 1 },
      next: 'complete',
    },
  });
const built = (id: string, turn: number) =>
  of({
    type: 'TurnCompleted',
    data: { turn_id: id, turn, result: result('built'), operations: [], order: goldenOrder(), ledger: 'l' },
  });
const asked = (id: string, turn: number) =>
  of({ type: 'TurnCompleted', data: { turn_id: id, turn, result: result('question'), operations: [], ledger: 'l' } });
const stopped = (id: string, turn: number) =>
  of({ type: 'TurnStopped', data: { turn_id: id, turn, ledger: 'l', reason: 'requested' } });
const failed = (id: string, turn: number) =>
  of({
    type: 'TurnFailed',
    data: { turn_id: id, turn, error: { code: 'internal', message: 'restarted' }, ledger: 'l' },
  });
const deleted = (turn_ids: string[], delivery_ids: string[] = []) =>
  of({ type: 'ConversationDeleted', data: { conversation_id: 'cnv_1', turn_ids, delivery_ids, card_ids: [] } });

const ending = (turn_ids: string[], delivery_ids: string[]) => ({
  ...{ conversation_id: 'cnv_1', turn_ids, delivery_ids, card_ids: [] },
});
const expired = (turn_ids: string[], delivery_ids: string[] = [], restorable = true) =>
  of({ type: 'ConversationExpired', data: { ...ending(turn_ids, delivery_ids), restorable } });
const restored = (turn_ids: string[], delivery_ids: string[] = []) =>
  of({
    type: 'ConversationRestored',
    data: { ...ending(turn_ids, delivery_ids), expires_at: '2031-06-01T00:00:00.000Z' },
  });

describe('what expired', () => {
  const end = built('t1', 1);
  const before = [started, queued('t1', 1), end];
  const models = [conversations, turns, orders, outcomes] as const;
  const ownersOf = (...events: ReturnType<typeof of>[]) =>
    models.map((model) =>
      [...fold<{ partner_id: string }>(model, [...before, ...events]).values()].map((one) => one.partner_id),
    );

  it('is no partner’s until it is restored, and gone once it is deleted', () => {
    expect(ownersOf(expired(['t1'], [end.id]))).toEqual(models.map(() => ['']));
    expect(ownersOf(expired(['t1'], [end.id]), restored(['t1'], [end.id]))).toEqual(models.map(() => ['prt_1']));
    expect(ownersOf(expired(['t1'], [end.id]), deleted(['t1'], [end.id]))).toEqual(models.map(() => []));
  });

  it('before there was a grace is gone at once', () => {
    expect(ownersOf(expired(['t1'], [end.id], false))).toEqual(models.map(() => []));
  });

  it('shows when it expired, and its new time once it is restored', () => {
    const shown = (...events: ReturnType<typeof of>[]) => fold(conversations, [...before, ...events]).get('cnv_1');
    expect(shown(expired(['t1']))).toMatchObject({ expired_at: AT });
    const again = shown(expired(['t1']), restored(['t1']));
    expect(again).toMatchObject({ expired_at: null, expires_at: '2031-06-01T00:00:00.000Z', has_project: true });
  });
});

describe('conversations', () => {
  const shown = (...events: ReturnType<typeof of>[]) => fold(conversations, events).get('cnv_1');

  it('shows a turn from queued to its end, whatever the end', () => {
    expect(shown(started)).toMatchObject({ turn: 0, running_turn: null, has_project: false, external_id: null });
    expect(shown(started, queued('t1', 1))).toMatchObject({
      turn: 1,
      running_turn: 't1',
      expires_at: '2031-04-30T00:00:00.000Z',
    });
    for (const end of [built, asked, stopped, failed]) {
      expect(shown(started, queued('t1', 1), end('t1', 1))).toMatchObject({ turn: 1, running_turn: null });
    }
  });

  it('says how it stands: new, running, or how the last turn ended', () => {
    const first = [started, queued('t1', 1)];
    expect([shown(started)?.status, shown(...first)?.status]).toEqual(['new', 'running']);
    const ends = [built, asked, stopped, failed].map((end) => shown(...first, end('t1', 1))?.status);
    expect(ends).toEqual(['built', 'question', 'stopped', 'failed']);
  });

  it('has a project once something is assembled, and keeps it through a question', () => {
    const events = [started, queued('t1', 1), built('t1', 1), queued('t2', 2), asked('t2', 2)];
    expect(shown(...events)).toMatchObject({ has_project: true, built_turn: 1, turn: 2 });
    expect(shown(started, queued('t1', 1), asked('t1', 1))).toMatchObject({ has_project: false, built_turn: 0 });
  });

  it('is gone when it is deleted', () => {
    expect(shown(started, queued('t1', 1), deleted(['t1']))).toBeUndefined();
  });
});

describe('turns', () => {
  const shown = (...events: ReturnType<typeof of>[]) => fold(turns, events).get('t1');

  it('follows the states of spec.md; fields that have nothing to say are absent', () => {
    expect(shown(queued('t1', 1))).toMatchObject({ state: 'queued', text: 'кухня', queued_at: AT });
    expect(shown(queued('t1', 1), running('t1'))).toMatchObject({ state: 'running', node_id: 'n', started_at: AT });
    const done = shown(queued('t1', 1), running('t1'), checked('t1', 1), built('t1', 1));
    expect(done).toMatchObject({
      state: 'done',
      status: 'built',
      attempts: [{ attempt: 1, findings: 0, next: 'complete' }],
    });
    expect(done).not.toHaveProperty('error');
    const broken = shown(queued('t1', 1), failed('t1', 1));
    expect(broken).toMatchObject({ state: 'failed', error: { code: 'internal' } });
    for (const field of ['status', 'result']) expect(broken).not.toHaveProperty(field);
    expect(shown(queued('t1', 1), stopped('t1', 1))).toMatchObject({ state: 'stopped' });
  });

  it('all of a conversation are gone with it', () => {
    expect(fold(turns, [queued('t1', 1), stopped('t1', 1), queued('t2', 2), deleted(['t1', 't2'])]).size).toBe(0);
  });
});

describe('orders and bom', () => {
  it('keep what each turn left, under conversation and turn', () => {
    const events = [queued('t1', 1), built('t1', 1), queued('t2', 2), asked('t2', 2), queued('t3', 3), built('t3', 3)];
    expect([...fold(orders, events).keys()]).toEqual(['cnv_1:1', 'cnv_1:3']);
    expect(fold(orders, events).get('cnv_1:1')).toMatchObject({ turn: 1, order: goldenOrder() });
    expect(fold(bom, events).get('cnv_1:3')).toMatchObject({
      turn: 3,
      order_id: 'o',
      company_id: 'cmp_1',
      sheets: expect.any(Array),
    });
  });

  it('are gone with their conversation', () => {
    const events = [built('t1', 1), asked('t2', 2), built('t3', 3), deleted(['t1', 't2', 't3'])];
    expect(fold(orders, events).size + fold(bom, events).size).toBe(0);
  });
});

describe('outcomes', () => {
  it('keep the bodies of webhooks, in order, for their partner', () => {
    const end = built('t1', 1);
    const shown = fold(outcomes, [queued('t1', 1), end]).get(end.id);
    expect(shown).toMatchObject({
      partner_id: 'prt_1',
      sequence: expect.stringMatching(/^\d{20}$/),
      body: {
        id: `evt_${end.id}`,
        event: 'turn.completed',
        turn_id: 't1',
        conversation_id: 'cnv_1',
        external_id: 'lead',
        state: 'done',
      },
    });
  });

  it('are gone with their conversation', () => {
    const end = stopped('t1', 1);
    expect(fold(outcomes, [end, deleted(['t1'], [end.id])]).size).toBe(0);
  });
});
