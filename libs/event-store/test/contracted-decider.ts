import type { Decider, DomainEvent } from '../src/decider.js';
import type { EventTable } from '../src/event-types.js';

/**
 * A decider for specs whose every event is held against its contract: what a store hands out after JSON and the schema is
 * what was decided. `seen` are the types that it has brought forth.
 */
export function contracted<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  table: EventTable,
): Decider<State, Command, Event> & { readonly seen: Set<string> } {
  const seen = new Set<string>();
  return {
    initial: decider.initial,
    seen,
    decide(command, state) {
      const events = decider.decide(command, state);
      for (const { type, data } of events) {
        const contract = table[type];
        if (!contract) throw new Error(`event type ${type} is not in the table of its context`);
        const json = JSON.parse(JSON.stringify(data));
        expect(contract.read(contract.latest, json)).toEqual(json);
        seen.add(type);
      }
      return events;
    },
    evolve: (state, event) => decider.evolve(state, event),
  };
}
