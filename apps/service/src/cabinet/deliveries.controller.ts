import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { GetDelivery, hostOf, ListDeliveries, ListReceiverHosts, RequestRedelivery } from '#libs/webhooks';
import type { DeliveryDocument } from '#projections';
import { pageOf } from '../http/dto/query.dto.js';
import { InputValidation } from '../http/dto/validation.js';
import { ReadYourWrites } from '../http/read-your-writes.js';
import { CabinetController, Context, Roles, Session } from './guard.js';
import { DeliveriesQuery, RedeliverDto } from './input.js';

/** Deliveries of one request that are asked for again; the next request goes on. */
const MAX_REDELIVERED = 200;

/** Webhooks: their state, every attempt with the receiver's answer, another try. */
@CabinetController('deliveries')
export class DeliveriesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly writes: ReadYourWrites,
  ) {}

  @Get()
  @Roles(['owner', 'auditor'])
  async list(@Query(InputValidation) query: DeliveriesQuery, @Session() { company_id }: Session) {
    const { items, next } = await this.queries.execute(new ListDeliveries(company_id, query, pageOf(query)));
    return { ok: true, items: items.map(shown), next };
  }

  @Get('hosts')
  @Roles(['owner', 'auditor'])
  async hosts(@Session() { company_id }: Session) {
    return { ok: true, hosts: await this.queries.execute(new ListReceiverHosts(company_id)) };
  }

  @Post(':id/redeliver')
  @HttpCode(202)
  @Roles(['owner'])
  async redeliver(@Param('id') id: string, @Session() { company_id }: Session, @Context() context: CommandContext) {
    await this.queries.execute(new GetDelivery(id, company_id));
    const { event_id, position } = await this.commands.execute(new RequestRedelivery(id, context));
    await this.writes.visible(position);
    return { ok: true, event_id };
  }

  /** Of those that were scheduled within the span and are tried no more: at most MAX_REDELIVERED, the newest. */
  @Post('redeliver')
  @HttpCode(202)
  @Roles(['owner'])
  async redeliverSpan(
    @Body(InputValidation) { from, to, partner_id }: RedeliverDto,
    @Session() { company_id }: Session,
    @Context() context: CommandContext,
  ) {
    const given = { from, to, partner_id };
    let count = 0;
    let last: bigint | undefined;
    for (const state of ['given_up', 'undeliverable'] as const) {
      const limit = MAX_REDELIVERED - count;
      if (limit === 0) break;
      const { items } = await this.queries.execute(new ListDeliveries(company_id, { ...given, state }, { limit }));
      for (const { event_id } of items) {
        const { position } = await this.commands.execute(new RequestRedelivery(event_id, context));
        last = position ?? last;
      }
      count += items.length;
    }
    await this.writes.visible(last);
    return { ok: true, count };
  }
}

function shown({ address, attempts, company_id: _, due_at, ...delivery }: DeliveryDocument) {
  const { status: last_status = null, error: last_error = null } = attempts.at(-1) ?? {};
  const delivered_at = delivery.state === 'delivered' ? (attempts.at(-1)?.at ?? null) : null;
  return {
    ...delivery,
    url_host: hostOf(address),
    attempts,
    last_status,
    last_error,
    due_at: due_at ?? null,
    delivered_at,
  };
}
