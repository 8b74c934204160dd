import { Get, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import {
  diffConversations,
  GetCustomerImage,
  ListConversationEvents,
  ReplayConversation,
  type Replayed,
  SearchConversations,
  type Stood,
  VerifyConversation,
} from '#libs/conversations';
import { Problem } from '#libs/kernel';
import { Computing } from '#libs/platform';
import { PageQuery, PartsQuery, pageOf, RenderQuery } from '../http/dto/query.dto.js';
import { InputValidation } from '../http/dto/validation.js';
import { OrderViews } from '../http/order-views.js';
import type { StoredOrder } from '../http/shown-order.js';
import { CabinetController, Roles, Session } from './guard.js';
import { ConversationsQuery, DiffQuery, turnNumber } from './input.js';

/** What was said and done, for auditors: search, events, the conversation as it stood after any turn, what changed. */
@CabinetController('conversations')
export class ConversationsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly computing: Computing,
    private readonly views: OrderViews,
  ) {}

  @Get()
  @Roles(['owner', 'auditor'])
  async search(@Query(InputValidation) query: ConversationsQuery, @Session() { company_id }: Session) {
    const search = new SearchConversations(company_id, { ...query, conversation_id: query.id }, pageOf(query));
    return { ok: true, ...(await this.queries.execute(search)) };
  }

  /** As it stands now. */
  @Get(':id')
  @Roles(['owner', 'auditor'])
  async get(@Param('id') id: string, @Session() { company_id }: Session) {
    return { ok: true, conversation: await this.queries.execute(new ReplayConversation(id, company_id)) };
  }

  @Get(':id/events')
  @Roles(['owner', 'auditor'])
  async events(@Param('id') id: string, @Query(InputValidation) query: PageQuery, @Session() { company_id }: Session) {
    return { ok: true, ...(await this.queries.execute(new ListConversationEvents(id, company_id, pageOf(query)))) };
  }

  /** An image that the customer sent, by the digest that its turn names. */
  @Get(':id/images/:digest')
  @Roles(['owner', 'auditor'])
  async image(
    @Param('id') id: string,
    @Param('digest') digest: string,
    @Session() { company_id }: Session,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { mime, bytes } = await this.queries.execute(new GetCustomerImage(id, company_id, digest));
    reply.type(mime);
    return Buffer.from(bytes);
  }

  /** As it stood after the turn. */
  @Get(':id/turns/:turn')
  @Roles(['owner', 'auditor'])
  async atTurn(@Param('id') id: string, @Param('turn') turn: string, @Session() { company_id }: Session) {
    return { ok: true, conversation: await this.replay(id, turn, company_id) };
  }

  @Get(':id/turns/:turn/render')
  @Roles(['owner', 'auditor'])
  async render(
    @Param('id') id: string,
    @Param('turn') turn: string,
    @Query(InputValidation) query: RenderQuery,
    @Session() { company_id }: Session,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.views.render(reply, orderOf(await this.replay(id, turn, company_id)), query);
  }

  @Get(':id/turns/:turn/bom')
  @Roles(['owner', 'auditor'])
  async bom(
    @Param('id') id: string,
    @Param('turn') turn: string,
    @Query(InputValidation) query: PartsQuery,
    @Session() { company_id }: Session,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.views.bom(reply, orderOf(await this.replay(id, turn, company_id)), query);
  }

  @Get(':id/turns/:turn/parts')
  @Roles(['owner', 'auditor'])
  async parts(
    @Param('id') id: string,
    @Param('turn') turn: string,
    @Query(InputValidation) query: PartsQuery,
    @Session() { company_id }: Session,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.views.parts(reply, orderOf(await this.replay(id, turn, company_id)), query);
  }

  @Get(':id/diff')
  @Roles(['owner', 'auditor'])
  async diff(
    @Param('id') id: string,
    @Query(InputValidation) { from, to }: DiffQuery,
    @Session() { company_id }: Session,
  ) {
    const [before, after] = await Promise.all([this.stood(id, from, company_id), this.stood(id, to, company_id)]);
    return { ok: true, diff: diffConversations(before, after) };
  }

  @Get(':id/verify')
  @Roles(['owner', 'auditor'])
  async verify(@Param('id') id: string, @Session() { company_id }: Session) {
    return { ok: true, chain: await this.queries.execute(new VerifyConversation(id, company_id)) };
  }

  private replay(id: string, turn: string, companyId: string): Promise<Replayed> {
    return this.queries.execute(new ReplayConversation(id, companyId, turnNumber(turn)));
  }

  private async stood(id: string, turn: string, companyId: string): Promise<Stood> {
    const replayed = await this.replay(id, turn, companyId);
    return { ...replayed, bom: replayed.order && (await this.computing.bom(companyId, replayed.order)) };
  }
}

/** @throws {Problem} `not_found` while nothing is assembled. */
function orderOf({ conversation_id, company_id, order, turns }: Replayed): StoredOrder {
  const made = turns.findLast(({ order_changed }) => order_changed);
  if (!order || made?.ended_at === undefined) throw new Problem('not_found', 'nothing was assembled up to this turn');
  return { conversation_id, company_id, order, turn: made.turn, made_at: made.ended_at };
}
