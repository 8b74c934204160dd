import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { GetConversation, LocateOrder } from '#libs/conversations';
import { CLOCK, type Clock, Problem } from '#libs/kernel';
import { PartsQuery, RenderQuery } from '../dto/query.dto.js';
import { InputValidation } from '../dto/validation.js';
import { Caller } from '../guards.js';
import { LINKS, type Links } from '../links.js';
import { Pictures } from '../pictures.js';
import { OrdersOfTurns } from '../shown-order.js';

const IF_NONE_MATCH = { name: 'If-None-Match', required: false, description: 'ETag of what the caller has' };

/** An assembled order: document, bill of materials, parts, picture. */
@ApiTags('orders')
@ApiBearerAuth()
@Controller('v1/conversations/:id')
export class OrdersController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(LINKS) private readonly links: Links,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly pictures: Pictures,
    private readonly orders: OrdersOfTurns,
  ) {}

  @Get('project')
  @ApiOperation({ summary: 'The order document' })
  async project(@Param('id') id: string, @Caller() { partner_id }: Caller) {
    const { order } = await this.orders.read(await this.queries.execute(new LocateOrder(id, partner_id)));
    return { ok: true, project: order };
  }

  @Get('bom')
  @ApiHeader(IF_NONE_MATCH)
  @ApiOperation({ summary: 'The bill of materials of the order as it stands' })
  async bom(
    @Param('id') id: string,
    @Caller() { partner_id, company_id }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const located = await this.queries.execute(new LocateOrder(id, partner_id));
    return this.pictures.bom(reply, this.orders.at(located, company_id), located.turn);
  }

  @Get('parts')
  @ApiHeader(IF_NONE_MATCH)
  @ApiOperation({ summary: 'Every part of the order for the workshop: JSON, or CSV for cutting programs' })
  async parts(
    @Param('id') id: string,
    @Query(InputValidation) { format = 'json' }: PartsQuery,
    @Caller() { partner_id, company_id }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const located = await this.queries.execute(new LocateOrder(id, partner_id));
    const shown = this.orders.at(located, company_id);
    return format === 'csv' ? this.pictures.partsCsv(reply, shown) : this.pictures.parts(reply, shown, located.turn);
  }

  @Get('render')
  @ApiHeader(IF_NONE_MATCH)
  @ApiOperation({
    summary: 'The picture, the set of sheets or the model, or with link=1 a signed link to it that needs no key',
  })
  async render(
    @Param('id') id: string,
    @Query(InputValidation) query: RenderQuery,
    @Caller() { partner_id, company_id }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { format = 'svg', view = 'front', carcass = 'clear', facade = 'clear' } = query;
    if (format === 'png') {
      await this.queries.execute(new GetConversation(id, partner_id));
      throw new Problem('png_unsupported', 'pictures are vector drawings: ask for format=svg and convert it');
    }
    const located = await this.queries.execute(new LocateOrder(id, partner_id));
    const { built_turn } = located;
    const picture = { format, view, carcass, facade };
    if (query.link === undefined)
      return this.pictures.answer(reply, this.orders.at(located, company_id), { ...picture, turn: built_turn });
    const expires = this.clock.now().getTime() + this.links.ttlMs;
    const token = this.links.signer.sign({ conversation_id: id, turn: built_turn, ...picture, expires });
    return { ok: true, url: `${this.links.publicUrl()}/r/${token}`, expires_at: new Date(expires).toISOString() };
  }
}
