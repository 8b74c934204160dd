import { createAggregates } from '#libs/event-store';
import { InstallationKey, newId } from '#libs/kernel';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { lead, leadStream, unkeyedLeadStream } from '../domain/lead.js';
import { Leads } from './leads.js';

const PHONE = '+7 912 345-67-89';
const context = { actor: 'test' };
const key = new InstallationKey('a key of at least 32 characters, for specs');
const keyed = (externalId: string) => leadStream(key.derive('lead-streams'), 'prt_1', externalId);
const claim = (conversation_id: string) => ({ conversation_id, partner_id: 'prt_1', company_id: 'cmp_1' });

async function given({ earlier }: { earlier?: string } = {}) {
  const store = new MemoryEventStore();
  const aggregates = createAggregates(store);
  if (earlier !== undefined) {
    const command = { type: 'ClaimLead' as const, claim: claim(earlier) };
    await aggregates.handle(unkeyedLeadStream('prt_1', PHONE), lead, command, context);
  }
  return { store, leads: new Leads(aggregates, store, key) };
}

describe('leads', () => {
  it('are claimed once, under a name that cannot be guessed without the key', async () => {
    const { store, leads } = await given();
    const [first, second] = [newId('cnv'), newId('cnv')];
    expect(await leads.claim(PHONE, claim(first), context)).toEqual(claim(first));
    expect(await leads.claim(PHONE, claim(second), context)).toEqual(claim(first));
    expect(await store.load(keyed(PHONE))).toHaveLength(1);
    expect(await store.load(unkeyedLeadStream('prt_1', PHONE))).toEqual([]);
  });

  it('that were claimed before names were keyed stay claimed until they are freed, and are claimed under a key then', async () => {
    const [earlier, later] = [newId('cnv'), newId('cnv')];
    const { store, leads } = await given({ earlier });
    expect(await leads.claim(PHONE, claim(later), context)).toEqual(claim(earlier));
    await leads.free('prt_1', PHONE, later, context);
    expect(await leads.claim(PHONE, claim(later), context)).toEqual(claim(earlier));
    await leads.free('prt_1', PHONE, earlier, context);
    expect(await leads.claim(PHONE, claim(later), context)).toEqual(claim(later));
    expect((await store.load(keyed(PHONE))).map(({ type }) => type)).toEqual(['LeadClaimed']);
    await leads.free('prt_1', PHONE, later, context);
    expect((await store.load(keyed(PHONE))).map(({ type }) => type)).toEqual(['LeadClaimed', 'LeadFreed']);
  });
});
