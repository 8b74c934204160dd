import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { KeyDocument } from '#projections';
import { Partners } from '../directory.js';
import { hashKey, isApiKey, validKey } from '../domain/partner.js';

/** Who asks. */
export interface Caller {
  partner_id: string;
  /** The account whose coins are used. */
  company_id: string;
  key_id: string;
  /** The partner-wide webhook address. */
  webhook_url: string | undefined;
}

/** The bearer of an API key; undefined where it is malformed, unknown or revoked (401). */
export class AuthenticateKey extends Query<Caller | undefined> {
  constructor(readonly api_key: string) {
    super();
  }
}

/** Whether a key has not been revoked since it was found valid; as late as events reach this node. */
export class IsKeyValid extends Query<boolean> {
  constructor(
    readonly partner_id: string,
    readonly key_id: string,
  ) {
    super();
  }
}

@QueryHandler(IsKeyValid)
export class IsKeyValidHandler implements IQueryHandler<IsKeyValid> {
  constructor(@Inject(Partners) private readonly partners: Partners) {}

  async execute({ partner_id, key_id }: IsKeyValid): Promise<boolean> {
    const state = await this.partners.find(partner_id);
    return state?.keys.some((key) => key.key_id === key_id && !key.revoked) ?? false;
  }
}

/** Keys whose owners are remembered: a key never changes its owner, so no request needs to ask twice. */
const MAX_OWNERS = 10_000;

/**
 * A key is found by read model and decided on its partner's stream, which is read again before a refusal: the model may
 * trail and still know a key that has been revoked (design rule 1).
 */
@QueryHandler(AuthenticateKey)
export class AuthenticateKeyHandler implements IQueryHandler<AuthenticateKey> {
  private readonly owners = new LRUCache<string, string>({ max: MAX_OWNERS });

  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(Partners) private readonly partners: Partners,
  ) {}

  async execute({ api_key }: AuthenticateKey): Promise<Caller | undefined> {
    if (!isApiKey(api_key)) return undefined;
    const key_hash = hashKey(api_key);
    const owner = this.owners.get(key_hash) ?? (await this.find(key_hash));
    if (owner === undefined) return undefined;
    for (const fresh of [false, true]) {
      const state = await this.partners.find(owner, { fresh });
      const key = state && validKey(state, key_hash);
      if (key)
        return { partner_id: owner, company_id: state.company_id, key_id: key.key_id, webhook_url: state.webhook_url };
    }
    return undefined;
  }

  private async find(key_hash: string): Promise<string | undefined> {
    const { documents } = await this.readModels.find<KeyDocument>('keys', { where: { key_hash }, limit: 1 });
    const owner = documents[0]?.document.partner_id;
    if (owner === undefined) return undefined;
    this.owners.set(key_hash, owner);
    return owner;
  }
}
