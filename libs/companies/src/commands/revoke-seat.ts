import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { Companies } from '../directory.js';

/** `seat revoke`. Cards that lie there stay; nothing more is handed off to it. */
export class RevokeSeat extends Command<{ seat_id: number; position: bigint | undefined }> {
  constructor(
    readonly seat: { company_id: string; seat_id: number },
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RevokeSeat)
export class RevokeSeatHandler implements ICommandHandler<RevokeSeat> {
  constructor(@Inject(Companies) private readonly companies: Companies) {}

  async execute({ seat: { company_id, seat_id }, context }: RevokeSeat) {
    const { position } = await this.companies.handle(company_id, { type: 'RevokeSeat', seat_id }, context);
    return { seat_id, position };
  }
}
