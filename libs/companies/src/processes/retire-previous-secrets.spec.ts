import { createAggregates } from '#libs/event-store';
import { SqliteReadModels } from '#libs/read-models';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { Partners } from '../directory.js';
import { RetirePreviousSecrets } from './retire-previous-secrets.js';

const PARTNER = 'prt_01920000000070008000000000000000';
const ROTATED = new Date('2031-03-01T12:00:00.000Z');
const OVER = new Date('2031-03-02T12:00:00.000Z');
const context = { actor: 'test' };

/** A partner whose secret was rotated at noon, as `partners` shows it, beside one whose secret was not. */
async function given({ isSettled }: { isSettled: boolean }) {
  const models = SqliteReadModels.open(':memory:');
  const collection = { name: 'partners', version: 2 };
  await models.ensure(collection, [['previous_secret_until']]);
  await models.serve(collection);
  const writes = [
    { id: PARTNER, position: 1n, document: { partner_id: PARTNER, previous_secret_until: OVER.toISOString() } },
    { id: 'prt_other', position: 1n, document: { partner_id: 'prt_other', previous_secret_until: null } },
  ];
  await models.commit({ writes: [{ collection, writes }], checkpoints: [] });
  const partners = new Partners(createAggregates(new MemoryEventStore()));
  const key = { key_id: 'key_0', key_hash: 'h0' };
  const made = { company_id: 'cmp_1', name: 'Лиды', allowed: { allowPrivate: true }, webhook_secret: 'whsec_1', key };
  await partners.handle(PARTNER, { type: 'RegisterPartner', partner_id: PARTNER, ...made }, context);
  await partners.handle(PARTNER, { type: 'RotateWebhookSecret', webhook_secret: 'whsec_2', now: ROTATED }, context);
  const task = new RetirePreviousSecrets(models, partners, { now: () => OVER, isSettled: () => isSettled });
  return { task, partners };
}

describe('webhook secrets that were replaced', () => {
  it('are looked for when their 24 hours are over, not before', async () => {
    const { task } = await given({ isSettled: true });
    expect(await task.due(new Date(OVER.getTime() - 1), 10)).toEqual([]);
    expect(await task.due(OVER, 10)).toEqual([PARTNER]);
  });

  it('are then remembered by nobody', async () => {
    const { task, partners } = await given({ isSettled: true });
    await task.run(PARTNER);
    expect(await partners.registered(PARTNER)).toMatchObject({ webhook_secret: 'whsec_2', previous: [] });
  });

  it('stay while the clock may have jumped, and sign nothing', async () => {
    const { task, partners } = await given({ isSettled: false });
    await task.run(PARTNER);
    expect((await partners.registered(PARTNER)).previous).toHaveLength(1);
    expect(await partners.signingSecrets(PARTNER, OVER)).toEqual({ current: 'whsec_2', previous: [] });
  });
});
