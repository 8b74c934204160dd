import type { Directory } from '#libs/companies';
import { failOrphan, ORPHANED } from '#libs/conversations';
import type { Stores } from '#libs/platform';
import type { ClusterMembership, ScheduledTask } from '#libs/processing';
import type { TurnDocument } from '#projections';

interface OrphanPorts {
  readonly stores: Stores;
  readonly directory: Directory;
}

/** Turns whose node has not beaten for 15 s (design section 6); what a frozen node says later is dropped by `decide`. */
export function failOrphans({ stores, directory }: OrphanPorts, nodes: ClusterMembership): ScheduledTask<TurnDocument> {
  return {
    name: 'fail-orphaned-turns',
    everyMs: 1_000,
    key: ({ id }) => id,
    async due(_now, limit) {
      const orphans: TurnDocument[] = [];
      const running = stores.readModels.stream<TurnDocument>('turns', { where: { state: 'running' } });
      for await (const { document } of running) {
        if (document.node_id !== undefined && nodes.isGone(document.node_id)) orphans.push(document);
        if (orphans.length >= limit) break;
      }
      return orphans;
    },
    run: (turn) => fail({ stores, directory }, turn),
  };
}

/** A node that is alone: whatever runs in another process's name ran in one that is over. */
export async function failLeftBehind(ports: OrphanPorts, nodeId: string): Promise<void> {
  const running = ports.stores.readModels.stream<TurnDocument>('turns', { where: { state: 'running' } });
  for await (const { document } of running) if (document.node_id !== nodeId) await fail(ports, document);
}

function fail({ stores, directory }: OrphanPorts, { id, conversation_id, partner_id }: TurnDocument): Promise<void> {
  const orphan = { conversation_id, turn_id: id, partner_id };
  return failOrphan({ aggregates: stores.aggregates, directory }, orphan, ORPHANED.restarted);
}
