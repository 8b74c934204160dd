import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { CLOCK, type Clock, newId } from '#libs/kernel';
import { Partners } from '../directory.js';
import { hashKey, newApiKey } from '../domain/partner.js';

export interface IssuedApiKey {
  key_id: string;
  /** Shown this once; kept only as a hash. */
  api_key: string;
  position: bigint | undefined;
}

/** `key issue`. */
export class IssueApiKey extends Command<IssuedApiKey> {
  constructor(
    readonly partner_id: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(IssueApiKey)
export class IssueApiKeyHandler implements ICommandHandler<IssueApiKey> {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Partners) private readonly partners: Partners,
  ) {}

  async execute({ partner_id, context }: IssueApiKey): Promise<IssuedApiKey> {
    const api_key = newApiKey();
    const key_id = newId('key', this.clock.now().getTime());
    const command = { type: 'IssueApiKey' as const, key_id, key_hash: hashKey(api_key) };
    const { position } = await this.partners.handle(partner_id, command, context);
    return { key_id, api_key, position };
  }
}
