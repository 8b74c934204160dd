import type { NewEvent } from '#libs/event-store';
import { createProjector, type Projector } from '#libs/processing';
import { openMongo, openMongoReadModels, type ReadModelStore } from '#libs/read-models';
import { projections, unhurried } from '#projections';
import { conversationHistory } from '../../bench/stores/history.js';
import { MemoryEventStore } from '../../libs/event-store/test/memory-event-store.js';
import { overriding } from '../../libs/processing/test/fixtures.js';
import { MongoDouble } from '../support/mongodb/double.js';

/** Of the driver, for itself. */
const DRIVER = /^(hello|ismaster|endSessions)/i;
const CHECKPOINT = /^\w+ _checkpoints$/;
/** Together fewer events than a subscription hands over at a time. */
const MANY = 12;

/**
 * What one batch of the service's read models asks of MongoDB. An append is a batch here: it comes as one, and the next is
 * made when it can be seen. What a turn asks, whose events share batches as they come, is in engine-calls.int.spec.ts.
 */
describe('a batch of events that is folded into MongoDB', () => {
  let events: MemoryEventStore;
  let double: MongoDouble;
  let store: ReadModelStore;
  let projector: Projector;
  let commands: string[] = [];
  let batches = 0;

  beforeEach(async () => {
    events = new MemoryEventStore();
    double = await MongoDouble.start();
    const opened = await openMongoReadModels(await openMongo(double.url));
    store = overriding(opened, {
      commit: (batch) => {
        if (batch.writes.length > 0) batches += 1;
        return opened.commit(batch);
      },
    });
    projector = createProjector({ events, store, projections, unhurried, fence: 1 });
    await projector.start();
    await projector.ready();
    double.watch = ({ command, body }) => commands.push(`${command} ${body[command]}`);
  });
  afterEach(async () => {
    await projector.stop();
    await store.close();
    await double.stop();
    await events.close();
  });

  /** The commands of the batch that the events make, until it can be seen. */
  async function commandsOf({ stream, events: appended }: { stream: string; events: readonly NewEvent[] }) {
    commands = [];
    batches = 0;
    const { position } = await events.append(stream, 'no-stream', appended);
    expect(await projector.waitFor(position, { timeoutMs: 30_000 })).toBe(true);
    expect(batches).toBe(1);
    const asked = commands.filter((command) => !DRIVER.test(command)).sort();
    return {
      documents: asked.filter((command) => !CHECKPOINT.test(command)),
      checkpoints: asked.filter((command) => CHECKPOINT.test(command)),
    };
  }
  /** Three turns of a conversation, and the same turns in its ledger. */
  function historyOf(number: number) {
    const [conversation, ledger] = conversationHistory(number);
    if (!conversation || !ledger) throw new Error('a conversation has a stream, and a ledger');
    return { conversation, ledger };
  }

  it('is one write for each read model that it changes, and one look for each whose documents are neither held nor made', async () => {
    const { conversation, ledger } = historyOf(1);
    expect((await commandsOf(conversation)).documents).toEqual([
      'find reservations@1',
      'update bom@1',
      'update conversations@3',
      'update orders@2',
      'update outcomes@1',
      'update turns@1',
    ]);
    expect((await commandsOf(ledger)).documents).toEqual([
      'find daily_usage@2',
      'find partner_days@2',
      'find usage@1',
      'update daily_usage@2',
      'update partner_days@2',
      'update reservations@1',
      'update turn_facts@1',
    ]);
  });

  it('asks no more for the events of many conversations than for those of one', async () => {
    const one = await commandsOf(historyOf(1).conversation);
    const others = Array.from({ length: MANY }, (_, index) => historyOf(2 + index).conversation.events);
    const many = await commandsOf({ stream: 'conversation-many', events: others.flat() });
    expect(many.documents).toEqual(one.documents);
  });

  it('asks once for all read models whether their owner is still the owner, and moves all checkpoints at once', async () => {
    const { checkpoints } = await commandsOf(historyOf(1).conversation);
    expect(checkpoints).toEqual(['find _checkpoints', 'update _checkpoints']);
  });
});
