import { Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { GetUsage } from '#libs/companies';
import { ListOutcomeEvents } from '#libs/conversations';
import type { CommandContext } from '#libs/event-store';
import { Problem } from '#libs/kernel';
import { SendPing } from '#libs/webhooks';
import { EventsQuery, pageOf } from '../dto/query.dto.js';
import { InputValidation } from '../dto/validation.js';
import { Caller, Context } from '../guards.js';
import { LINKS, type Links } from '../links.js';
import { ReadYourWrites } from '../read-your-writes.js';

/** The account behind the key: balance, outcome events, webhook test. */
@ApiTags('account')
@ApiBearerAuth()
@Controller('v1')
export class AccountController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly writes: ReadYourWrites,
    @Inject(LINKS) private readonly links: Links,
  ) {}

  @Get('usage')
  @ApiOperation({ summary: 'The balance in coins' })
  async usage(@Caller() { company_id }: Caller) {
    return { ok: true, usage: await this.queries.execute(new GetUsage(company_id, this.links.publicUrl())) };
  }

  @Get('events')
  @ApiOperation({ summary: "The partner's outcome events in order, bodies as in webhooks" })
  async events(@Query(InputValidation) query: EventsQuery, @Caller() { partner_id }: Caller) {
    return { ok: true, ...(await this.queries.execute(new ListOutcomeEvents(partner_id, pageOf(query)))) };
  }

  @Post('webhooks/test')
  @HttpCode(202)
  @ApiOperation({ summary: 'Sends a signed ping to the partner-wide address' })
  async test(@Caller() { partner_id, company_id, webhook_url: address }: Caller, @Context() context: CommandContext) {
    if (address === undefined)
      throw new Problem('invalid_request', 'the partner has no webhook address to send a ping to');
    const { event_id, position } = await this.commands.execute(
      new SendPing({ partner_id, company_id, address }, context),
    );
    await this.writes.visible(position);
    return { ok: true, event_id };
  }
}
