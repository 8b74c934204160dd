import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CLOCK, type Clock, notFound } from '#libs/kernel';
import { LINKS, type Links } from '../links.js';
import { ReadSide } from '../read-side.js';
import { renderPicture } from '../render.js';

@ApiTags('orders')
@Controller('r')
export class LinksController {
  constructor(
    private readonly reads: ReadSide,
    @Inject(LINKS) private readonly links: Links,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get(':token')
  @ApiOperation({ summary: 'The view page of a signed link (no key); expired and forged tokens give 404' })
  async open(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply) {
    const content = this.links.signer.open(token, this.clock.now().getTime());
    const order = content && (await this.reads.orderOfTurn(content.conversation_id, content.turn));
    if (!order) throw notFound('this view');
    reply.header('cache-control', 'private, max-age=3600').header('referrer-policy', 'no-referrer');
    return renderPicture(order, content, reply);
  }
}
