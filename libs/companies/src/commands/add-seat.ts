import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { Companies } from '../directory.js';

export interface SeatStands {
  seat_id: number;
  title: string;
  position: bigint | undefined;
}

/** `seat add`. */
export class AddSeat extends Command<SeatStands> {
  constructor(
    readonly seat: { company_id: string; title: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AddSeat)
export class AddSeatHandler implements ICommandHandler<AddSeat> {
  constructor(@Inject(Companies) private readonly companies: Companies) {}

  async execute({ seat: { company_id, title }, context }: AddSeat): Promise<SeatStands> {
    const { state, position } = await this.companies.handle(company_id, { type: 'AddSeat', title }, context);
    const added = state.seats.at(-1);
    if (!added) throw new Error(`company ${company_id} has no seat after one was added`);
    return { seat_id: added.seat_id, title: added.title, position };
  }
}
