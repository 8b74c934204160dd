import type { EventStore } from '#libs/event-store';
import { deliveryStream } from '#libs/webhooks';

/** What is said of an outcome's delivery, with what its stream tells of it: where it got stuck. */
export async function withDeliveries(store: EventStore, violations: readonly string[]): Promise<string[]> {
  const told: string[] = [];
  for (const violation of violations) {
    const uuid = /outcome evt_([0-9a-f-]{36})/.exec(violation)?.[1];
    if (uuid === undefined) {
      told.push(violation);
      continue;
    }
    const steps: string[] = [];
    for await (const { type, data, metadata } of store.read(deliveryStream(uuid)))
      steps.push(`${type} ${data.status ?? data.error ?? ''} at ${metadata.at}`);
    told.push(`${violation}: ${steps.length} events of its delivery; the last ${steps.slice(-2).join(', ') || 'none'}`);
  }
  return told;
}
