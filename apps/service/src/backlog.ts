import type { Clock } from '#libs/kernel';
import type { Query, ReadModels } from '#libs/read-models';
import type { DeliveryDocument, TurnDocument } from '#projections';

/** What waits: turns for a free place, webhooks for their next attempt. */
export type Backlog = 'turns' | 'webhooks';

type Waiting = Partial<Pick<TurnDocument, 'queued_at'> & Pick<DeliveryDocument, 'due_at'>>;
type Queries = Readonly<Record<Backlog, { readonly model: string; readonly query: Query }>>;

const QUERIES: Queries = {
  turns: { model: 'turns', query: { where: { state: 'queued' }, sort: [['queued_at', 'asc']] } },
  webhooks: { model: 'deliveries', query: { where: { state: 'scheduled' }, sort: [['due_at', 'asc']] } },
};

/**
 * How many wait, counted up to `limit`, and for how many seconds the first one has: since it was queued or fell due; 0
 * where there is none, or it is yet to fall due.
 */
export async function backlogOf(readModels: Pick<ReadModels, 'find'>, clock: Clock, backlog: Backlog, limit: number) {
  const { model, query } = QUERIES[backlog];
  const { documents } = await readModels.find<Waiting>(model, { ...query, limit });
  const first = documents[0]?.document;
  const since = backlog === 'turns' ? first?.queued_at : first?.due_at;
  const oldestSeconds = since === undefined ? 0 : Math.max(0, (clock.now().getTime() - Date.parse(since)) / 1_000);
  return { count: documents.length, oldestSeconds };
}
