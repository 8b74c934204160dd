import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { GetOrderOfTurn } from '#libs/conversations';
import { CLOCK, type Clock, notFound } from '#libs/kernel';
import { AnyQuery, Public } from '../guards.js';
import { LINKS, type Links } from '../links.js';
import { renderPicture } from '../render.js';

@ApiTags('orders')
@Public()
@Controller('r')
export class LinksController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(LINKS) private readonly links: Links,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get(':token')
  @AnyQuery()
  @ApiOperation({ summary: 'The view page of a signed link (no key); expired and forged tokens give 404' })
  async open(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply) {
    const content = this.links.signer.open(token, this.clock.now().getTime());
    const order = content && (await this.queries.execute(new GetOrderOfTurn(content.conversation_id, content.turn)));
    if (!order) throw notFound('this view');
    reply.header('cache-control', 'private, max-age=3600').header('referrer-policy', 'no-referrer');
    return renderPicture(order, content, reply);
  }
}
