import { Body, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AddSeat, ListSeats, RenameSeat, RevokeSeat } from '#libs/companies';
import type { CommandContext } from '#libs/event-store';
import { InputValidation } from '../http/dto/validation.js';
import { ReadYourWrites } from '../http/read-your-writes.js';
import { CabinetController, Context, Roles, Session } from './guard.js';
import { SeatDto, seatNumber } from './input.js';

/** Workplaces of the company. */
@CabinetController('seats')
export class SeatsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly writes: ReadYourWrites,
  ) {}

  @Get()
  @Roles(['owner', 'auditor'])
  async list(@Session() { company_id }: Pick<Session, 'company_id'>) {
    const seats = await this.queries.execute(new ListSeats(company_id));
    return { ok: true, seats: seats.map((seat) => ({ ...seat, revoked: seat.revoked_at !== null })) };
  }

  @Post()
  @Roles(['owner'])
  async add(
    @Body(InputValidation) { title }: SeatDto,
    @Session() { company_id }: Session,
    @Context() context: CommandContext,
  ) {
    const { seat_id, position } = await this.commands.execute(new AddSeat({ company_id, title }, context));
    return this.shown(company_id, seat_id, position);
  }

  @Put(':seat')
  @Roles(['owner'])
  async rename(
    @Param('seat') seat: string,
    @Body(InputValidation) { title }: SeatDto,
    @Session() { company_id }: Session,
    @Context() context: CommandContext,
  ) {
    const seat_id = seatNumber(seat);
    const { position } = await this.commands.execute(new RenameSeat({ company_id, seat_id, title }, context));
    return this.shown(company_id, seat_id, position);
  }

  @Delete(':seat')
  @HttpCode(204)
  @Roles(['owner'])
  async revoke(@Param('seat') seat: string, @Session() { company_id }: Session, @Context() context: CommandContext) {
    const revoke = new RevokeSeat({ company_id, seat_id: seatNumber(seat) }, context);
    const { position } = await this.commands.execute(revoke);
    await this.writes.visible(position);
  }

  private async shown(company_id: string, seatId: number, position: bigint | undefined) {
    await this.writes.visible(position);
    const { seats } = await this.list({ company_id });
    return { ok: true, seat: seats.find(({ seat_id }) => seat_id === seatId) };
  }
}
