import { Controller, Get, HttpCode, Inject, Post, Query, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { GetUsage } from '#libs/companies';
import { COMPANY_DIRECTORY, type CompanyDirectory } from '#libs/conversations';
import { Problem } from '#libs/kernel';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import { SendPing } from '#libs/webhooks';
import type { OutcomeDocument } from '#projections';
import { DEFAULT_PAGE, PageQuery } from '../dto/query.dto.js';
import { LINKS, type Links } from '../links.js';
import { callerOf, contextOf } from '../request.js';
import { VISIBILITY, type Visibility } from '../visibility.js';

/** Of the account behind the key: balance, outcome events, webhook test. */
@ApiTags('account')
@ApiBearerAuth()
@Controller('v1')
export class AccountController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    @Inject(READ_MODELS) private readonly models: ReadModels,
    @Inject(COMPANY_DIRECTORY) private readonly directory: CompanyDirectory,
    @Inject(VISIBILITY) private readonly visibility: Visibility,
    @Inject(LINKS) private readonly links: Links,
  ) {}

  @Get('usage')
  @ApiOperation({ summary: 'The balance in coins' })
  async usage(@Req() request: FastifyRequest) {
    return {
      ok: true,
      usage: await this.queries.execute(new GetUsage(callerOf(request).company_id, this.links.publicUrl())),
    };
  }

  @Get('events')
  @ApiOperation({ summary: "The partner's outcome events in order, bodies as in webhooks" })
  async events(@Query() query: PageQuery, @Req() request: FastifyRequest) {
    const page = await this.models.find<OutcomeDocument>('outcomes', {
      where: {
        partner_id: callerOf(request).partner_id,
        ...(query.after === undefined ? {} : { sequence: { gt: query.after } }),
      },
      sort: [['sequence', 'asc']],
      limit: Number(query.limit ?? DEFAULT_PAGE),
    });
    const last = page.documents.at(-1)?.document.sequence;
    return { ok: true, events: page.documents.map(({ document }) => document.body), next: last ?? query.after ?? null };
  }

  @Post('webhooks/test')
  @HttpCode(202)
  @ApiOperation({ summary: 'Sends a signed ping to the partner-wide address' })
  async test(@Req() request: FastifyRequest) {
    const { partner_id } = callerOf(request);
    const address = await this.directory.webhookAddress(partner_id);
    if (address === undefined)
      throw new Problem('invalid_request', 'the partner has no webhook address to send a ping to');
    const { event_id, position } = await this.commands.execute(new SendPing(partner_id, address, contextOf(request)));
    await this.visibility.visible(position);
    return { ok: true, event_id };
  }
}
