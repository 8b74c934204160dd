import { Body, Get, Headers, HttpCode, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AddCoins, ListLedgerEntries } from '#libs/coins';
import { GetBalance, ListDays } from '#libs/companies';
import type { CommandContext } from '#libs/event-store';
import { PageQuery, pageOf } from '../http/dto/query.dto.js';
import { nameProblem } from '../http/dto/rules.js';
import { InputValidation } from '../http/dto/validation.js';
import { fieldsProblem } from '../http/problems.js';
import { ReadYourWrites } from '../http/read-your-writes.js';
import { CabinetController, Context, Roles, Session } from './guard.js';
import { DaysQuery, TopUpDto } from './input.js';

/** Coins: what is left, what moved them, what was used by day; a top-up. */
@CabinetController('balance')
export class BalanceController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly writes: ReadYourWrites,
  ) {}

  @Get()
  @Roles(['owner', 'auditor'])
  async balance(@Session() { company_id }: Pick<Session, 'company_id'>) {
    return { ok: true, balance: await this.queries.execute(new GetBalance(company_id)) };
  }

  @Get('days')
  @Roles(['owner', 'auditor'])
  async days(@Query(InputValidation) { from, to }: DaysQuery, @Session() { company_id }: Session) {
    const days = await this.queries.execute(new ListDays(company_id, { from, to }));
    return { ok: true, days: days.map(({ day, coins: used, coins_added: added }) => ({ day, used, added })) };
  }

  @Get('entries')
  @Roles(['owner', 'auditor'])
  async entries(@Query(InputValidation) query: PageQuery, @Session() { company_id }: Session) {
    return { ok: true, ...(await this.queries.execute(new ListLedgerEntries(company_id, pageOf(query)))) };
  }

  /** The same key adds once, as for `coins add`. */
  @Post('top-ups')
  @HttpCode(200)
  @Roles(['owner'])
  async topUp(
    @Body(InputValidation) { coins, note }: TopUpDto,
    @Headers('idempotency-key') key: string | undefined,
    @Session() { company_id }: Session,
    @Context() context: CommandContext,
  ) {
    const problem = key === undefined ? undefined : nameProblem(key);
    if (problem) throw fieldsProblem([{ path: 'Idempotency-Key', message: problem }]);
    const topUp = {
      ...{ company_id, coins },
      ...(note === undefined ? {} : { reason: note }),
      ...(key === undefined ? {} : { idempotency_key: key }),
    };
    const { position } = await this.commands.execute(new AddCoins(topUp, context));
    await this.writes.visible(position);
    return this.balance({ company_id });
  }
}
