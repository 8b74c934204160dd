import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { notFound } from '#libs/kernel';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { KeyDocument } from '#projections';
import { Partners } from '../directory.js';

/** `key revoke`: found by read model, decided on its partner's stream. */
export class RevokeApiKey extends Command<{ key_id: string; position: bigint | undefined }> {
  constructor(
    readonly key_id: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RevokeApiKey)
export class RevokeApiKeyHandler implements ICommandHandler<RevokeApiKey> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(Partners) private readonly partners: Partners,
  ) {}

  async execute({ key_id, context }: RevokeApiKey) {
    const found = await this.readModels.get<KeyDocument>('keys', key_id);
    if (!found) throw notFound(`key ${key_id.slice(0, 80)}`);
    const { partner_id } = found.document;
    const { position } = await this.partners.handle(partner_id, { type: 'RevokeApiKey', key_id }, context);
    return { key_id, position };
  }
}
