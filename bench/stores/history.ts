import type { CoinEvent, Split, TurnFacts } from '#libs/coins';
import type { ConversationEvent } from '#libs/conversations';
import type { EventMetadata, NewEvent } from '#libs/event-store';
import { compose, type Order } from '#libs/furniture';
import { type JsonObject, newId, uuidv7 } from '#libs/kernel';

/** Numbers that differ by as much are of one company. */
export const COMPANIES = 50;
const TURNS = 3;
const NONE: Split = { included: 0, extra: 0 };

/** Appends of one conversation as the service makes them: three turns of seven events, one of them built. */
export function conversationHistory(number: number): { stream: string; events: NewEvent[] }[] {
  const company_id = companyOf(number);
  const partner_id = `prt_${(number % COMPANIES).toString(16).padStart(32, '0')}`;
  const conversation_id = newId('cnv');
  const ledger = `coins-${company_id}-${number}`;
  // No two at one time: a page that sorts by time would sort those that tie.
  const at = new Date(Date.UTC(2026, 0, 1 + (number % 60), 12) + number).toISOString();
  const owner = { conversation_id, partner_id, company_id, external_id: `lead-${number}`, webhook_url: null };
  const expires_at = '2026-12-31T00:00:00.000Z';
  const conversation: NewEvent[] = [];
  const coins: NewEvent[] = [];
  const say = (event: ConversationEvent) => conversation.push(made(event, at, owner));
  const book = (event: CoinEvent) => coins.push(made(event, at, { company_id }));
  say({
    type: 'ConversationStarted',
    data: { conversation_id, partner_id, company_id, order_id: `lead-${number}`, expires_at },
  });
  for (let turn = 1; turn <= TURNS; turn++) {
    const turn_id = newId('trn');
    const built = turn === TURNS;
    const balance = { included: 100, extra: 0, reserved: NONE, used: turn };
    const usage = { model: 'offline', prompt_tokens: 0, completion_tokens: 0, cost_usd: 0, ms: 3 };
    book({
      type: 'CoinsReserved',
      data: { turn_id, conversation_id, coins: 1, from: { included: 1, extra: 0 }, balance },
    });
    say({ type: 'TurnQueued', data: { turn_id, turn, text: WORDS, images: [], ledger, coins: 1, expires_at } });
    say({ type: 'TurnStarted', data: { turn_id, node_id: 'nod_1', deadline_at: at } });
    const next = built ? 'complete' : 'ask';
    say({ type: 'AttemptChecked', data: { turn_id, attempt: 1, operations: [], findings: [], usage, next } });
    const result = {
      status: built ? ('built' as const) : ('question' as const),
      note: NOTE,
      applied: built ? 12 : 0,
      turn,
      order_id: `lead-${number}`,
      usage: { ...usage, attempts: 1, coins: built ? 1 : 0 },
    };
    say({
      type: 'TurnCompleted',
      data: { turn_id, turn, result, operations: [], ledger, ...(built ? { order: ORDER } : {}) },
    });
    const facts: TurnFacts = {
      partner_id,
      company_id,
      conversation_id,
      turn,
      queued_at: at,
      started_at: at,
      ended_at: at,
      outcome: result.status,
      state: 'done',
      attempts: 1,
      images: 0,
      model: 'offline',
      prompt_tokens: 0,
      completion_tokens: 0,
      cost_usd: 0,
      ms: 3,
      finding_codes: [],
    };
    book({
      type: built ? 'CoinsCharged' : 'CoinsReleased',
      data: { turn_id, coins: 1, from: { included: 1, extra: 0 }, balance, facts },
    });
  }
  return [
    { stream: `conversation-${conversation_id}`, events: conversation },
    { stream: ledger, events: coins },
  ];
}

export function companyOf(number: number): string {
  return `cmp_${(number % COMPANIES).toString(16).padStart(32, '0')}`;
}

const WORDS = 'Прямая кухня 3 метра: мойка 60, посудомойка 45, духовка с индукцией, верхние шкафы и вытяжка';
const NOTE =
  'Собрана прямая кухня 3000 мм. Принято по умолчанию: потолок 2700 мм; крайние торцы ряда свободны, без боковых стен.';
const ORDER = standingOrder();

function standingOrder(): Order {
  const made = compose(
    {
      walls: [{ length: 3000 }],
      fixtures: [
        { kind: 'sink', width: 600 },
        { kind: 'dishwasher', width: 450 },
        { kind: 'hob', fuel: 'induction', oven: true },
      ],
      wallTier: { walls: 'all', hood: true },
    },
    { orderId: 'bench' },
  );
  if (!made.ok)
    throw new Error(`the benchmark's kitchen does not fit: ${made.findings.map(({ msg }) => msg).join(' ')}`);
  return made.order;
}

function made(event: ConversationEvent | CoinEvent, at: string, metadata: Partial<EventMetadata>): NewEvent {
  const data: JsonObject = JSON.parse(JSON.stringify(event.data));
  return { id: uuidv7(), type: event.type, data, metadata: { at, schema: 1, ...metadata } };
}
