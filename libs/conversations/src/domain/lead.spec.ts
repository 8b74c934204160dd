import { contracted } from '../../../event-store/test/contracted-decider.js';
import { leadEvents } from '../events/lead-and-card-events.js';
import { type LeadCommand, lead as leadDecider, leadStream } from './lead.js';

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

  it("keeps the lead's id out of its stream's name, and leads of two partners apart", () => {
    expect(leadStream('prt_1', 'Иванов')).toMatch(/^lead-prt_1-[0-9a-f]{32}$/);
    expect(leadStream('prt_1', 'a')).not.toBe(leadStream('prt_2', 'a'));
  });
});

describe('the events of a lead', () => {
  it('each keep their contract: all types have been brought forth above', () => {
    expect([...lead.seen].sort()).toEqual(Object.keys(leadEvents).sort());
  });
});
