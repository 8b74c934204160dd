/** What the composition root provides and bounded contexts inject. */
export const EVENT_STORE = Symbol('EventStore');
export const AGGREGATES = Symbol('Aggregates');
