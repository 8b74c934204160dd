import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { Companies } from '../directory.js';

/** Signs out of the cabinet; a session that is over already stays so. */
export class CloseCabinetSession extends Command<{ position: bigint | undefined }> {
  constructor(
    readonly session: { readonly company_id: string; readonly session_id: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CloseCabinetSession)
export class CloseCabinetSessionHandler implements ICommandHandler<CloseCabinetSession> {
  constructor(@Inject(Companies) private readonly companies: Companies) {}

  async execute({ session: { company_id, session_id }, context }: CloseCabinetSession) {
    const command = { type: 'CloseCabinetSession' as const, session_id };
    const { position } = await this.companies.handle(company_id, command, context);
    return { position };
  }
}
