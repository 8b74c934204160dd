import { type Clock, type JsonObject, uuidv7 } from '#libs/kernel';
import type { CommandContext, DomainEvent } from '../decider.js';
import type { NewEvent } from '../port.js';
import type { Upcasting } from '../upcasting.js';

/** Gives what a decision brought forth its id and metadata. The event's own metadata outranks the command's. */
export function newEvents(
  events: readonly DomainEvent[],
  context: CommandContext,
  clock: Clock,
  upcasting: Upcasting | undefined,
): NewEvent[] {
  if (events.length === 0) return [];
  const now = clock.now();
  return events.map(({ id, type, data, metadata }) => ({
    id: id ?? uuidv7(now.getTime()),
    type,
    data: jsonObject(type, data),
    metadata: {
      at: now.toISOString(),
      schema: upcasting?.newest(type) ?? 1,
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

function isJsonObject(data: object): data is JsonObject {
  return !Array.isArray(data);
}
