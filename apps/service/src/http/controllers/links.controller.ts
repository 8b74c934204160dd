import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiHeader, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { GetCompanyOfShown } from '#libs/conversations';
import type { PageLinks } from '#libs/furniture';
import { CLOCK, type Clock, notFound } from '#libs/kernel';
import { AnyQuery, Public } from '../guards.js';
import { RequestRates } from '../limits.js';
import { LINKS, type Links } from '../links.js';
import { isForm, Pictures } from '../pictures.js';
import { OrdersOfTurns } from '../shown-order.js';
import { VIEWER_POLICY, viewerPage } from '../viewer.js';

/** The same link in other forms. Relative, so that a page is the same behind every link. */
const FORMS: PageLinks = { pdf: '?as=pdf', viewer: '?as=3d', glb: '?as=glb' };

@ApiTags('orders')
@Public()
@Controller('r')
export class LinksController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(LINKS) private readonly links: Links,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly pictures: Pictures,
    private readonly orders: OrdersOfTurns,
    private readonly rates: RequestRates,
  ) {}

  @Get(':token')
  @AnyQuery()
  @ApiHeader({ name: 'If-None-Match', required: false, description: 'ETag of what the caller has' })
  @ApiOperation({ summary: 'What a signed link shows (no key); expired and forged tokens give 404' })
  @ApiQuery({
    name: 'as',
    required: false,
    enum: ['svg', 'html', 'pdf', 'glb', '3d'],
    description:
      'The same order in another form; 3d: a page that shows the model. By default, and for any other value, as the link was asked for',
  })
  async open(@Param('token') token: string, @Query('as') as: unknown, @Res({ passthrough: true }) reply: FastifyReply) {
    const content = this.links.signer.open(token, this.clock.now().getTime());
    if (!content) throw notFound('this view');
    await this.rates.countLink(token);
    const { conversation_id, turn, format, view, carcass, facade } = content;
    const company_id = await this.queries.execute(new GetCompanyOfShown(conversation_id));
    if (company_id === undefined) throw notFound('this view');
    const shown = this.orders.at({ conversation_id, built_turn: turn }, company_id);
    if (as === '3d') {
      const { order } = await shown.read();
      reply.headers({ 'cache-control': 'private, max-age=3600', 'content-security-policy': VIEWER_POLICY });
      reply.type('text/html; charset=utf-8');
      return viewerPage(order);
    }
    const picture = await this.pictures.answer(reply, shown, {
      ...{ turn, view, carcass, facade, links: FORMS },
      format: isForm(as) ? as : format,
    });
    reply.header('cache-control', 'private, max-age=3600');
    return picture;
  }
}
