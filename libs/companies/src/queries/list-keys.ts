import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { KeyDocument } from '#projections';
import { Partners } from '../directory.js';

export interface ListedKey {
  key_id: string;
  created_at: string;
  /** When a turn was last accepted with it (projections/accounts/keys.ts); null before the first one. */
  last_used_at: string | null;
  revoked_at: string | null;
}

/** `key list`, oldest first; 404 where there is no such partner. */
export class ListKeys extends Query<ListedKey[]> {
  constructor(readonly partner_id: string) {
    super();
  }
}

@QueryHandler(ListKeys)
export class ListKeysHandler implements IQueryHandler<ListKeys> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(Partners) private readonly partners: Partners,
  ) {}

  async execute({ partner_id }: ListKeys): Promise<ListedKey[]> {
    await this.partners.registered(partner_id);
    const keys: ListedKey[] = [];
    for await (const { document } of this.readModels.stream<KeyDocument>('keys', { where: { partner_id } })) {
      const { key_id, created_at, last_used_at, revoked_at } = document;
      keys.push({ key_id, created_at, last_used_at, revoked_at });
    }
    return keys.sort((one, other) => one.key_id.localeCompare(other.key_id));
  }
}
