import type { Answer } from '#libs/assistant';
import { createAggregates, type EventStore, StoreUnavailable } from '#libs/event-store';
import { newId, systemClock } from '#libs/kernel';
import { untraced } from '#libs/processing';
import { direct } from '../../../../assistant/test/computing.js';
import { ScriptedAssistant } from '../../../../assistant/test/scripted-assistant.js';
import { MemoryEventStore } from '../../../../event-store/test/memory-event-store.js';
import { conversation, conversationStream } from '../../domain/conversation.js';
import { type ClaimedAtOnce, TurnAborted, TurnExecution } from './turn-execution.js';

const FAR = '2099-01-01T00:00:00.000Z';
const READING: Answer = { kind: 'reading', reply: 'На рисунке слева направо: мойка 600.' };
type Loss = 'asked' | 'answered';

/** A queued turn, and the store as the node that runs it reaches it. */
async function queued({ whenAsked = [] as readonly Loss[] } = {}) {
  const inner = new MemoryEventStore();
  /** How the next appends fail: before they are stored, or after. */
  const losses: Loss[] = [];
  const store: EventStore = Object.assign(Object.create(inner), {
    async append(...args: Parameters<EventStore['append']>) {
      const loss = losses.shift();
      if (loss === 'asked') throw new StoreUnavailable('the question was lost');
      const appended = await inner.append(...args);
      if (loss === 'answered') throw new StoreUnavailable('the answer was lost');
      return appended;
    },
  });
  // So short that a single loss is not repeated below: what is specified here is what the turn does then.
  const aggregates = createAggregates(store, { giveUpMs: 10 });
  const conversation_id = newId('cnv');
  const turn_id = newId('trn');
  const stream = conversationStream(conversation_id);
  const started = { conversation_id, partner_id: 'prt_1', company_id: 'cmp_1', order_id: 'lead-1', expires_at: FAR };
  const turn = { turn_id, text: 'прочитай', images: [], ledger: 'coins-1', coins: 1, expires_at: FAR };
  const context = { actor: 'test' };
  await createAggregates(inner).handle(stream, conversation, { type: 'StartConversation', data: started }, context);
  await createAggregates(inner).handle(stream, conversation, { type: 'QueueTurn', data: turn }, context);
  const assistant = new ScriptedAssistant(() => {
    losses.push(...whenAsked);
    return READING;
  });
  const execution = (nodeId = 'nod_1') =>
    new TurnExecution(
      aggregates,
      assistant,
      () => direct,
      { get: async () => undefined },
      systemClock,
      { webhookAddress: async () => undefined },
      { ttlMs: 1_000, expiryGraceMs: 1_000, deadlineMs: 60_000, concurrency: 1, maxOpenTurns: 10, nodeId },
      untraced,
    );
  const work = { conversation_id, company_id: 'cmp_1', turn_id };
  const run = (nodeId = 'nod_1', signal = new AbortController().signal, atOnce?: ClaimedAtOnce) =>
    execution(nodeId).run(work, signal, atOnce);
  /** As the append that queues a turn claims it where its node has a place. */
  const claimedBy = async (nodeId: string) => {
    const command = { type: 'StartTurn' as const, turn_id, ...execution(nodeId).newClaim() };
    return createAggregates(inner).handle(stream, conversation, command, context);
  };
  const types = async () => (await inner.load(stream)).map(({ type }) => type);
  return { losses, run, claimedBy, types, assistant };
}

const WHOLE = ['ConversationStarted', 'TurnQueued', 'TurnStarted', 'AttemptChecked', 'TurnCompleted'];

describe('a turn whose store goes away while it runs', () => {
  it('a claim that was stored and not answered is still this node’s: the turn runs on', async () => {
    const { losses, run, types } = await queued();
    losses.push('answered');
    await run();
    expect(await types()).toEqual(WHOLE);
  });

  it('a claim that another node has won meanwhile is let go', async () => {
    const { losses, run, types, assistant } = await queued();
    losses.push('asked');
    const late = run('nod_1');
    await run('nod_2');
    await late;
    expect(await types()).toEqual(WHOLE);
    expect(assistant.requests).toHaveLength(1);
  });

  it.each([[['asked', 'asked']], [['answered']], [['asked', 'answered']]] satisfies [Loss[]][])(
    'its outcome is said until it is stored, and stored once: %p',
    async (whenAsked) => {
      const { losses, run, types } = await queued({ whenAsked });
      await run();
      expect(losses).toEqual([]);
      expect(await types()).toEqual(WHOLE);
    },
  );

  it('a node that is told to end does not wait for the store', async () => {
    const { losses, run, types } = await queued();
    losses.push(...Array<'asked'>(1_000).fill('asked'));
    const shutdown = new AbortController();
    const running = run('nod_1', shutdown.signal);
    await new Promise((resolve) => setTimeout(resolve, 50));
    shutdown.abort(new TurnAborted('shutdown'));
    await expect(running).rejects.toMatchObject({ code: 'unavailable' });
    expect(await types()).toEqual(WHOLE.slice(0, 2));
  });
});

describe('a turn that was to be claimed as it was queued', () => {
  const signal = new AbortController().signal;

  it('runs on from there', async () => {
    const { run, claimedBy, types } = await queued();
    const { state } = await claimedBy('nod_1');
    await run('nod_1', signal, { state });
    expect(await types()).toEqual(WHOLE);
  });

  it('runs where nobody knew whether that was stored, and it was', async () => {
    const { run, claimedBy, types } = await queued();
    await claimedBy('nod_1');
    await run('nod_1', signal, { state: undefined });
    expect(await types()).toEqual(WHOLE);
  });

  it('is claimed where it was queued without, and let go where another node has it', async () => {
    const { run, claimedBy, types, assistant } = await queued();
    await claimedBy('nod_2');
    await run('nod_1', signal, { state: undefined });
    expect(await types()).toEqual(WHOLE.slice(0, 3));
    expect(assistant.requests).toEqual([]);
    const alone = await queued();
    await alone.run('nod_1', signal, { state: undefined });
    expect(await alone.types()).toEqual(WHOLE);
  });
});
