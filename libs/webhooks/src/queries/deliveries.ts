import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '#libs/kernel';
import { type Query as Find, READ_MODELS, type ReadModels } from '#libs/read-models';
import type { DeliveryDocument, DeliveryState } from '#projections';

/** What deliveries are searched by; all that is given holds. */
export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  readonly partner_id?: string | undefined;
  /** When they were scheduled, ISO 8601, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The deliveries to a company's partners, newest first. */
export class ListDeliveries extends Query<{ items: readonly DeliveryDocument[]; next: string | null }> {
  constructor(
    readonly company_id: string,
    readonly filter: DeliveryFilter,
    readonly page: { readonly limit: number; readonly after?: string | undefined },
  ) {
    super();
  }
}

@QueryHandler(ListDeliveries)
export class ListDeliveriesHandler implements IQueryHandler<ListDeliveries> {
  constructor(@Inject(READ_MODELS) private readonly models: ReadModels) {}

  async execute({ company_id, filter: { state, partner_id, from, to }, page: { limit, after } }: ListDeliveries) {
    const span = { ...(from === undefined ? {} : { gte: from }), ...(to === undefined ? {} : { lte: to }) };
    const where: Find['where'] = {
      company_id,
      ...(state === undefined ? {} : { state }),
      ...(partner_id === undefined ? {} : { partner_id }),
      ...(Object.keys(span).length === 0 ? {} : { scheduled_at: span }),
    };
    const cursor = after === undefined ? {} : { after };
    const query: Find = { where, sort: [['scheduled_at', 'desc']], limit, ...cursor };
    const { documents, next } = await this.models.find<DeliveryDocument>('deliveries', query);
    return { items: documents.map(({ document }) => document), next: next ?? null };
  }
}

/** A delivery to a partner of the company. `not_found`, also for another company's. */
export class GetDelivery extends Query<DeliveryDocument> {
  constructor(
    readonly event_id: string,
    readonly company_id: string,
  ) {
    super();
  }
}

@QueryHandler(GetDelivery)
export class GetDeliveryHandler implements IQueryHandler<GetDelivery> {
  constructor(@Inject(READ_MODELS) private readonly models: ReadModels) {}

  async execute({ event_id, company_id }: GetDelivery): Promise<DeliveryDocument> {
    const found = await this.models.get<DeliveryDocument>('deliveries', event_id);
    if (found?.document.company_id !== company_id) throw notFound(`webhook event ${event_id.slice(0, 80)}`);
    return found.document;
  }
}

/** How the receivers at one host answered of late. */
export interface ReceiverHost {
  readonly host: string;
  readonly delivered: number;
  /** Given up, undeliverable, or waiting for another attempt after one that failed. */
  readonly failed: number;
  /** Since when nothing has been delivered there any more; null where the last one was. */
  readonly failing_since: string | null;
}

/** The hosts of a company's partners by their newest deliveries, those that fail first. */
export class ListReceiverHosts extends Query<readonly ReceiverHost[]> {
  constructor(readonly company_id: string) {
    super();
  }
}

/** Deliveries that are looked at: what failed before them tells nothing of today. */
const MAX_LOOKED_AT = 1_000;

@QueryHandler(ListReceiverHosts)
export class ListReceiverHostsHandler implements IQueryHandler<ListReceiverHosts> {
  constructor(@Inject(READ_MODELS) private readonly models: ReadModels) {}

  async execute({ company_id }: ListReceiverHosts): Promise<readonly ReceiverHost[]> {
    const { documents } = await this.models.find<DeliveryDocument>('deliveries', {
      where: { company_id },
      sort: [['scheduled_at', 'desc']],
      limit: MAX_LOOKED_AT,
    });
    const byHost = Map.groupBy(documents, ({ document }) => hostOf(document.address));
    const hosts = [...byHost].map(([host, of]) => ({ host, ...summary(of.map(({ document }) => document)) }));
    return hosts.sort((one, other) => other.failed - one.failed || (one.host < other.host ? -1 : 1));
  }
}

/** @param newestFirst the deliveries of one host. */
function summary(newestFirst: readonly DeliveryDocument[]): Omit<ReceiverHost, 'host'> {
  const tried = newestFirst.filter(({ attempts, state }) => attempts.length > 0 || state === 'undeliverable');
  const lastTaken = tried.findIndex(({ state }) => state === 'delivered');
  const since = tried.slice(0, lastTaken === -1 ? tried.length : lastTaken).at(-1);
  const delivered = tried.filter(({ state }) => state === 'delivered').length;
  return {
    delivered,
    failed: tried.length - delivered,
    failing_since: since ? (since.attempts[0]?.at ?? since.scheduled_at) : null,
  };
}

/** The host alone: the rest of an address may be a secret of the partner's. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}
