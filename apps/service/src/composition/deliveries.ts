import type { ScheduledTask } from '#libs/processing';
import type { ReadModels } from '#libs/read-models';
import { attemptDelivery, type DeliveryPorts } from '#libs/webhooks';
import type { DeliveryDocument } from '#projections';

/** Attempts of one partner that may be under way at once: a slow receiver fills its own places and nobody else's. */
const PER_PARTNER = 16;
/** Deliveries remembered as begun, by id and time: enough for what a read model can trail by. */
const MAX_BEGUN = 20_000;

/** Due webhooks, the longest due first, no partner more than its share. */
export function deliverWebhooks(readModels: ReadModels, ports: DeliveryPorts): ScheduledTask<DeliveryDocument> {
  const underWay = new Map<string, number>();
  // What was begun already comes again only because the read model trails or a store failed; counted once more, it
  // would hide from its partner all that waits behind it.
  const begun = new Set<string>();
  const nameOf = ({ event_id, due_at }: DeliveryDocument) => `${event_id} ${due_at}`;
  const add = (partnerId: string, by: number) => {
    const count = (underWay.get(partnerId) ?? 0) + by;
    if (count > 0) underWay.set(partnerId, count);
    else underWay.delete(partnerId);
  };
  return {
    name: 'deliver-webhooks',
    everyMs: 1_000,
    key: ({ event_id }) => event_id,
    async due(now, limit) {
      const where = { state: 'scheduled', due_at: { lte: now.toISOString() } };
      const taken = new Map(underWay);
      const due: DeliveryDocument[] = [];
      for await (const { document } of readModels.stream<DeliveryDocument>('deliveries', {
        where,
        sort: [['due_at', 'asc']],
      })) {
        const count = taken.get(document.partner_id) ?? 0;
        if (!begun.has(nameOf(document))) {
          if (count >= PER_PARTNER * 2) continue;
          taken.set(document.partner_id, count + 1);
        }
        due.push(document);
        if (due.length >= limit) break;
      }
      return due;
    },
    async run(document) {
      const { event_id, partner_id } = document;
      if ((underWay.get(partner_id) ?? 0) >= PER_PARTNER) return;
      add(partner_id, 1);
      if (begun.size >= MAX_BEGUN) begun.clear();
      begun.add(nameOf(document));
      try {
        await attemptDelivery(ports, event_id);
      } finally {
        add(partner_id, -1);
      }
    },
  };
}
