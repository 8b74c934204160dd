import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { Companies } from '../directory/companies.js';
import { company, companyStream } from '../domain/company.js';

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
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(Companies) private readonly companies: Companies,
  ) {}

  async execute({
    seat: { company_id, seat_id },
    context,
  }: RevokeSeat): Promise<{ seat_id: number; position: bigint | undefined }> {
    await this.companies.registered(company_id);
    const owned = { ...context, metadata: { ...context.metadata, company_id } };
    const { position } = await this.aggregates.handle(
      companyStream(company_id),
      company,
      { type: 'RevokeSeat', seat_id },
      owned,
    );
    return { seat_id, position };
  }
}
