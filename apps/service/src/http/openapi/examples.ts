/** Real answers of the service with the rule-based assistant, cut short. The linter holds them against the schemas. */

const turnId = 'trn_01a20660407c7390b7952895dcb9aa0d';
const conversationId = 'cnv_01a206604056710d8ed7105e71f0caa4';

const result = {
  status: 'built',
  note: 'Прямая кухня 3000 мм. Слева направо: посудомойка 450, мойка 600, тумба с ящиками 800, духовка с индукцией 600.',
  applied: 14,
  turn: 1,
  order_id: 'lead-lead-1',
  usage: { model: 'offline', attempts: 1, prompt_tokens: 0, completion_tokens: 0, cost_usd: 0, ms: 635, coins: 1 },
};

export const turn = { id: turnId, state: 'done', status: 'built', result };

export const conversation = {
  id: conversationId,
  external_id: 'lead-1',
  order_id: 'lead-lead-1',
  turn: 1,
  running_turn: null,
  has_project: true,
  expires_at: '2026-12-23T09:00:00.000Z',
};

export const usage = {
  plan: 'start',
  status: 'active',
  coins_left: 499,
  coins_used: 1,
  coins_included: 500,
  extra_coins: 0,
  period_end: '2026-12-31T21:00:00.000Z',
  cabinet: 'https://garnitur.example/cabinet/cmp_01a206603f2b7c5e9d1f8a3b5c7d9e0f',
};

const about = {
  at: '2026-11-23T09:00:01.000Z',
  turn_id: turnId,
  conversation_id: conversationId,
  external_id: 'lead-1',
};
const eventId = 'evt_01a20660-4318-729f-88fa-a1a0fc246e9d';
export const completed = { id: eventId, event: 'turn.completed', ...about, state: 'done', result };
export const stopped = { id: eventId, event: 'turn.stopped', ...about, state: 'stopped' };
export const failed = {
  ...{ id: eventId, event: 'turn.failed', ...about, state: 'failed' },
  error: { code: 'internal', message: 'the service restarted while the turn was running' },
};
export const ping = { id: eventId, event: 'ping', at: '2026-11-23T09:00:00.000Z' };

export const steps = `id: 1
event: queued
data: {"id":"${turnId}"}

id: 3
event: attempt
data: {"id":"${turnId}","attempt":1,"findings":0}

id: 4
event: done
data: ${JSON.stringify(turn)}

`;

export const project = {
  id: 'lead-lead-1',
  kind: 'kitchen',
  ceiling: 2700,
  room: { walls: [{ id: 'A', turn: 'start', length: 3000, ends: { left: 'free', right: 'free' } }] },
  runs: [
    {
      ...{ id: 'A-base', wall: 'A', tier: 'base', countertop: true, plinth: true },
      nodes: [{ id: 'n3', at: '466', code: 'BS', w: 600 }],
    },
  ],
  items: [{ id: 'i1', kind: 'sink', node: 'n3' }],
  obstacles: [],
  finish: { carcass: 'white', facade: { base: 'oak' } },
  handles: { base: 'grip' },
  lighting: {},
};

const of = { ok: true, order_id: 'lead-lead-1', turn: 1 };

export const bom = {
  ...of,
  bom: {
    sheets: [{ material: 'chip', name: 'ЛДСП 16', parts: 64, area_mm2: 12_905_920 }],
    linear: [{ key: 'plinth', name: 'Цоколь 100', parts: 1, length_mm: 2950 }],
    edges: [{ edge: 'e04', name: 'Кромка ПВХ 0,4', length_mm: 52_694 }],
    pieces: [{ article: 'LEG-100', name: 'Опора 100', qty: 16 }],
  },
};

export const parts = {
  ...of,
  parts: [
    {
      ...{ mark: '3.1', unit: 3, unit_name: 'Шкаф нижний под мойку 600', name: 'Боковина' },
      ...{ material: 'chip', material_name: 'ЛДСП 16', thickness_mm: 16 },
      ...{ length_mm: 720, width_mm: 560, area_mm2: 806_400, qty: 2 },
      edges: { L1: { edge: 'e04', thickness_mm: 0.4 }, L2: null, W1: null, W2: null },
    },
  ],
  worktops: [],
  linear: [],
  bars: [],
  pieces: [{ article: 'LEG-100', name: 'Опора 100', unit: 3, unit_name: 'Шкаф нижний под мойку 600', qty: 4 }],
};

export const partsCsv = `Name,Count,Length,Width,Thickness,Material,Tags,Edge L1,Edge L2,Edge W1,Edge W2
3.1 Боковина,2,720,560,16,ЛДСП 16,3 Шкаф нижний под мойку 600,0.4,,0.4,
`;

export const link = { ok: true, url: 'https://garnitur.example/r/eyJ2Ijox', expires_at: '2026-11-24T09:00:00.000Z' };
