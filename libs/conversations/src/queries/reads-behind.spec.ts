import { createAggregates } from '#libs/event-store';
import { newId } from '#libs/kernel';
import { SqliteReadModels } from '#libs/read-models';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { conversation, conversationStream } from '../domain/conversation.js';
import { ConversationReads } from './conversation-reads.js';
import { GetConversation, GetConversationHandler } from './get-conversation.js';
import { GetCompanyOfShown, GetCompanyOfShownHandler, LocateOrder, LocateOrderHandler } from './get-order.js';
import { GetTurn, GetTurnHandler } from './get-turn.js';
import { ListOutcomeEvents, ListOutcomeEventsHandler } from './list-outcome-events.js';

const FAR = '2099-01-01T00:00:00.000Z';

/** A conversation that is stored, and read models that show nothing of it. */
async function given({ caughtUp }: { caughtUp: boolean }) {
  const store = new MemoryEventStore();
  const aggregates = createAggregates(store);
  const models = SqliteReadModels.open(':memory:');
  const conversation_id = newId('cnv');
  const started = { conversation_id, partner_id: 'prt_1', company_id: 'cmp_1', order_id: 'lead-1', expires_at: FAR };
  const command = { type: 'StartConversation' as const, data: started };
  await aggregates.handle(conversationStream(conversation_id), conversation, command, { actor: 'test' });
  const waitedFor: bigint[] = [];
  const waitFor = async (position: bigint) => {
    waitedFor.push(position);
    return caughtUp;
  };
  const reads = new ConversationReads(models, store, { waitFor });
  const getConversation = new GetConversationHandler(reads, aggregates);
  return {
    waitedFor,
    conversation: (partner: string, id = conversation_id) => getConversation.execute(new GetConversation(id, partner)),
    order: () => new LocateOrderHandler(reads).execute(new LocateOrder(conversation_id, 'prt_1')),
    linked: () => new GetCompanyOfShownHandler(reads).execute(new GetCompanyOfShown(conversation_id)),
    turn: () => new GetTurnHandler(reads).execute(new GetTurn(newId('trn'), 'prt_1')),
  };
}

describe('read models that are behind', () => {
  it('a conversation is shown to its partner out of its stream, and to nobody else', async () => {
    const { conversation, waitedFor } = await given({ caughtUp: false });
    expect(await conversation('prt_1')).toEqual({
      id: expect.stringMatching(/^cnv_/),
      external_id: null,
      order_id: 'lead-1',
      turn: 0,
      running_turn: null,
      has_project: false,
      expires_at: FAR,
    });
    await expect(conversation('prt_2')).rejects.toMatchObject({ code: 'not_found' });
    await expect(conversation('prt_1', newId('cnv'))).rejects.toMatchObject({ code: 'not_found' });
    expect(waitedFor).toEqual([]);
  });

  it('whether a turn or an order is there cannot be said: 503, never a false 404', async () => {
    const { order, linked, turn } = await given({ caughtUp: false });
    await expect(linked()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(turn()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(order()).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a batch that is being written', () => {
  const PARTNER = 'prt_1';

  async function given() {
    const models = SqliteReadModels.open(':memory:');
    const collections = ['turns', 'outcomes'].map((name) => ({ name, version: 1 }));
    for (const collection of collections) {
      await models.ensure(collection, [['partner_id', 'sequence']]);
      await models.serve(collection);
    }
    const put = (name: string, position: number, document: object) => {
      const write = {
        id: 'id' in document ? String(document.id) : String(position),
        position: BigInt(position),
        document,
      };
      return models.commit({ writes: [{ collection: { name, version: 1 }, writes: [write] }], checkpoints: [] });
    };
    const outcome = (position: number) =>
      put('outcomes', position, { partner_id: PARTNER, sequence: `${position}`, body: { id: `evt_${position}` } });
    return { models, put, outcome, store: new MemoryEventStore() };
  }

  it('a turn is shown once all of its batch is; where that does not come: 503, never half of it', async () => {
    const { models, put, store } = await given();
    const id = newId('trn');
    await put('turns', 7, { id, partner_id: PARTNER, state: 'done' });
    const waited: bigint[] = [];
    let whole = false;
    const waitFor = async (position: bigint) => {
      waited.push(position);
      return whole;
    };
    const turns = new GetTurnHandler(new ConversationReads(models, store, { waitFor }));
    await expect(turns.execute(new GetTurn(id, PARTNER))).rejects.toMatchObject({ code: 'unavailable' });
    whole = true;
    expect(await turns.execute(new GetTurn(id, PARTNER))).toMatchObject({ turn: { id, state: 'done' } });
    expect(waited).toEqual([7n, 7n]);
    await turns.execute(new GetTurn(id, PARTNER));
    expect(waited).toHaveLength(2);
  });

  it('a page of outcomes passes by none that is written after a later one', async () => {
    const { models, outcome, store } = await given();
    await outcome(2);
    const waitFor = async () => {
      await outcome(1);
      return true;
    };
    const outcomes = new ListOutcomeEventsHandler(new ConversationReads(models, store, { waitFor }));
    const { events } = await outcomes.execute(new ListOutcomeEvents(PARTNER, { limit: 10 }));
    expect(events.map(({ id }) => id)).toEqual(['evt_1', 'evt_2']);
  });
});

it('what read models that have caught up do not show is not there', async () => {
  const { order, linked, turn } = await given({ caughtUp: true });
  expect(await linked()).toBeUndefined();
  for (const read of [order, turn]) await expect(read()).rejects.toMatchObject({ code: 'not_found' });
});
