import type { EventStore } from '#libs/event-store';
import type { ReadModelStore } from '#libs/read-models';
import { projections } from '#projections';
import { Audit } from './audit.js';
import { confirmed, holdingsOf } from './read-models.js';
import type { Broken, Verified } from './streams.js';
import { verifyOneStream } from './streams.js';

/**
 * The whole store (design section 8): every chain recomputed, every stream folded by its decider, every document of
 * every read model compared with what the events say at its own position. Documents of deleted conversations have no
 * events left, so one that is still there is broken.
 *
 * Memory: the names of the streams, one digest a document, the documents that are not yet complete, and the events of
 * one stream at a time.
 */
export async function verifyAll(
  store: EventStore,
  models: ReadModelStore,
  note: (line: string) => void,
): Promise<Verified> {
  const audits: Audit[] = [];
  for (const projection of projections) {
    const holdings = await holdingsOf(models, projection);
    if (holdings) audits.push(new Audit(projection, holdings));
    else note(`${projection.name} is being rebuilt: its documents were not compared`);
  }
  const streams = new Set<string>();
  for await (const event of store.readAll()) {
    streams.add(event.stream);
    for (const audit of audits) audit.see(event);
  }
  const broken: Broken[] = [];
  let events = 0;
  for (const stream of streams) {
    const verified = await verifyOneStream(store, stream);
    events += verified.events;
    broken.push(...verified.broken);
  }
  for (const audit of audits) broken.push(...(await confirmed(audit, models, store)));
  return { streams: streams.size, events, broken };
}
