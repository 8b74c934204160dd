import { contracted } from '../../../event-store/test/contracted-decider.js';
import { leadEvents } from '../events/lead-and-card-events.js';
import { isKeyedLeadStream, type LeadCommand, lead as leadDecider, leadStream, unkeyedLeadStream } from './lead.js';

const lead = contracted(leadDecider, leadEvents);

const claim = (id: string): LeadCommand => ({
  type: 'ClaimLead',
  claim: { conversation_id: id, partner_id: 'prt_1', company_id: 'cmp_1' },
});
const free = (id: string): LeadCommand => ({ type: 'FreeLead', conversation_id: id });
const given = (...commands: LeadCommand[]) =>
  commands.reduce((state, command) => lead.decide(command, state).reduce(lead.evolve, state), lead.initial);

describe('a lead', () => {
  it('belongs to the first conversation that claims it', () => {
    expect(given(claim('a'), claim('b')).claim?.conversation_id).toBe('a');
  });

  it('can be claimed again once its conversation has freed it, and only that one can', () => {
    expect(given(claim('a'), free('b')).claim?.conversation_id).toBe('a');
    expect(given(claim('a'), free('a'), claim('b')).claim?.conversation_id).toBe('b');
    expect(lead.decide(free('a'), given(claim('a'), free('a')))).toEqual([]);
  });

  it('is freed a second time by a conversation that was restored: under another id, or the store would take it for a repeat', () => {
    const [first] = lead.decide(free('a'), given(claim('a')));
    const [second] = lead.decide(free('a'), given(claim('a'), free('a'), claim('a')));
    expect(second?.type).toBe('LeadFreed');
    expect(second?.id).not.toBe(first?.id);
  });

  it("keeps the lead's id out of its stream's name, and leads of two partners apart", () => {
    const [key, another] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const stream = leadStream(key, 'prt_1', 'Иванов');
    expect(stream).toMatch(/^lead-prt_1-[0-9a-f]{40}$/);
    expect(leadStream(key, 'prt_1', 'Иванов')).toBe(stream);
    expect(leadStream(another, 'prt_1', 'Иванов')).not.toBe(stream);
    expect(leadStream(key, 'prt_1', 'a')).not.toBe(leadStream(key, 'prt_2', 'a'));
    expect([stream, unkeyedLeadStream('prt_1', 'Иванов')].map(isKeyedLeadStream)).toEqual([true, false]);
  });
});

describe('the events of a lead', () => {
  it('each keep their contract: all types have been brought forth above', () => {
    expect([...lead.seen].sort()).toEqual(Object.keys(leadEvents).sort());
  });
});
