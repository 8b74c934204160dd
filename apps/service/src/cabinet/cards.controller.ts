import { Get, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { kitchenTitle } from '#contracts/furniture';
import { GetCard, ListCards, type PlacedCard } from '#libs/conversations';
import { notFound } from '#libs/kernel';
import { PartsQuery, pageOf, RenderQuery } from '../http/dto/query.dto.js';
import { InputValidation } from '../http/dto/validation.js';
import { OrderViews } from '../http/order-views.js';
import type { StoredOrder } from '../http/shown-order.js';
import { CabinetController, Roles, Session } from './guard.js';
import { CardsQuery, seatNumber } from './input.js';

/** What the workplaces received. Somebody at a workplace sees the cards of that one alone. */
@CabinetController('cards')
export class CardsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly views: OrderViews,
  ) {}

  @Get()
  @Roles(['owner', 'auditor', 'workplace'])
  async list(@Query(InputValidation) { seat_id, ...page }: CardsQuery, @Session() session: Session) {
    const wanted = seat_id === undefined ? undefined : seatNumber(seat_id);
    if (session.seat_id !== undefined && wanted !== undefined && wanted !== session.seat_id)
      throw notFound(`seat ${wanted}`);
    const { items, next } = await this.queries.execute(
      new ListCards(session.company_id, session.seat_id ?? wanted, pageOf(page)),
    );
    return { ok: true, items: items.map(shown), next };
  }

  @Get(':id')
  @Roles(['owner', 'auditor', 'workplace'])
  async get(@Param('id') id: string, @Session() session: Session) {
    const card = await this.card(id, session);
    return { ok: true, card: { ...shown(card), summary: card.summary, project: card.order } };
  }

  @Get(':id/render')
  @Roles(['owner', 'auditor', 'workplace'])
  async render(
    @Param('id') id: string,
    @Query(InputValidation) query: RenderQuery,
    @Session() session: Session,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.views.render(reply, await this.order(id, session), query);
  }

  @Get(':id/bom')
  @Roles(['owner', 'auditor', 'workplace'])
  async bom(
    @Param('id') id: string,
    @Query(InputValidation) query: PartsQuery,
    @Session() session: Session,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.views.bom(reply, await this.order(id, session), query);
  }

  @Get(':id/parts')
  @Roles(['owner', 'auditor', 'workplace'])
  async parts(
    @Param('id') id: string,
    @Query(InputValidation) query: PartsQuery,
    @Session() session: Session,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.views.parts(reply, await this.order(id, session), query);
  }

  private card(id: string, { company_id, seat_id }: Session) {
    return this.queries.execute(new GetCard(id, company_id, seat_id));
  }

  private async order(id: string, session: Session): Promise<StoredOrder> {
    const { company_id, order, turn, placed_at } = await this.card(id, session);
    return { company_id, order, turn, made_at: placed_at };
  }
}

function shown({ card_id, seat_id, seat_title, order_id, conversation_id, turn, order, placed_at }: PlacedCard) {
  const nodes = order.runs.reduce((sum, run) => sum + run.nodes.length, 0);
  const of = { card_id, seat_id, seat_title, order_id, conversation_id, turn };
  return { ...of, title: kitchenTitle(order), nodes, handed_off_at: placed_at };
}
