// What other contexts and read models may know of this one, without its commands and their framework.
export { type OutcomeBody, outcomeBody } from './domain/outcome.js';
export * from './events/conversation-events.js';
export * from './events/lead-and-card-events.js';
export type { FindingV1, OperationV1, OrderV1 } from './events/order-v1.js';
