import { type Clock, isJsonObject, type JsonObject, uuidv7 } from '#libs/kernel';
import type { CommandContext, DomainEvent } from '../decider.js';
import type { EventRegistry } from '../events/event-registry.js';
import type { NewEvent } from '../port.js';

/** Gives what a decision brought forth its id and metadata. The event's own metadata outranks the command's. */
export function newEvents(
  events: readonly DomainEvent[],
  context: CommandContext,
  clock: Clock,
  registry: EventRegistry,
): NewEvent[] {
  if (events.length === 0) return [];
  const now = clock.now();
  return events.map(({ id, type, data, metadata }) => ({
    id: id ?? uuidv7(now.getTime()),
    type,
    data: jsonObject(type, data),
    metadata: {
      at: now.toISOString(),
      schema: registry.latest(type),
      ...(context.correlationId === undefined ? {} : { correlation_id: context.correlationId }),
      ...(context.causationId === undefined ? {} : { causation_id: context.causationId }),
      ...(context.actor === undefined ? {} : { actor: context.actor }),
      ...context.metadata,
      ...metadata,
    },
  }));
}

function jsonObject(type: string, data: object): JsonObject {
  if (!isJsonObject(data)) throw new TypeError(`data of ${type} is an array; events carry objects`);
  return data;
}
