import type { CommandBus } from '@nestjs/cqrs';
import { createAggregates } from '#libs/event-store';
import { SqliteReadModels } from '#libs/read-models';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { type GiveUpWebhook, GiveUpWebhookHandler } from '../commands/give-up-webhook.js';
import { ScheduleWebhook, ScheduleWebhookHandler } from '../commands/schedule-webhook.js';
import { deliveryStream } from '../domain/delivery.js';
import { SweepPings } from './sweep-pings.js';

const NOW = new Date('2026-01-03T00:00:00.000Z');
const TODAY = '2026-01-02T12:00:00.000Z';
const BEFORE = '2026-01-01T12:00:00.000Z';
const OLD = '01920000-0000-7000-8000-000000000000';
const context = { actor: 'test' };

/** What `deliveries` shows: pings of today and before, and an outcome. */
async function given() {
  const models = SqliteReadModels.open(':memory:');
  const collection = { name: 'deliveries', version: 1 };
  await models.ensure(collection, [['conversation_id', 'scheduled_at']]);
  await models.serve(collection);
  const shown = [
    { event_id: `evt_${OLD}`, event: 'ping', conversation_id: null, scheduled_at: BEFORE },
    { event_id: 'evt_new', event: 'ping', conversation_id: null, scheduled_at: TODAY },
    { event_id: 'evt_outcome', event: 'turn.completed', conversation_id: 'cnv_1', scheduled_at: BEFORE },
  ];
  const writes = shown.map((document) => ({ id: document.event_id, position: 1n, document }));
  await models.commit({ writes: [{ collection, writes }], checkpoints: [] });

  const store = new MemoryEventStore();
  const aggregates = createAggregates(store);
  const ping = { event_id: `evt_${OLD}`, event: 'ping', partner_id: 'prt_1', address: 'https://a.test/', body: '{}' };
  await new ScheduleWebhookHandler(aggregates).execute(new ScheduleWebhook({ ...ping, due_at: BEFORE }, context));
  const steps: string[] = [];
  const giveUp = new GiveUpWebhookHandler(aggregates);
  const commands: Pick<CommandBus, 'execute'> = Object.assign(Object.create(null), {
    execute: (command: GiveUpWebhook) => giveUp.execute(command),
  });
  const progress = { allPast: async (position: bigint) => void steps.push(`past ${position}`) };
  const events = {
    delete: (stream: string) => {
      steps.push(`deleted ${stream}`);
      return store.delete(stream);
    },
  };
  return { sweep: new SweepPings(aggregates, events, models, progress, commands), store, steps };
}

describe('pings that are a day old', () => {
  it('are swept, no younger ones and no outcomes', async () => {
    const { sweep } = await given();
    expect((await sweep.due(NOW, 10)).map(({ event_id }) => event_id)).toEqual([`evt_${OLD}`]);
  });

  it('leave no stream, once every read model has let them go', async () => {
    const { sweep, store, steps } = await given();
    const [ping] = await sweep.due(NOW, 10);
    if (!ping) throw new Error('nothing to sweep');
    await sweep.run(ping, new AbortController().signal);
    expect(steps).toEqual(['past 2', `deleted ${deliveryStream(OLD)}`]);
    // As after a crash, or where the read model trails.
    await sweep.run(ping, new AbortController().signal);
    expect(await store.load(deliveryStream(OLD))).toEqual([]);
  });
});
