import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { Companies } from '../directory.js';

/** Gives a workplace another title; cards that lie there keep the one that they were handed off to. */
export class RenameSeat extends Command<{ seat_id: number; position: bigint | undefined }> {
  constructor(
    readonly seat: { company_id: string; seat_id: number; title: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RenameSeat)
export class RenameSeatHandler implements ICommandHandler<RenameSeat> {
  constructor(@Inject(Companies) private readonly companies: Companies) {}

  async execute({ seat: { company_id, ...seat }, context }: RenameSeat) {
    const { position } = await this.companies.handle(company_id, { type: 'RenameSeat', ...seat }, context);
    return { seat_id: seat.seat_id, position };
  }
}
